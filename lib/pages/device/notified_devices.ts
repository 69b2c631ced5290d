import type { Credential } from "../../game/access.ts";
import { devicesOf } from "../../game/devices.ts";
import { GameError } from "../../game/errors.ts";
import { type Game, ORGANIZER } from "../../game/types.ts";
import { lastsFor, readCookie, writeCookie } from "../../http/cookies.ts";
import { toLimitedError } from "../../http/middleware/limit_requests.ts";
import { removeDevice } from "../../operations/devices.ts";
import type { State } from "../../state.ts";
import { peopleIn } from "./remembered_people.ts";

/** The part of a request's context that this module needs. */
interface OnDevice {
  req: Request;
  state: Pick<State, "origin" | "services" | "chargeCost" | "lookups">;
}

/** Maximum number of device ids that a browser remembers: one for each person signed in on it. */
const MOST = 12;

/** The ids under which a game notifies people in this browser: one for each person who shares it. */
export function devicesHere(headers: Headers, code: string): string[] {
  return readCookie(headers, `devices_${code}`)?.split("~") ?? [];
}

/** Remembers another device id. @returns the cookie */
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
 * Ends this browser's notifications for people who sign out. Notifications for others stay.
 *
 * @param kept id of the device that replaces the others, and stays.
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
  // Charged first, and for every code: otherwise the cost of `peopleIn` would reveal that the game exists.
  state.chargeCost(shown.length);
  const game = await services.store.readGame(code);
  const people = game ? await peopleIn(state, game, shown) : [];
  if (shown.some((one, index) => one.participantToken && !people[index])) {
    // Counts as a failed look-up, and is delayed during a lock-out. Signing out is never refused.
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
      // The notifications have already ended with the link or the game.
      if (!(error instanceof GameError)) throw error;
    }
  }
}
