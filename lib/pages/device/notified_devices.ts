import type { Credential } from "../../game/access.ts";
import { devicesOf } from "../../game/devices.ts";
import { GameError } from "../../game/errors.ts";
import { type Game, ORGANIZER } from "../../game/types.ts";
import { lastsFor, readCookie, writeCookie } from "../../http/cookies.ts";
import { toLimitedError } from "../../http/middleware/limit_requests.ts";
import { removeDevice } from "../../operations/devices.ts";
import type { State } from "../../state.ts";
import { peopleIn } from "./remembered_people.ts";

/** The part of a request's context that is needed here. */
interface OnDevice {
  req: Request;
  state: Pick<State, "origin" | "services" | "chargeCost" | "lookups">;
}

/** How many a browser remembers: one for each person it is signed in as. */
const MOST = 12;

/** The ids under which a game notifies people in this browser: one for each of those who share it. */
export function devicesHere(headers: Headers, code: string): string[] {
  return readCookie(headers, `devices_${code}`)?.split("~") ?? [];
}

/** Remembers one more. @returns the cookie */
export function rememberDevice(
  { req, state }: OnDevice,
  game: Pick<Game, "code" | "date">,
  device: string,
): string {
  const ids = new Set([device, ...devicesHere(req.headers, game.code)]);
  return writeCookie(state.origin, `devices_${game.code}`, [...ids].slice(0, MOST).join("~"), {
    path: `/games/${game.code}`,
    maxAge: lastsFor(game),
  });
}

/**
 * Ends the notifications in this browser of people who sign out. Those of others stay.
 *
 * @param kept the id of a device that stays: the one that takes the place of the others.
 */
export async function endNotificationsHere(
  { req, state }: OnDevice,
  code: string,
  credentials: readonly Credential[],
  kept?: string,
): Promise<void> {
  const { services } = state;
  const here = new Set(devicesHere(req.headers, code));
  const shown = credentials.filter((one) => one.participantToken ?? one.organizerToken);
  if (here.size === 0 || shown.length === 0) return;
  // For any code alike, and first: what `peopleIn` costs would show in the budget that there is a game.
  state.chargeCost(shown.length);
  const game = await services.store.readGame(code);
  const people = game ? await peopleIn(state, game, shown) : [];
  if (shown.some((one, index) => one.participantToken && !people[index])) {
    // A failed look-up, which counts, and waits during a lock-out. To sign out is refused to no one.
    await toLimitedError({ state }, new GameError("INVALID_TOKEN"));
  }
  if (!game) return;
  for (const [index, credential] of shown.entries()) {
    const number = credential.organizerToken ? ORGANIZER : people[index]?.number;
    if (number === undefined) continue;
    try {
      for (const { id: device } of devicesOf(game, number)) {
        if (device === kept || !here.has(device)) continue;
        await removeDevice(services, code, { action: "removeDevice", device }, credential);
      }
    } catch (error) {
      // They ended with the link or with the game.
      if (!(error instanceof GameError)) throw error;
    }
  }
}
