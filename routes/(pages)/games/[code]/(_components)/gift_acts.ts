/** Form handlers of an opened gift: it is opened, and items of its list are marked. */
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
    // A form on a gift that is open, or was before, opens no other one: the page first says that the name has changed.
    return reveal(ctx, form, keptId, !form.has("stays") && !form.has("again"));
  },
  /**
   * Marks an item of the receiver's list, or takes that back; then shows the gift as it is now. If its receiver has
   * changed since the form was shown, it stays closed, and the page announces the change.
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
      // The page itself shows what is gone, and what is not theirs to see any more.
      if (!isRefusal(error, "WISH_NOT_FOUND", "NOT_KEPT", "GIFT_WITHHELD")) throw error;
    }
    return await reveal(ctx, form, keptId, false);
  },
};

function isScript(ctx: Ctx): boolean {
  return ctx.req.headers.get("accept") === "application/json";
}

/** @param keptId the person whose gift it is; undefined: the reader's own. @param opens as for `revealOwn` */
function reveal(ctx: Ctx, form: Form, keptId: string | undefined, opens: boolean) {
  return keptId === undefined ? revealOwn(ctx, form, opens) : revealKept(ctx, form, keptId, opens);
}

/**
 * Opens the gift: as data for the script that asked for it, else as a page of its own, once.
 *
 * @param opens false: the form was on a gift that is or was open; one that has changed since stays closed.
 */
async function revealOwn(ctx: Ctx, form: Form, opens: boolean): Promise<Response> {
  const { services } = ctx.state;
  const { code, credential } = ownCredential(ctx);
  let opened;
  try {
    // A gift that one opens for someone else stays closed: it is not in the answer.
    opened = await openGame(services, code, credential, { markViewed: opens, withKept: false });
    if (opened.access.role !== "participant") throw new GameError("INVALID_TOKEN");
    const isClosed = isGiftClosed(opened.game, opened.access.participant);
    if (!opens && isClosed) throw new GameError("WISH_NOT_FOUND");
  } catch (error) {
    if (isScript(ctx) || !(error instanceof GameError)) throw error;
    const judged = await toLimitedError(ctx, error);
    if (judged !== error) throw judged;
    // The page itself asks again who is there: the same answer whether there is a game or none.
    return goTo(ctx);
  }
  if (!isScript(ctx)) return opened.game.isGathering ? goTo(ctx) : goToGift(ctx, null, form);
  const { game, access } = opened;
  const view = await viewWithWishes(services, { game, access });
  if (view.view !== "participant" || !view.receiver) throw new GameError("INVALID_TOKEN");
  const seen = services.tokens.pair(game, access.participant);
  const content = toContent(view.receiver);
  // The page may be older than this receiver.
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
    // It is closed, or not theirs to open any more: the page as it is now shows that.
    if (isScript(ctx) || !isRefusal(error, "WISH_NOT_FOUND", "NOT_KEPT")) throw error;
    return goTo(ctx);
  }
  return isScript(ctx) ? Response.json(receiver) : goToGift(ctx, id, form);
}

function isRefusal(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof GameError && codes.includes(error.code);
}

/** @param keptId whose gift it is; null: the reader's own. @param form true if no time closes it */
function goToGift(ctx: Ctx, keptId: string | null, form: Form): Response {
  const code = codeOf(ctx);
  // To the button that was pressed, or to what has become of it.
  const at = form.has("stays") ? "?stays#stays" : form.has("place")
    // By its place: its id, in the history of a browser, would tell the receiver who has ticked what.
    ? `#mark-${encodeURIComponent(form.text("place"))}`
    : "";
  const answer = ctx.redirect(giftPath(code) + at, 303);
  return withCookies(answer, grantReveal(ctx, code, keptId));
}
