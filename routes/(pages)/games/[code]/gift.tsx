import { gamePath } from "@/lib/browser/links.ts";
import { OPEN_FOR } from "@/lib/browser/hidden_or_timeout.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import { GameError } from "@/lib/game/errors.ts";
import { isRevealed } from "@/lib/game/finale.ts";
import { participantView } from "@/lib/game/views.ts";
import { clearRevealGrant, readRevealGrant } from "@/lib/http/cookies.ts";
import { readWishes } from "@/lib/operations/shown_wishes.ts";
import { type GiftContent, openedGiftOf } from "@/lib/pages/participant/kept_gifts.ts";
import { hasWishIn } from "@/lib/pages/participant/next_step.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { openAsParticipant } from "@/lib/pages/participant/own_game.ts";
import { codeOf, goTo } from "./(_components)/entering.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { giftFacts } from "@/lib/pages/participant/gift_facts.ts";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { CoverStyle } from "@/components/CoverBand.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Page } from "@/components/Page.tsx";
import CloseGift from "./(_islands)/CloseGift.tsx";
import { OpenedGift } from "./(_components)/OpenedGift.tsx";
import { revealTexts, wishListing } from "./(_components)/reveal_texts.ts";

/**
 * A gift that was just opened without scripts. It is shown once: reloading, bookmarks and the back button lead to the
 * page on which it is wrapped.
 */
export const handler = define.handlers({
  async GET(ctx) {
    const keptId = readRevealGrant(ctx.req.headers, codeOf(ctx));
    if (keptId === undefined) return goTo(ctx);
    try {
      return await show(ctx, keptId);
    } catch (error) {
      if (!(error instanceof GameError) || error.status >= 500) throw error;
      return goTo(ctx);
    }
  },
});

/** @param keptId of the person whose gift it is; null: the reader's own */
async function show(ctx: Ctx, keptId: string | null): Promise<Response> {
  const { services } = ctx.state;
  const now = new Date();
  const { code, game, access, reader } = await openAsParticipant(ctx);
  const { participant } = access;
  const wishes = access.hasToken ? await readWishes(services, game, access) : undefined;
  const view = participantView(game, access, services.tokens, now, wishes);
  const opened = openedGiftOf(game, access, view, keptId);
  if (!opened) return goTo(ctx);
  const { receiver, keptFor, paper } = opened;
  const { t } = reader;
  const path = gamePath(code);
  const isOver = daysUntil(game, now) < 0;
  const staysOpen = ctx.url.searchParams.has("stays");
  ctx.state.isBare = true;
  return await ctx.render(
    <Page reader={reader} title={t("game.reveal.title")} isPrivate>
      <CoverStyle cover={coverOf(game)} />
      <h1 class="sr-only">{t("game.reveal.title")}</h1>
      <OpenedGift
        {...{ path, staysOpen }}
        receiver={{ ...receiver, seen: services.tokens.pair(game, participant) }}
        box={<GiftBox paper={paper} class="w-full" />}
        facts={giftFacts(game, reader)}
        hasConfirmed={participant.hasConfirmedAssignment}
        hasAsked={participant.reassignmentRequestedAt !== null}
        mayAsk={game.allowReassignment && !isOver && !isRevealed(game, now)}
        askHelp={<HelpLink about="participant.swap" reader={reader} class="mx-auto" />}
        texts={revealTexts(t, game, participant.name)}
        listing={wishListing(game, reader)}
        {...(access.hasToken && !isOver && { whisperKey: crypto.randomUUID() })}
        {...(keptFor && {
          kept: { id: keptId ?? "", givesTo: t("family.givesTo", { name: keptFor }) },
        })}
        next={!keptFor && !hasWishIn(game, participant) && (
          <a href={`${path}#wishes`} class="btn btn-ghost" aria-current="false">
            {t("game.reveal.andYou")}
          </a>
        )}
      />
      <CloseGift path={path} staysOpen={staysOpen} />
    </Page>,
    {
      headers: {
        "set-cookie": clearRevealGrant(ctx, code),
        // It closes on its own, also without scripts.
        ...!staysOpen && { refresh: `${secondsToRead(receiver)}; url=${path}` },
      },
    },
  );
}

/** How long a gift stays open without scripts, which could tell whether someone still reads it. */
function secondsToRead({ wishes = [] }: GiftContent): number {
  return OPEN_FOR / 1000 + 10 * wishes.length;
}
