import { gamePath } from "@/lib/browser/links.ts";
import { OPEN_FOR } from "@/lib/browser/hidden_or_timeout.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import { GameError } from "@/lib/game/errors.ts";
import { isRevealed } from "@/lib/game/finale.ts";
import { participantView } from "@/lib/game/views.ts";
import { clearRevealGrant, readRevealGrant } from "@/lib/http/cookies.ts";
import { toLimitedError } from "@/lib/http/middleware/limit_requests.ts";
import { readAskedForWish } from "@/lib/operations/messages.ts";
import { readWishes } from "@/lib/operations/shown_wishes.ts";
import { type GiftContent, openedGiftOf } from "@/lib/pages/participant/kept_gifts.ts";
import { hasWish, hasWishIn } from "@/lib/pages/participant/next_step.ts";
import { define } from "@/lib/state.ts";
import { openAsParticipant } from "@/lib/pages/participant/own_game.ts";
import { codeOf, goTo } from "./(_components)/entering.ts";
import { GiftPage } from "./(_components)/GiftPage.tsx";

export const handler = define.handlers({
  async GET(ctx) {
    const code = codeOf(ctx);
    const keptId = readRevealGrant(ctx.req.headers, code);
    if (keptId === undefined) return goTo(ctx);
    const { services } = ctx.state;
    try {
      const now = new Date();
      const { game, access, reader } = await openAsParticipant(ctx);
      const { participant } = access;
      const wishes = access.hasToken ? await readWishes(services, game, access) : undefined;
      const view = participantView(game, access, services.tokens, now, wishes);
      const opened = openedGiftOf(game, access, view, keptId);
      if (!opened) return goTo(ctx);
      const isOver = daysUntil(game, now) < 0;
      const mayAsk = game.allowReassignment && !isOver && !isRevealed(game, now);
      const mayWhisper = access.hasToken && !isOver;
      const hasAskedForWish = mayWhisper && keptId === null && !hasWish(opened.receiver) &&
        await readAskedForWish(services, { game, access });
      const staysOpen = ctx.url.searchParams.has("stays");
      ctx.state.isBare = true;
      const seen = services.tokens.pair(game, participant);
      return await ctx.render(
        <GiftPage
          {...{ reader, game, participant, seen, mayAsk, mayWhisper, keptId, staysOpen }}
          hasAskedForWish={hasAskedForWish}
          {...opened}
          hasWish={hasWishIn(game, participant)}
        />,
        {
          headers: {
            "set-cookie": clearRevealGrant(ctx, code),
            // It closes on its own, also without scripts.
            ...!staysOpen && {
              refresh: `${secondsToRead(opened.receiver)}; url=${gamePath(code)}`,
            },
          },
        },
      );
    } catch (error) {
      const judged = await toLimitedError(ctx, error);
      if (judged !== error || !(error instanceof GameError) || error.status >= 500) throw judged;
      return goTo(ctx);
    }
  },
});

/** How long a gift stays open without scripts, which could tell whether someone still reads it. */
function secondsToRead({ wishes = [] }: GiftContent): number {
  return OPEN_FOR / 1000 + 10 * wishes.length;
}
