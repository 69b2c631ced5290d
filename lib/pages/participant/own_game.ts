import type { Context } from "fresh";
import { GameError } from "../../game/errors.ts";
import { gamePath } from "../../browser/links.ts";
import { credentialFromCookie } from "../../http/cookies.ts";
import { suggestLanguage } from "../../http/reader.ts";
import { openGame } from "../../operations/open.ts";
import type { State } from "../../state.ts";

/**
 * Opens the game in the URL for the participant who is signed in by their token.
 *
 * @throws {GameError} 404, 401 or 403 for game and sign-in; 401 for a participant without a token.
 */
export async function openOwnGame(ctx: Context<State>) {
  const code = ctx.params.code ?? "";
  const credential = credentialFromCookie(ctx.req.headers, code, "participant");
  const { game, access } = await openGame(ctx.state.services, code, credential, {
    markViewed: false,
  });
  if (access.role !== "participant" || !access.hasToken) {
    throw new GameError("TOKEN_REQUIRED", { which: "participant" });
  }
  const reader = suggestLanguage(ctx, access.participant.language ?? game.language);
  return { game, access, credential, reader };
}

/** Shows a participant's page; otherwise the game's own page asks who it is, and says what has ended. */
export async function orGamePage<Shown>(ctx: Context<State>, show: () => Promise<Shown>) {
  try {
    return await show();
  } catch (error) {
    if (!(error instanceof GameError) || error.status >= 429) throw error;
    return ctx.redirect(gamePath(ctx.params.code ?? ""), 303);
  }
}
