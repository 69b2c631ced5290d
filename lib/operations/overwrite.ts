import { losesAddress } from "../game/postal_address.ts";
import type { Game } from "../game/types.ts";
import { log, logError } from "../monitoring/log.ts";
import type { Store } from "../store/store.ts";

/** True if a change erases something: an address, a participant, or data written under a seal. */
export function erasesAnything(before: Game, after: Game): boolean {
  const left = new Set(after.participants.map(({ number }) => number));
  return losesAddress(before, after) || before.sealBrokenAt !== after.sealBrokenAt ||
    before.participants.some(({ number }) => !left.has(number));
}

/**
 * Overwrites the traces of erased data in the database files. The data is already erased, so a failure here does not
 * fail the request.
 */
export async function overwrite(store: Pick<Store, "overwriteErased">): Promise<void> {
  try {
    if (!await store.overwriteErased()) log("traces not overwritten yet");
  } catch (error) {
    logError("traces not overwritten", error);
  }
}
