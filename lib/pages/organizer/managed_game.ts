import { managePath } from "../../browser/links.ts";
import { daysUntil } from "../../game/calendar.ts";
import { type ErrorCode, GameError } from "../../game/errors.ts";
import { nextSteps } from "../../game/next_steps.ts";
import type { Game } from "../../game/types.ts";
import { organizerView } from "../../game/views.ts";
import { openGame } from "../../operations/open.ts";
import type { Ctx } from "../../state.ts";
import { credentialFromCookie } from "../../http/cookies.ts";
import { yieldToEventLoop } from "../../work/work_queue.ts";
import { requestCost } from "../../http/request_cost.ts";
import { suggestLanguage } from "../../http/reader.ts";
import { versionFor } from "../progress.ts";

/** A game opened by its signed-in organizer. */
export type ManagedGame = Awaited<ReturnType<typeof openManaged>>;

/**
 * Opens the game in the URL for its organizer, who is identified by their cookie only.
 *
 * @throws {GameError} 401 without the cookie, 403 for a wrong one, 404 for an unknown game, 429 for a client over its
 * limit.
 */
export async function openManaged(ctx: Ctx) {
  const { services } = ctx.state;
  const code = ctx.params.code ?? "";
  const credential = credentialFromCookie(ctx.req.headers, code, "organizer");
  if (!credential.organizerToken) throw new GameError("TOKEN_REQUIRED", { which: "organizer" });
  const { game, access, emails } = await openGame(services, code, credential, {
    markViewed: false,
  });
  if (access.role !== "organizer") throw new GameError("INVALID_TOKEN");
  ctx.state.game = game;
  // Makes pages from the back/forward cache reload. Sign-ins in participants' tabs do not affect them.
  ctx.state.shownTo = { code: `${code} organize`, id: "organizer" };
  ctx.state.chargeCost(requestCost(game));
  if (services.sizes.isLarge(code)) await yieldToEventLoop();
  const view = organizerView(game, services.tokens, new Date(), emails);
  await yieldToEventLoop();
  return {
    game,
    view,
    credential,
    reader: suggestLanguage(ctx, game.language),
    /** True if this service can send emails. */
    hasMail: services.mail !== null,
    /** True if emails to others wait until the organizer has confirmed their address. */
    isHeld: services.mail?.holds(game) ?? false,
  };
}

/** Opens a game like `openManaged`, and answers if it is active; otherwise redirects to the organizer's page. */
export async function whileActive<Answer>(
  ctx: Ctx,
  answer: (managed: ManagedGame) => Answer | Promise<Answer>,
): Promise<Answer | Response> {
  const managed = await openManaged(ctx);
  const { code, isArchived } = managed.view;
  return isArchived ? ctx.redirect(managePath(code), 303) : await answer(managed);
}

/**
 * Changes whenever the organizer's page would change; "" for a closed game, whose page stays the same. Depends only
 * on what the organizer may know.
 */
export function versionOf({ game, view, hasMail }: ManagedGame, now: Date): string {
  if (view.isArchived) return "";
  return versionFor([view, nextSteps(game, view, hasMail, now), daysUntil(game, now)]);
}

/** True if the organizer of a game is signed in on this device. */
export function isOrganizerHere(ctx: Ctx, game: Game): boolean {
  const { organizerToken } = credentialFromCookie(ctx.req.headers, game.code, "organizer");
  return !!organizerToken && ctx.state.services.tokens.isOrganizer(game, organizerToken);
}

/** True if a participant of the game in the URL is signed in on this device. */
export function isParticipantHere({ req, params: { code = "" } }: Ctx): boolean {
  return Object.keys(credentialFromCookie(req.headers, code, "participant")).length > 0;
}

/** Refusals that the organizer reads on the page itself rather than on an error page. */
export const SHOWN_REFUSALS: readonly ErrorCode[] = [
  "PARTICIPANT_NOT_FOUND",
  "PROPOSAL_NOT_FOUND",
  "EMAIL_NOT_CONFIGURED",
  "EMAIL_NOT_ACCEPTED",
  "TOO_MANY_MAILS",
];
