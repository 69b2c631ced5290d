import { agreeHandover as decideHandover } from "../game/actions/seal.ts";
import { type Claim, findClaim, findFormerHolder, type FormerHolder } from "../game/claims.ts";
import { GameError } from "../game/errors.ts";
import { pairsHiddenFromOrganizer } from "../game/seal.ts";
import type { Tokens } from "../game/tokens.ts";
import type { Game } from "../game/types.ts";
import type { Services } from "../services.ts";
import { findActiveGame, isCode } from "./open.ts";

/**
 * Loads whose place a claim is for; nothing changes by it, as previews fetch it, too.
 *
 * @throws {GameError} 404 where there is no active game, 403 for what was no claim of it.
 */
export async function openClaim(
  services: Services,
  code: string,
  claimToken: string,
): Promise<Claim & { game: Game }> {
  const game = await findActiveGame(services, code);
  return { game, ...findClaim(game, claimToken, services.tokens, new Date()) };
}

/** Who had this link in a sealed game before a later one took its place; null: nobody, or no such game. */
export async function openFormerPlace(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  code: string,
  participantToken: string | undefined,
): Promise<FormerHolder & { game: Game } | null> {
  const game = isCode(code) ? await store.readGame(code) : null;
  if (!game || game.archivedAt || !pairsHiddenFromOrganizer(game) || !participantToken) return null;
  const former = findFormerHolder(game, participantToken, tokens);
  return former && { game, ...former };
}

/**
 * Shows a gift to who holds the link to it now, as the one who opened it by the link before agrees.
 *
 * @throws {GameError} 404 where there is no active game, 401 without a token, 403 for one by which no gift was
 * opened that is withheld from another.
 */
export async function agreeHandover(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  code: string,
  participantToken: string | undefined,
): Promise<void> {
  if (!isCode(code)) throw new GameError("GAME_NOT_FOUND");
  await store.changeGame(code, (game) => {
    if (!game) throw new GameError("GAME_NOT_FOUND");
    const { participant } = requireAsked(game, participantToken, tokens);
    return { game: decideHandover(game, participant), outbox: null, result: undefined };
  });
}

function requireAsked(game: Game, participantToken: string | undefined, tokens: Tokens) {
  if (!participantToken) throw new GameError("TOKEN_REQUIRED", { which: "participant" });
  const former = pairsHiddenFromOrganizer(game)
    ? findFormerHolder(game, participantToken, tokens)
    : null;
  if (!former?.isAsked) throw new GameError("INVALID_TOKEN");
  return former;
}
