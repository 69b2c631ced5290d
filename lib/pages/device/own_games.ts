import type { Credential } from "../../game/access.ts";
import type { Tokens } from "../../game/tokens.ts";
import type { Game } from "../../game/types.ts";
import {
  changesSignIn,
  credentialFromCookie,
  OWN_GAMES,
  readCookie,
  type Role,
  ROLES,
  writeCookie,
} from "../../http/cookies.ts";
import { isCode } from "../../operations/open.ts";
import type { State } from "../../state.ts";
import { yieldToEventLoop } from "../../work/work_queue.ts";
import { personIn } from "./remembered_people.ts";

/** A game that a device holds a link to. */
export type OwnGame = Awaited<ReturnType<typeof findOwnGames>>[number];

/**
 * A line of the cookie with which the start page links back to games. Unlike sign-in cookies, the browser sends it to
 * every page, and it opens nothing. Only the service can make its mark, which depends on the game's id because codes
 * are reused.
 */
interface Line {
  code: string;
  role: Role;
  mark: string;
}

const YEAR = 365 * 86_400;
/** Maximum number of lines, the latest first. */
const MOST = 8;
/** Characters of a mark: 96 bits. */
const MARK_LENGTH = 16;

/** The part of a request's context that this module needs. */
interface OnDevice {
  req: Pick<Request, "headers">;
  state: Pick<State, "services" | "origin" | "chargeCost" | "game">;
}

/** Finds the active games that this device holds links to, the most recently opened first. */
export async function findOwnGames({ req, state }: OnDevice) {
  const { store, tokens } = state.services;
  const rolesOf = Map.groupBy(readLines(req.headers), ({ code }) => code);
  // Anyone may send such a cookie, so each game in it costs as much as a request.
  if (rolesOf.size > 0) state.chargeCost(rolesOf.size);
  const found = await Promise.all([...rolesOf].map(async ([code, lines]) => {
    const game = await store.readGame(code);
    if (!game || game.archivedAt) return [];
    const roles = lines.filter((line) => marksOf(tokens, game, line.role).includes(line.mark))
      .map(({ role }) => role);
    // The roles in which its links open the game.
    return roles.length > 0 ? [{ game, roles }] : [];
  }));
  return found.flat();
}

/** Returns the headers of a page that shows these games, which must not be cached. */
export function headersFor(games: readonly unknown[]): Record<string, string> {
  return games.length > 0 ? { "cache-control": "no-store" } : {};
}

/**
 * Remembers on a device which games it has opened, and forgets those whose sign-in changes.
 *
 * @param answer the page of the game that was just asked for.
 * @returns a Set-Cookie header; null: nothing changes.
 */
export async function rememberOpened(
  { req, state }: OnDevice,
  code: string,
  answer: Response,
): Promise<string | null> {
  const lines = readLines(req.headers);
  // A new sign-in may be to another game with the same code, so the next page adds the line.
  const kept = lines.filter((line) =>
    line.code !== code || !changesSignIn(answer, code, line.role)
  );
  const opened = answer.status === 200 ? await findOpened({ req, state }, code, kept) : [];
  if (kept.length === lines.length && opened.length === 0) return null;
  const value = [...opened, ...kept].slice(0, MOST)
    .map(({ code, role, mark }) => `${code}.${role}.${mark}`).join("~");
  return writeCookie(state.origin, OWN_GAMES, value, { path: "/", maxAge: value ? YEAR : 0 });
}

/** Returns the missing lines for the roles in which the device is signed in to the game. */
async function findOpened(
  { req, state }: OnDevice,
  code: string,
  known: readonly Line[],
): Promise<Line[]> {
  const missing = ROLES.map((role) => ({
    role,
    credential: credentialFromCookie(req.headers, code, role),
  })).filter(({ role, credential }) =>
    Object.keys(credential).length > 0 &&
    !known.some((line) => line.code === code && line.role === role)
  );
  if (missing.length === 0) return [];
  const { store, tokens, sizes } = state.services;
  if (sizes.isLarge(code)) await yieldToEventLoop();
  const game = state.game ?? await store.readGame(code);
  if (!game || game.archivedAt) return [];
  return missing.filter(({ credential }) => opens(game, credential, tokens))
    .map(({ role }) => ({ code, role, mark: marksOf(tokens, game, role)[0] }));
}

function opens(game: Game, credential: Credential, tokens: Tokens): boolean {
  const { organizerToken } = credential;
  return organizerToken
    ? tokens.isOrganizer(game, organizerToken)
    : personIn(game, credential, tokens) !== null;
}

/** Returns a game's marks: first with the service's current key, then with its earlier keys. */
function marksOf(tokens: Tokens, { id }: Pick<Game, "id">, role: Role): [string, ...string[]] {
  const [first, ...others] = tokens.hashes("opened on device", id, role);
  const shorten = (hash: string) => hash.slice(0, MARK_LENGTH);
  return [shorten(first), ...others.map(shorten)];
}

function readLines(headers: Headers): Line[] {
  return (readCookie(headers, OWN_GAMES) ?? "").split("~").slice(0, MOST).flatMap((line) => {
    const [code = "", name, mark = ""] = line.split(".");
    const role = ROLES.find((one) => one === name);
    return role && isCode(code) && mark.length === MARK_LENGTH ? [{ code, role, mark }] : [];
  });
}
