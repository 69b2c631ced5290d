import { agreeHandover as decideHandover } from "../game/actions/seal.ts";
import { type Claim, findClaim, findFormerHolder, type FormerHolder } from "../game/claims.ts";
import { GameError } from "../game/errors.ts";
import { isRevealBlocked, pairsHiddenFromOrganizer } from "../game/seal.ts";
import type { Tokens } from "../game/tokens.ts";
import type { Game } from "../game/types.ts";
import { wishHeadOf } from "../game/wishes.ts";
import type { Services } from "../services.ts";
import { findActiveGame, isCode } from "./open.ts";

/**
 * Loads the place that a claim link is for. Changes nothing, because link previews also fetch it.
 *
 * @throws {GameError} 404 without an active game; 401 or 403 if the token was never a claim of it.
 */
export async function openClaim(
  services: Services,
  code: string,
  claimToken: string,
): Promise<Claim & { game: Game }> {
  const game = await findActiveGame(services, code);
  return { game, ...findClaim(game, claimToken, services.tokens, new Date()) };
}

/** Finds the participant of a sealed game to whom a former link belongs; null if there is none. */
export async function openFormerPlace(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  code: string,
  participantToken: string | undefined,
): Promise<FormerHolder & { game: Game } | null> {
  const game = isCode(code) ? await store.readGame(code) : null;
  if (!game || game.archivedAt || !pairsHiddenFromOrganizer(game) || !participantToken) return null;
  const former = findFormerHolder(game, participantToken, tokens);
  // A participant who has erased their data gets no new link.
  return former && former.participant.erasedAt === null ? { game, ...former } : null;
}

/**
 * Unlocks a gift for the holder of the current link, with the consent of the person who opened it through the former
 * link. Messages, wish list and address are handed over with it. If no gift is locked, only the list and the address
 * are, if they were entered through that link.
 *
 * @param participantToken of the former link.
 * @throws {GameError} 404 without an active game; 401 without a token; 403 unless the token belongs to a former link
 * whose holder is asked.
 */
export async function agreeHandover(
  { store, tokens }: Pick<Services, "store" | "tokens">,
  code: string,
  participantToken: string | undefined,
): Promise<void> {
  if (!isCode(code)) throw new GameError("GAME_NOT_FOUND");
  await store.changeGame(code, (game) => {
    if (!game) throw new GameError("GAME_NOT_FOUND");
    const { participant, version } = requireAsked(game, participantToken, tokens);
    const { number, tokenVersion } = participant;
    // If no gift is locked, the former holder has agreed to hand over the list and the address, but not the messages.
    const isGift = isRevealBlocked(game, participant);
    const isListTheirs = wishHeadOf(game, number)?.version === version;
    return {
      game: decideHandover(game, participant, version),
      ...isListTheirs && { wishList: { participant: number, version: tokenVersion } },
      ...isGift && {
        renewal: { participant: number, from: version, to: tokenVersion, isMessagesAlone: true },
      },
      outbox: null,
      result: undefined,
    };
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
