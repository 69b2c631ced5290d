import { parseCookie, stringifySetCookie } from "cookie";
import type { Credential } from "../game/access.ts";
import type { State } from "../state.ts";

const DAY = 86_400;
/** Longer than a year no browser keeps a cookie. */
const LONGEST = 400 * DAY;

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
    maxAge: Math.round(Math.min(maxAge, LONGEST)),
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
const ROLES = ["participant", "organizer"] as const;
type Role = (typeof ROLES)[number];

/** Marks a participant's id, which opens an unprotected game, apart from a token. */
const ID = "id.";

/** What the cookies of a game's pages say of their reader. */
export function pageCredential(headers: Headers, code: string, role: Role): Credential {
  const value = readCookie(headers, `${role}_${code}`);
  if (!value) return {};
  if (role === "organizer") return { organizerToken: value };
  return value.startsWith(ID)
    ? { participantId: value.slice(ID.length) }
    : { participantToken: value };
}

/** Whether a request comes with what somebody is signed in by, at whatever game. */
export function isSignedIn(headers: Headers): boolean {
  return Object.keys(parseCookie(headers.get("cookie") ?? ""))
    .some((name) => ROLES.some((role) => name.startsWith(`${role}_`)));
}

/**
 * Keeps somebody signed in at a game, until six weeks after the event and at least for 30 days.
 *
 * @param game date YYYY-MM-DD
 */
export function signIn(
  { state }: Reached,
  game: { code: string; date: string },
  credential: Credential,
): string {
  const value = credential.organizerToken ?? credential.participantToken ??
    `${ID}${credential.participantId}`;
  const untilEvent = (Date.parse(game.date) - Date.now()) / 1000;
  return writeCookie(state.origin, `${roleOf(credential)}_${game.code}`, value, {
    path: `/games/${game.code}`,
    maxAge: Math.max(30 * DAY, untilEvent + 42 * DAY),
  });
}

/** Forgets on this device who somebody was at a game. */
export function signOut({ state }: Reached, code: string, role: Role): string {
  return writeCookie(state.origin, `${role}_${code}`, "", { path: `/games/${code}`, maxAge: 0 });
}

function roleOf({ organizerToken }: Credential): Role {
  return organizerToken ? "organizer" : "participant";
}
