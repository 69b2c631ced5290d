import type { ParticipantAccess } from "../../game/access.ts";
import { isGiftClosed } from "../../game/assignments.ts";
import { type ErrorCode, GameError } from "../../game/errors.ts";
import type { Tokens } from "../../game/tokens.ts";
import type { Game, Participant } from "../../game/types.ts";
import { gamePath } from "../../browser/links.ts";
import { credentialFromCookie } from "../../http/cookies.ts";
import { toLimitedError } from "../../http/middleware/limit_requests.ts";
import { suggestLanguage } from "../../http/reader.ts";
import { openGame } from "../../operations/open.ts";
import type { Ctx } from "../../state.ts";

/** The code in the URL, and what this device shows there as a participant. */
export function ownCredential({ req, params: { code = "" } }: Ctx) {
  return { code, credential: credentialFromCookie(req.headers, code, "participant") };
}

/**
 * Opens the game in the URL for the participant who is signed in, be it by name alone.
 *
 * @throws {GameError} 404 or 403 for game and sign-in.
 */
export function openAsParticipant(ctx: Ctx) {
  return open(ctx, () => true, new GameError("INVALID_TOKEN"));
}

/**
 * Opens the game in the URL for the participant who is signed in by their token.
 *
 * @throws {GameError} 404, 401 or 403 for game and sign-in; 401 for a participant without a token.
 */
export function openOwnGame(ctx: Ctx) {
  const refusal = new GameError("TOKEN_REQUIRED", { which: "participant" });
  return open(ctx, ({ hasToken }) => hasToken, refusal);
}

async function open(
  ctx: Ctx,
  isEnough: (access: ParticipantAccess) => boolean,
  refusal: GameError,
) {
  const { code, credential } = ownCredential(ctx);
  const opened = await openGame(ctx.state.services, code, credential, { markViewed: false });
  const { game, access } = opened;
  if (access.role !== "participant" || !isEnough(access)) throw refusal;
  const readerId = ctx.state.services.tokens.reader(game, access.participant);
  ctx.state.shownTo = { code, id: readerId };
  const reader = suggestLanguage(ctx, access.participant.language ?? game.language);
  return { code, credential, game, access, reader, readerId };
}

/**
 * True if a form with this `seen` (`Tokens.pair`) was shown for the receiver that the giver has now. While a gift is
 * closed there is no such form, and none may tell who is in it; nor does a later link learn of the pair.
 */
export function isShownPair(tokens: Tokens, game: Game, giver: Participant, seen: string): boolean {
  return !isGiftClosed(game, giver) && tokens.isPair(game, giver, seen);
}

/**
 * Shows a participant's page; otherwise the game's own page asks who it is, and says what has ended. Of a form that is
 * too long it would say nothing.
 *
 * @param codes the refusals that lead there, if not all do
 */
export async function orGamePage<Shown>(
  ctx: Ctx,
  show: () => Promise<Shown>,
  codes?: readonly ErrorCode[],
) {
  try {
    return await show();
  } catch (error) {
    if (codes && !(error instanceof GameError && codes.includes(error.code))) throw error;
    const judged = await toLimitedError(ctx, error);
    if (judged !== error || !(error instanceof GameError)) throw judged;
    if (error.status >= 429 || error.code === "BODY_TOO_LARGE") throw error;
    return ctx.redirect(gamePath(ctx.params.code ?? ""), 303);
  }
}
