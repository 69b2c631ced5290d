/** Restricts the creation of games to holders of a key, if the operator has set any. */
import { GameError } from "../game/errors.ts";
import { isSameSecret } from "../game/tokens.ts";
import type { Settings } from "../settings.ts";
import type { State } from "../state.ts";
import { readCookie, writeCookie } from "./cookies.ts";

const COOKIE = "create_key";
/** A year, in seconds. */
const MAX_AGE = 365 * 86_400;

type Keys = Pick<Settings, "createKeys">;

/**
 * Checks that a key allows creating games. Compares every key, so that timing reveals nothing.
 *
 * @throws {GameError} 401 without a key, 403 with a wrong one, which counts as a failed look-up.
 */
export function requireCreateKey({ createKeys }: Keys, given: string | undefined): void {
  if (createKeys.length === 0) return;
  if (!given) throw new GameError("CREATE_KEY_REQUIRED");
  if (!isAmong(createKeys, given)) throw new GameError("INVALID_CREATE_KEY");
}

/** True if this browser may create games: no key is required, or its stored key is still valid. */
export function mayCreate(settings: Keys, headers: Headers): boolean {
  const key = readCookie(headers, COOKIE);
  return settings.createKeys.length === 0 ||
    (key !== undefined && isAmong(settings.createKeys, key));
}

function isAmong(keys: readonly string[], given: string): boolean {
  return keys.filter((key) => isSameSecret(given, key)).length > 0;
}

/** Stores a key in the browser. */
export function keepCreateKey({ state }: { state: Pick<State, "origin"> }, key: string): string {
  return writeCookie(state.origin, COOKIE, key, { path: "/", maxAge: MAX_AGE });
}
