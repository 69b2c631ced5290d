import { parseCookie, stringifySetCookie } from "cookie";
import { giftPath } from "../browser/links.ts";
import type { Credential } from "../game/access.ts";
import type { State } from "../state.ts";

const DAY = 86_400;
/** Maximum lifetime of a cookie in browsers, in seconds. */
const MAX_AGE = 400 * DAY;

/** Path and lifetime of a cookie. */
interface CookieOptions {
  path: string;
  /** Seconds; 0 deletes it. */
  maxAge: number;
  /** True if scripts of the page may read the cookie; never for a token. */
  isReadable?: boolean;
}

/** The value of a cookie; undefined without one or with an empty one. */
export function readCookie(headers: Headers, name: string): string | undefined {
  return parseCookie(headers.get("cookie") ?? "")[name] || undefined;
}

/** Builds a Set-Cookie header. @param origin as the reader sees it; with https the cookie is `Secure`. */
export function writeCookie(
  origin: string,
  name: string,
  value: string,
  { path, maxAge, isReadable = false }: CookieOptions,
): string {
  return stringifySetCookie({
    name,
    value,
    path,
    maxAge: Math.round(Math.min(maxAge, MAX_AGE)),
    sameSite: "lax",
    httpOnly: !isReadable,
    secure: origin.startsWith("https:"),
  });
}

/** Adds cookies to an answer. */
export function withCookies(answer: Response, ...cookies: readonly string[]): Response {
  for (const cookie of cookies) answer.headers.append("set-cookie", cookie);
  return answer;
}

/** The part of a request context that cookies need. */
interface Reached {
  state: Pick<State, "origin">;
}

/** The roles that a game's cookies remember. */
export const ROLES = ["participant", "organizer"] as const;
export type Role = (typeof ROLES)[number];

/** Prefix that distinguishes a participant's id, which opens an unprotected game, from a token. */
const ID = "id.";

/** Reads the credential that a game's cookie holds. */
export function credentialFromCookie(headers: Headers, code: string, role: Role): Credential {
  const value = readCookie(headers, `${role}_${code}`);
  if (!value) return {};
  return role === "organizer" ? { organizerToken: value } : toCredential(value);
}

function toCredential(value: string): Credential {
  return value.startsWith(ID)
    ? { participantId: value.slice(ID.length) }
    : { participantToken: value };
}

/** The cookie's value for a credential. */
function valueOf({ organizerToken, participantToken, participantId }: Credential): string {
  return organizerToken ?? participantToken ?? `${ID}${participantId}`;
}

/** Lifetime in seconds: until six weeks after the event, and at least 180 days, because an event may be postponed. */
export function lastsFor({ date }: { date: string }): number {
  return Math.max(180 * DAY, (Date.parse(date) - Date.now()) / 1000 + 42 * DAY);
}

/** The cookie that names the games of a device. It is sent to every page, but does not sign in to any game. */
export const OWN_GAMES = "games";

/** True when a request has a sign-in cookie of any game, or the cookie that names games. */
export function hasGameCookie(headers: Headers): boolean {
  return Object.keys(parseCookie(headers.get("cookie") ?? ""))
    .some((name) => name === OWN_GAMES || ROLES.some((role) => name.startsWith(`${role}_`)));
}

/**
 * Keeps a participant or the organizer signed in to a game for `lastsFor` seconds.
 *
 * @param game date YYYY-MM-DD
 */
export function signIn(
  { state }: Reached,
  game: { code: string; date: string },
  credential: Credential,
): string {
  const role: Role = credential.organizerToken ? "organizer" : "participant";
  return writeCookie(state.origin, `${role}_${game.code}`, valueOf(credential), {
    path: `/games/${game.code}`,
    maxAge: lastsFor(game),
  });
}

/** Maximum number of other people of a game that a device remembers, and the separator between their credentials. */
const OTHERS = { most: 50, separator: "~" };

/** Credentials of the other people this device was signed in as in a game, the latest first. */
export function otherCredentials(headers: Headers, code: string): Credential[] {
  const values = readCookie(headers, `others_${code}`)?.split(OTHERS.separator) ?? [];
  return values.filter(Boolean).slice(0, OTHERS.most).map(toCredential);
}

/** Remembers the other people of a game for as long as a sign-in lasts. */
export function rememberOthers(
  { state }: Reached,
  game: { code: string; date: string },
  others: readonly Credential[],
): string {
  const values = [...new Set(others.map(valueOf))].slice(0, OTHERS.most);
  return writeCookie(state.origin, `others_${game.code}`, values.join(OTHERS.separator), {
    path: `/games/${game.code}`,
    maxAge: values.length === 0 ? 0 : lastsFor(game),
  });
}

/** Forgets the other people of a game on this device. */
export function forgetOthers({ state }: Reached, code: string): string {
  return writeCookie(state.origin, `others_${code}`, "", { path: `/games/${code}`, maxAge: 0 });
}

/** Signs the device out of a game. */
export function signOut({ state }: Reached, code: string, role: Role): string {
  return writeCookie(state.origin, `${role}_${code}`, "", { path: `/games/${code}`, maxAge: 0 });
}

/** How long a gift opened without scripts can be shown, in seconds; long enough for the redirect. */
const GLANCE = 60;

/** Cookie value for the reader's own gift. */
const OWN_GIFT = "own";

/**
 * Lets the next page show a gift that was just opened without scripts, once, so that no URL ever shows it.
 *
 * @param keptId id of the kept person whose gift it is; null for the reader's own
 */
export function grantReveal({ state }: Reached, code: string, keptId: string | null): string {
  return writeCookie(state.origin, `gift_${code}`, keptId ?? OWN_GIFT, {
    path: giftPath(code),
    maxAge: GLANCE,
  });
}

/** The gift that may be shown now: the kept person's id, null for the reader's own, undefined for none. */
export function readRevealGrant(headers: Headers, code: string): string | null | undefined {
  const value = readCookie(headers, `gift_${code}`);
  return value === OWN_GIFT ? null : value;
}

/** Revokes what `grantReveal` allowed. */
export function clearRevealGrant({ state }: Reached, code: string): string {
  return writeCookie(state.origin, `gift_${code}`, "", { path: giftPath(code), maxAge: 0 });
}

/** True when an answer changes or ends a sign-in at a game. */
export function changesSignIn(answer: Response, code: string, role: Role): boolean {
  return answer.headers.getSetCookie().some((cookie) => cookie.startsWith(`${role}_${code}=`));
}
