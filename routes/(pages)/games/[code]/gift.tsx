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
import { giftFacts } from "@/lib/pages/participant/gift_facts.ts";
import { type GiftContent, openedGiftOf } from "@/lib/pages/participant/kept_gifts.ts";
import { hasWish, hasWishIn } from "@/lib/pages/participant/next_step.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { openAsParticipant } from "@/lib/pages/participant/own_game.ts";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { Page } from "@/components/Page.tsx";
import { codeOf, goTo } from "./(_components)/entering.ts";
import { OpenedGift } from "./(_components)/OpenedGift.tsx";
import { askedForWish, revealTexts, wishListing } from "./(_components)/reveal_texts.ts";
import CloseGift from "./(_islands)/CloseGift.tsx";

/**
 * A gift that was just opened without scripts. It is shown once: reloading, bookmarks and the back button lead to the
 * page on which it is wrapped.
 */
export const handler = define.handlers({
  async GET(ctx) {
    const code = codeOf(ctx);
    const keptId = readRevealGrant(ctx.req.headers, code);
    if (keptId === undefined) return goTo(ctx);
    try {
      const data = await loadGift(ctx, keptId);
      if (!data) return goTo(ctx);
      ctx.state.isBare = true;
      return await ctx.render(<GiftPage {...data} />, {
        headers: {
          "set-cookie": clearRevealGrant(ctx, code),
          // Closes the gift after a while without scripts.
          ...!data.staysOpen && {
            refresh: `${secondsToRead(data.receiver)}; url=${gamePath(code)}`,
          },
        },
      });
    } catch (error) {
      const judged = await toLimitedError(ctx, error);
      if (judged !== error || !(error instanceof GameError) || error.status >= 500) throw judged;
      return goTo(ctx);
    }
  },
});

/** Loads the page's data; null if the gift is closed. @param keptId id of the gift's owner; null: the reader's own */
async function loadGift(ctx: Ctx, keptId: string | null) {
  const { services } = ctx.state;
  const now = new Date();
  const { game, access, reader } = await openAsParticipant(ctx);
  const { participant } = access;
  const wishes = access.hasToken ? await readWishes(services, game, access) : undefined;
  const view = participantView(game, access, services.tokens, now, wishes);
  const opened = openedGiftOf(game, access, view, keptId);
  if (!opened) return null;
  const isOver = daysUntil(game, now) < 0;
  const mayWhisper = access.hasToken && !isOver;
  const hasAskedForWish = mayWhisper && keptId === null && !hasWish(opened.receiver) &&
    await readAskedForWish(services, { game, access });
  return {
    ...opened,
    ...{ reader, game, participant, keptId, mayWhisper },
    receiver: {
      ...opened.receiver,
      seen: services.tokens.pair(game, participant),
      hasAskedForWish,
    },
    mayAsk: game.allowReassignment && !isOver && !isRevealed(game, now),
    /** True if the reader has a wish of their own. */
    hasWish: hasWishIn(game, participant),
    /** True if it does not close after a while. */
    staysOpen: ctx.url.searchParams.has("stays"),
  };
}

function GiftPage(data: NonNullable<Awaited<ReturnType<typeof loadGift>>>) {
  const { reader, game, participant, receiver, keptFor, mayAsk, staysOpen } = data;
  const { t } = reader;
  const path = gamePath(game.code);
  return (
    <Page reader={reader} game={game} title={t("game.reveal.title")} isPrivate>
      <h1 class="sr-only">{t("game.reveal.title")}</h1>
      <OpenedGift
        {...{ path, receiver, mayAsk, staysOpen }}
        box={<GiftBox paper={data.paper} class="w-full" />}
        facts={giftFacts(game, reader)}
        hasConfirmed={participant.hasConfirmedAssignment}
        hasAsked={participant.reassignmentRequestedAt !== null}
        texts={revealTexts(t, game, participant.name)}
        listing={wishListing(game, reader)}
        askedForWish={askedForWish(t)}
        {...(data.mayWhisper && { whisperKey: crypto.randomUUID() })}
        {...(keptFor && {
          kept: {
            id: data.keptId ?? "",
            givesTo: t("family.givesTo", { name: keptFor }),
          },
        })}
        next={!keptFor && !data.hasWish && (
          <a
            href={`${path}#wishes`}
            class={`btn ${participant.hasConfirmedAssignment ? "btn-primary" : "btn-ghost"}`}
            aria-current="false"
          >
            {t("game.reveal.andYou")}
          </a>
        )}
      />
      <CloseGift path={path} staysOpen={staysOpen} />
    </Page>
  );
}

/** How long a gift stays open without scripts, in seconds; only scripts could tell if it is still being read. */
function secondsToRead({ wishes = [] }: GiftContent): number {
  return OPEN_FOR / 1000 + 10 * wishes.length;
}
