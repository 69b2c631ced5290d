import { authorizeReader, type Credential } from "../../game/access.ts";
import { authorizeErasure } from "../../game/actions/erase.ts";
import { GameError } from "../../game/errors.ts";
import type { Game, Participant } from "../../game/types.ts";
import type { Tokens } from "../../game/tokens.ts";
import {
  credentialFromCookie,
  otherCredentials,
  rememberOthers,
  signIn,
} from "../../http/cookies.ts";
import { isCode, openGame } from "../../operations/open.ts";
import type { Services } from "../../services.ts";
import type { State } from "../../state.ts";
import { yieldToEventLoop } from "../../work/work_queue.ts";
import { readerName } from "../participant/own_game.ts";

/** Resolves a credential to a participant of the active game; null if it does not, or no longer, fit one. */
export async function resolveParticipant(
  services: Services,
  code: string,
  credential: Credential,
): Promise<{ game: Game; participant: Participant } | null> {
  if (!credential.participantToken && !credential.participantId) return null;
  try {
    const { game, access } = await openGame(services, code, credential, { markViewed: false });
    return access.role === "participant" ? { game, participant: access.participant } : null;
  } catch (error) {
    if (error instanceof GameError) return null;
    throw error;
  }
}

/** The part of a request's context that this module needs. */
interface OnDevice {
  req: Request;
  state: Pick<State, "origin">;
}

/**
 * Signs a participant in on a device, and remembers the one who was signed in before, because this device may hold the
 * only copy of their link.
 *
 * @returns the cookies.
 */
export function addAccount(
  ctx: OnDevice,
  game: { code: string; date: string },
  credential: Credential,
): string[] {
  const { headers } = ctx.req;
  const before = credentialFromCookie(headers, game.code, "participant");
  const isSomebody = Object.keys(before).length > 0;
  const others = [before, ...otherCredentials(headers, game.code)];
  return [
    ...(isSomebody ? [rememberOthers(ctx, game, others)] : []),
    signIn(ctx, game, credential),
  ];
}

/** Another participant remembered on a device. */
export interface OtherPerson {
  name: string;
  /** `Tokens.reader` of the participant. Not their index in the cookie, which changes with each sign-in. */
  key: string;
  credential: Credential;
}

/**
 * Finds the remembered participants whose link still opens a page, in the active game of a code or in a game archived
 * under it. For pages that belong to no participant: they offer a way back.
 */
export async function findRememberedParticipants(
  state: Charged,
  code: string,
  headers: Headers,
  present: Participant | null = null,
): Promise<OtherPerson[]> {
  const remembered = otherCredentials(headers, code);
  if (remembered.length === 0 || !isCode(code)) return [];
  const { store } = state.services;
  const latest = await store.readGame(code);
  const active = latest && !latest.archivedAt ? [latest] : [];
  const games = [...active, ...await store.readArchivedGames(code)];
  return await rememberedParticipants(state, games, present, remembered);
}

/**
 * Finds the remembered participants who are in one of these games, except the present one. If clients at the same IP
 * address have used up the budget, leaves them out rather than refusing the present participant their own page.
 */
export async function rememberedParticipants(
  state: Charged,
  games: readonly Game[],
  present: Participant | null,
  remembered: readonly Credential[],
): Promise<OtherPerson[]> {
  const people: (Participant | null)[][] = [];
  try {
    for (const game of games) people.push(await peopleIn(state, game, remembered));
  } catch (error) {
    if (!present || !(error instanceof GameError && error.is("TOO_MANY_REQUESTS"))) throw error;
  }
  const others = new Map<string, OtherPerson>();
  for (const [place, credential] of remembered.entries()) {
    const at = people.findIndex((inGame) => inGame[place]);
    const [game, person] = [games[at], people[at]?.[place]];
    if (!game || !person) continue;
    const { id, name } = person;
    const key = readerName(game, person);
    if (id !== present?.id && !others.has(id)) others.set(id, { name, key, credential });
  }
  return [...others.values()];
}

/** The part of a request's state that pays for look-ups. */
type Charged = Pick<State, "chargeCost"> & { services: Pick<Services, "store" | "tokens"> };

/** Number of token comparisons that cost as much as a small request. */
const COMPARED = 1_000;
/** Number of people that are compared before yielding to other requests. */
const SLICE = 100;

/**
 * Resolves many credentials to participants of a game, active or archived, in the same order; null: no participant.
 * Anyone may send a cookie with fifty wrong credentials, so the game's tokens are derived only once, and charged for.
 *
 * @throws {GameError} 429 if the budget is used up.
 */
export async function peopleIn(
  { services: { tokens }, chargeCost }: Charged,
  game: Game,
  credentials: readonly Credential[],
): Promise<(Participant | null)[]> {
  const isUnknown = ({ participantToken: token }: Credential) =>
    token !== undefined && !tokens.knownHolder(game, token);
  const unknown = credentials.filter(isUnknown).map(({ participantToken = "" }) =>
    participantToken
  );
  const { id, participants } = game;
  if (unknown.length > 0) {
    chargeCost(Math.ceil(unknown.length * participants.length / COMPARED));
    for (let start = 0; start < participants.length; start += SLICE) {
      if (start > 0) await yieldToEventLoop();
      tokens.learn({ id, participants: participants.slice(start, start + SLICE) }, unknown);
    }
  }
  return credentials.map((one) => isUnknown(one) ? null : personIn(game, one, tokens));
}

/** Resolves a credential to a participant of a game, active or archived; null if it fits no one. */
export function personIn(game: Game, credential: Credential, tokens: Tokens): Participant | null {
  try {
    if (game.archivedAt) return authorizeErasure(game, credential, tokens);
    const access = authorizeReader(game, credential, tokens);
    return access.role === "participant" ? access.participant : null;
  } catch (error) {
    if (error instanceof GameError) return null;
    throw error;
  }
}
