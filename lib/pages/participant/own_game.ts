import type { ParticipantAccess } from "../../game/access.ts";
import { isGiftClosed } from "../../game/assignments.ts";
import { type ErrorCode, GameError } from "../../game/errors.ts";
import type { Tokens } from "../../game/tokens.ts";
import type { Game, Participant } from "../../game/types.ts";
import { fingerprintOf } from "../../browser/handed_over.ts";
import { gamePath } from "../../browser/links.ts";
import { credentialFromCookie } from "../../http/cookies.ts";
import { toLimitedError } from "../../http/middleware/limit_requests.ts";
import { suggestLanguage } from "../../http/reader.ts";
import { openGame } from "../../operations/open.ts";
import type { Ctx } from "../../state.ts";

/** The code in the URL, and this device's credential as a participant of that game. */
export function ownCredential({ req, params: { code = "" } }: Ctx) {
  return { code, credential: credentialFromCookie(req.headers, code, "participant") };
}

/**
 * Opens the game in the URL for the participant who is signed in, even if by name alone.
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
  const readerId = readerName(game, access.participant);
  ctx.state.shownTo = { code, id: readerId };
  const reader = suggestLanguage(ctx, access.participant.language ?? game.language);
  return { code, credential, game, access, reader, readerId };
}

/**
 * Identifies the participant of a page to the browser. Independent of the service's keys, so that tabs and drafts
 * survive a key change.
 *
 * @param isFormer true if a later link has replaced the participant's
 */
export function readerName(
  { id }: Pick<Game, "id">,
  { number }: Pick<Participant, "number">,
  isFormer = false,
): string {
  return fingerprintOf(`${id} ${number} ${isFormer}`);
}

/**
 * True if a form with this `seen` (`Tokens.pair`) was shown for the giver's current receiver. False while the gift is
 * closed: no page has such a form then, and a forged one, or one sent with a later link, must not reveal the pair.
 */
export function isShownPair(tokens: Tokens, game: Game, giver: Participant, seen: string): boolean {
  return !isGiftClosed(game, giver) && tokens.isPair(game, giver, seen);
}

/**
 * Shows a participant's page. After a refusal, redirects to the game's page, which asks who the reader is or says what
 * has ended. Throws if the form is too long, because that page would not explain it.
 *
 * @param codes the refusals that redirect, if not all do
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
    const news = error.code === "EVENT_OVER" ? "?done=eventOver#news" : "";
    return ctx.redirect(gamePath(ctx.params.code ?? "") + news, 303);
  }
}
