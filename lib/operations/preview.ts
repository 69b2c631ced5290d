import { authorizeReader, requireInvitation } from "../game/access.ts";
import { findClaim } from "../game/claims.ts";
import type { Game } from "../game/types.ts";
import type { Services } from "../services.ts";
import { findActiveGame, isCode } from "./open.ts";

/** A link to a game, as it is passed on: its code, and at most one of the others. */
export interface SharedLink {
  code: string;
  participantToken?: string | undefined;
  invitationToken?: string | undefined;
  claimToken?: string | undefined;
}

/**
 * The game of which a link shows who invites to what, when. By the code alone it does where everyone with the code
 * may read the game.
 *
 * @throws {GameError} as who opens the link is refused.
 */
export async function openSharedLink(services: Services, link: SharedLink): Promise<Game> {
  const { code, participantToken, invitationToken, claimToken } = link;
  const { tokens } = services;
  const game = await findActiveGame(services, code);
  if (invitationToken !== undefined) requireInvitation(game, invitationToken, tokens);
  else if (claimToken !== undefined) findClaim(game, claimToken, tokens, new Date());
  else authorizeReader(game, { participantToken }, tokens);
  return game;
}

/** The game of which this key opens the picture; null: there is none. */
export async function findPictured(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  code: string,
  key: string,
): Promise<Game | null> {
  const game = isCode(code) ? await store.readGame(code) : null;
  return game && !game.archivedAt && tokens.isPreview(game, key) ? game : null;
}
