import { log, logError } from "../monitoring/log.ts";
import type { Store } from "../store/store.ts";

/**
 * Removes what was erased from the files, too. It is gone already; that its traces are not, yet, is no failure of
 * the request.
 */
export async function overwrite(store: Pick<Store, "overwriteErased">): Promise<void> {
  try {
    if (!await store.overwriteErased()) log("traces not overwritten yet");
  } catch (error) {
    logError("traces not overwritten", error);
  }
}
