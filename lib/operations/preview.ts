import { authorizeReader, requireInvitation } from "../game/access.ts";
import { findClaim } from "../game/claims.ts";
import type { Game } from "../game/types.ts";
import type { Services } from "../services.ts";
import { findActiveGame, isCode } from "./open.ts";

/** The parts of a link to a game: its code and at most one token. */
export interface SharedLink {
  code: string;
  participantToken?: string | undefined;
  invitationToken?: string | undefined;
  claimToken?: string | undefined;
}

/**
 * Loads the game that the preview of a link shows. The code alone is enough if the game is unprotected.
 *
 * @throws {GameError} the error that opening the link would give.
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

/** Finds the active game whose preview picture this key opens; null if there is none. */
export async function findPictured(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  code: string,
  key: string,
): Promise<Game | null> {
  const game = isCode(code) ? await store.readGame(code) : null;
  return game && !game.archivedAt && tokens.isPreview(game, key) ? game : null;
}
