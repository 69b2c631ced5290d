/** Form handlers that open a gift, and mark items of the receiver's list. */
import { giftPath } from "@/lib/browser/links.ts";
import { isGiftClosed } from "@/lib/game/assignments.ts";
import { type ErrorCode, GameError } from "@/lib/game/errors.ts";
import { grantReveal, withCookies } from "@/lib/http/cookies.ts";
import type { Form } from "@/lib/http/form.ts";
import { toLimitedError } from "@/lib/http/middleware/limit_requests.ts";
import { readAskedForWish } from "@/lib/operations/messages.ts";
import { openGame } from "@/lib/operations/open.ts";
import { viewWithWishes } from "@/lib/operations/shown_wishes.ts";
import { markWish } from "@/lib/operations/wishes.ts";
import { openKeptGift, toContent } from "@/lib/pages/participant/kept_gifts.ts";
import { hasWish } from "@/lib/pages/participant/next_step.ts";
import { ownCredential } from "@/lib/pages/participant/own_game.ts";
import type { Ctx } from "@/lib/state.ts";
import { codeOf, goTo } from "./entering.ts";

export const GIFT_ACTS = {
  reveal(ctx: Ctx, form: Form) {
    const keptId = form.has("participantId") ? form.text("participantId") : undefined;
    // A form on an already opened gift must not open a changed one: the page first says that the name has changed.
    return reveal(ctx, form, keptId, !form.has("stays") && !form.has("again"));
  },
  /**
   * Marks an item of the receiver's list, or removes the mark; then shows the current gift. If the receiver has changed
   * since the form was shown, the gift stays closed, and the page announces the change.
   */
  async markWish(ctx: Ctx, form: Form) {
    const { code, credential } = ownCredential(ctx);
    const keptId = form.text("participantId") || undefined;
    const action = {
      action: "markWish",
      wishId: form.text("wishId"),
      bought: form.has("bought"),
      keptId,
    } as const;
    try {
      const digest = form.text("digest");
      await markWish(ctx.state.services, code, action, credential, {
        ...digest && { seen: digest },
        ...form.has("title") && { seenTitle: form.text("title") },
      });
    } catch (error) {
      // The page itself shows that an item is gone, or that the reader may no longer see the gift.
      if (!isRefusal(error, "WISH_NOT_FOUND", "NOT_KEPT", "GIFT_WITHHELD")) throw error;
    }
    return await reveal(ctx, form, keptId, false);
  },
};

function isScript(ctx: Ctx): boolean {
  return ctx.req.headers.get("accept") === "application/json";
}

/** Opens a gift. @param keptId id of its owner; undefined: the reader's own. @param opens as for `revealOwn` */
function reveal(ctx: Ctx, form: Form, keptId: string | undefined, opens: boolean) {
  return keptId === undefined ? revealOwn(ctx, form, opens) : revealKept(ctx, form, keptId, opens);
}

/**
 * Opens the reader's gift: as JSON for a script, otherwise on a page of its own, which is shown once.
 *
 * @param opens false for a form on an already opened gift: if the gift has changed since, it stays closed.
 */
async function revealOwn(ctx: Ctx, form: Form, opens: boolean): Promise<Response> {
  const { services } = ctx.state;
  const { code, credential } = ownCredential(ctx);
  let opened;
  try {
    // Gifts that the reader opens for others are not in the answer, so they must stay closed.
    opened = await openGame(services, code, credential, { markViewed: opens, withKept: false });
    if (opened.access.role !== "participant") throw new GameError("INVALID_TOKEN");
    const isClosed = isGiftClosed(opened.game, opened.access.participant);
    if (!opens && isClosed) throw new GameError("WISH_NOT_FOUND");
  } catch (error) {
    if (isScript(ctx) || !(error instanceof GameError)) throw error;
    const judged = await toLimitedError(ctx, error);
    if (judged !== error) throw judged;
    // The game's page asks who the reader is. The answer is the same whether the game exists or not.
    return goTo(ctx);
  }
  if (!isScript(ctx)) return opened.game.isGathering ? goTo(ctx) : goToGift(ctx, null, form);
  const { game, access } = opened;
  const view = await viewWithWishes(services, { game, access });
  if (view.view !== "participant" || !view.receiver) throw new GameError("INVALID_TOKEN");
  const seen = services.tokens.pair(game, access.participant);
  const content = toContent(view.receiver);
  // Checked again, because the page may be older than this receiver.
  const hasAskedForWish = access.hasToken && !hasWish(content) &&
    await readAskedForWish(services, { game, access });
  const { hasConfirmedAssignment: hasConfirmed, reassignmentRequestedAt } = access.participant;
  const hasAsked = reassignmentRequestedAt !== null;
  return Response.json({ ...content, seen, hasAskedForWish, hasConfirmed, hasAsked });
}

/** Opens a gift for someone else, in the same two ways. @param opens as for `revealOwn` */
async function revealKept(ctx: Ctx, form: Form, id: string, opens: boolean): Promise<Response> {
  const { code, credential } = ownCredential(ctx);
  let receiver;
  try {
    receiver = await openKeptGift(ctx.state.services, code, credential, id, opens);
  } catch (error) {
    // The game's page shows that the gift is closed, or no longer the reader's to open.
    if (isScript(ctx) || !isRefusal(error, "WISH_NOT_FOUND", "NOT_KEPT")) throw error;
    return goTo(ctx);
  }
  return isScript(ctx) ? Response.json(receiver) : goToGift(ctx, id, form);
}

function isRefusal(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof GameError && codes.includes(error.code);
}

/** Redirects to the page of the opened gift. @param keptId id of its owner; null: the reader's own */
function goToGift(ctx: Ctx, keptId: string | null, form: Form): Response {
  const code = codeOf(ctx);
  // Leads to the pressed button, or to what has replaced it.
  const at = form.has("stays") ? "?stays#stays" : form.has("place")
    // By index: an item's id in the browser's history would tell the receiver who has marked it.
    ? `#mark-${encodeURIComponent(form.text("place"))}`
    : "";
  const answer = ctx.redirect(giftPath(code) + at, 303);
  return withCookies(answer, grantReveal(ctx, code, keptId));
}
