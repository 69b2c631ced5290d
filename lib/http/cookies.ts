import { parseCookie, stringifySetCookie } from "cookie";
import { giftPath } from "../browser/links.ts";
import type { Credential } from "../game/access.ts";
import type { State } from "../state.ts";

const DAY = 86_400;
/** Longer than a year no browser keeps a cookie. */
const MAX_AGE = 400 * DAY;

/** Where and how long a cookie lives. */
export interface CookieOptions {
  path: string;
  /** Seconds; 0 deletes it. */
  maxAge: number;
  /** Whether scripts of the page may read it; never for a token. */
  isReadable?: boolean;
}

/** The value of a cookie; undefined where there is none or an empty one. */
export function readCookie(headers: Headers, name: string): string | undefined {
  return parseCookie(headers.get("cookie") ?? "")[name] || undefined;
}

/** A Set-Cookie header. @param origin reached by the reader: over https the cookie never leaves it again. */
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

/** As much of a request as its cookies need. */
interface Reached {
  state: Pick<State, "origin">;
}

/** Who is kept signed in at a game. */
export const ROLES = ["participant", "organizer"] as const;
export type Role = (typeof ROLES)[number];

/** Marks a participant's id, which opens an unprotected game, apart from a token. */
const ID = "id.";

/** What the cookies of a game's pages say of their reader. */
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

/** What a cookie says of someone. */
function valueOf({ organizerToken, participantToken, participantId }: Credential): string {
  return organizerToken ?? participantToken ?? `${ID}${participantId}`;
}

/** In seconds: until six weeks after the event, and at least for 30 days. */
function lastsFor({ date }: { date: string }): number {
  return Math.max(30 * DAY, (Date.parse(date) - Date.now()) / 1000 + 42 * DAY);
}

/** Whether a request comes with what someone is signed in by, at whatever game. */
export function isSignedIn(headers: Headers): boolean {
  return Object.keys(parseCookie(headers.get("cookie") ?? ""))
    .some((name) => ROLES.some((role) => name.startsWith(`${role}_`)));
}

/**
 * Keeps someone signed in at a game, until six weeks after the event and at least for 30 days.
 *
 * @param game date YYYY-MM-DD
 */
export function signIn(
  { state }: Reached,
  game: { code: string; date: string },
  credential: Credential,
): string {
  return writeCookie(state.origin, `${roleOf(credential)}_${game.code}`, valueOf(credential), {
    path: `/games/${game.code}`,
    maxAge: lastsFor(game),
  });
}

/** So many other people of a game a device remembers, and what stands between them. */
const OTHERS = { most: 12, separator: "~" };

/** The other people of a game that this device has been, the latest first. */
export function otherCredentials(headers: Headers, code: string): Credential[] {
  const values = readCookie(headers, `others_${code}`)?.split(OTHERS.separator) ?? [];
  return values.filter(Boolean).slice(0, OTHERS.most).map(toCredential);
}

/** Remembers these as other people of a game, for as long as someone is kept signed in. */
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

/** Forgets on this device who else it was at a game. */
export function forgetOthers({ state }: Reached, code: string): string {
  return writeCookie(state.origin, `others_${code}`, "", { path: `/games/${code}`, maxAge: 0 });
}

/** Forgets on this device who someone was at a game. */
export function signOut({ state }: Reached, code: string, role: Role): string {
  return writeCookie(state.origin, `${role}_${code}`, "", { path: `/games/${code}`, maxAge: 0 });
}

/** For how long what was opened without scripts may be shown, in seconds: as long as the answer takes. */
const GLANCE = 60;

/** What stands for one's own gift. */
const OWN_GIFT = "own";

/**
 * Lets the next page show a gift that was just opened without scripts: once, so that no address ever does.
 *
 * @param keptId of whose it is; null: one's own
 */
export function grantReveal({ state }: Reached, code: string, keptId: string | null): string {
  return writeCookie(state.origin, `gift_${code}`, keptId ?? OWN_GIFT, {
    path: giftPath(code),
    maxAge: GLANCE,
  });
}

/** The gift that may be shown now, by the id of whose it is; null: one's own; undefined: none. */
export function readRevealGrant(headers: Headers, code: string): string | null | undefined {
  const value = readCookie(headers, `gift_${code}`);
  return value === OWN_GIFT ? null : value;
}

/** Ends what `grantReveal` allowed. */
export function clearRevealGrant({ state }: Reached, code: string): string {
  return writeCookie(state.origin, `gift_${code}`, "", { path: giftPath(code), maxAge: 0 });
}

/** Whether an answer changes who someone is at a game, or forgets it. */
export function changesSignIn(answer: Response, code: string, role: Role): boolean {
  return answer.headers.getSetCookie().some((cookie) => cookie.startsWith(`${role}_${code}=`));
}

function roleOf({ organizerToken }: Credential): Role {
  return organizerToken ? "organizer" : "participant";
}
