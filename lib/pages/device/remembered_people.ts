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

/** Who someone is in an active game; null: nobody there, or not any more. */
export async function resolveParticipant(
  services: Services,
  code: string,
  credential: Credential,
): Promise<Participant | null> {
  if (!credential.participantToken && !credential.participantId) return null;
  try {
    const { access } = await openGame(services, code, credential, { markViewed: false });
    return access.role === "participant" ? access.participant : null;
  } catch (error) {
    if (error instanceof GameError) return null;
    throw error;
  }
}

/** As much of a request as tells who is on its device. */
interface OnDevice {
  req: Request;
  state: Pick<State, "origin">;
}

/**
 * Signs someone in on a device, which remembers who was signed in there before: that link may be the only one
 * they have.
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

/** Someone else whom a device remembers. */
export interface OtherPerson {
  name: string;
  /** Their place in the list of the cookie. */
  place: number;
}

/** Those of the remembered who are in the game still, without who is there now. */
export function rememberedParticipants(
  game: Game,
  present: Participant | null,
  remembered: readonly Credential[],
  tokens: Tokens,
): OtherPerson[] {
  return othersIn([game], present, remembered, tokens);
}

/**
 * Those of the remembered to whom a link still shows a page: in the active game of a code, or in one archived
 * under it. For pages that show nobody's own, so that there is a way back from them.
 */
export async function findRememberedParticipants(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  code: string,
  headers: Headers,
  present: Participant | null = null,
): Promise<OtherPerson[]> {
  const remembered = otherCredentials(headers, code);
  if (remembered.length === 0 || !isCode(code)) return [];
  const latest = await store.readGame(code);
  const active = latest && !latest.archivedAt ? [latest] : [];
  const games = [...active, ...await store.readArchivedGames(code)];
  return othersIn(games, present, remembered, tokens);
}

function othersIn(
  games: readonly Game[],
  present: Participant | null,
  remembered: readonly Credential[],
  tokens: Tokens,
): OtherPerson[] {
  const others = new Map<string, OtherPerson>();
  for (const [place, credential] of remembered.entries()) {
    for (const game of games) {
      const person = personIn(game, credential, tokens);
      if (!person) continue;
      const { id, name } = person;
      if (id !== present?.id && !others.has(id)) others.set(id, { name, place });
      break;
    }
  }
  return [...others.values()];
}

/** Who a credential stands for in a game, archived ones too; null: nobody. */
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
