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

/** The participant that a credential stands for in the active game, and the game; null: none, or none any more. */
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

/** The part of a request's context that is needed here. */
interface OnDevice {
  req: Request;
  state: Pick<State, "origin">;
}

/**
 * Signs a participant in on a device, and remembers the one who was signed in before: this device may hold the only
 * copy of their link.
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
  /** `Tokens.reader` of them: their place in the cookie is another after each sign-in. */
  key: string;
  credential: Credential;
}

/**
 * The remembered participants whose link still opens a page, in the active game of a code or in a game archived
 * under it. For pages that belong to no participant, so that there is a way back from them.
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
 * The remembered participants who are in one of these games, except the present one. What others behind the same address
 * have used up must not refuse someone their own page: it is shown without them.
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
    const key = state.services.tokens.reader(game, person);
    if (id !== present?.id && !others.has(id)) others.set(id, { name, key, credential });
  }
  return [...others.values()];
}

/** The part of a request's state that pays for look-ups. */
type Charged = Pick<State, "chargeCost"> & { services: Pick<Services, "store" | "tokens"> };

/** Comparisons of tokens that are as much work as a small request. */
const COMPARED = 1_000;
/** How many people are compared before others' requests go on. */
const SLICE = 100;

/**
 * The participants that many credentials stand for in a game, active or archived, each in its place; null: none. Anyone
 * may send a cookie with fifty wrong ones, so the tokens of a game are derived once, and not free of charge.
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

/** The participant that a credential stands for in a game, active or archived; null: none. */
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
