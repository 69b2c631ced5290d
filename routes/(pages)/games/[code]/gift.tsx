import { page } from "fresh";
import { HelpLink } from "@/components/HelpLink.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { Page } from "@/components/Page.tsx";
import { CoverStyle } from "@/components/CoverBand.tsx";
import { gamePath } from "@/lib/browser/links.ts";
import { OPEN_FOR } from "@/lib/browser/hidden_or_timeout.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { inviterOf } from "@/lib/game/identity.ts";
import { GameError } from "@/lib/game/errors.ts";
import { participantView } from "@/lib/game/views.ts";
import { clearRevealGrant, credentialFromCookie, readRevealGrant } from "@/lib/http/cookies.ts";
import { openGame } from "@/lib/operations/open.ts";
import { giftFacts } from "@/lib/pages/gift_facts.ts";
import { openedGiftOf } from "@/lib/pages/kept_gifts.ts";
import { readerOf, suggestLanguage } from "@/lib/pages/reader.ts";
import { define } from "@/lib/state.ts";
import { OpenedGift } from "./(_components)/OpenedGift.tsx";
import { revealTexts } from "./(_components)/reveal_texts.ts";
import { codeOf, goTo } from "./(_components)/entering.ts";
import CloseGift from "./(_islands)/CloseGift.tsx";

/**
 * A gift that was just opened without scripts. It is shown once: who loads the address again, keeps it or goes
 * back to it comes to the page where it is wrapped.
 */
export default define.page<typeof handler>(function GiftPage(props) {
  const { game, participant, receiver, seen, keptFor } = props.data;
  const reader = readerOf(props);
  const { t } = reader;
  const path = gamePath(game.code);
  return (
    <Page reader={reader} title={t("game.reveal.title")} isPrivate>
      <CoverStyle cover={coverOf(game)} />
      <h1 class="sr-only">{t("game.reveal.title")}</h1>
      <OpenedGift
        path={path}
        receiver={{ ...receiver, seen }}
        box={<GiftBox paper={props.data.paper} class="w-full" />}
        facts={giftFacts(game, reader)}
        hasConfirmed={participant.hasConfirmedAssignment}
        hasAsked={participant.reassignmentRequestedAt !== null}
        mayAsk={props.data.mayAsk}
        askHelp={<HelpLink about="participant.swap" reader={reader} class="mx-auto" />}
        texts={revealTexts(t, inviterOf(game, participant.name))}
        {...(props.data.mayWhisper && { whisperKey: crypto.randomUUID() })}
        {...(keptFor && { kept: { givesTo: t("family.givesTo", { name: keptFor }) } })}
        next={!keptFor && !participant.wish && !participant.desiredGift && (
          <a href={`${path}#wishes`} class="btn btn-ghost" aria-current="false">
            {t("game.reveal.andYou")}
          </a>
        )}
      />
      <CloseGift path={path} />
    </Page>
  );
});

export const handler = define.handlers({
  async GET(ctx) {
    const code = codeOf(ctx);
    const keptId = readRevealGrant(ctx.req.headers, code);
    if (keptId === undefined) return goTo(ctx);
    const { services } = ctx.state;
    const credential = credentialFromCookie(ctx.req.headers, code, "participant");
    try {
      const { game, access } = await openGame(services, code, credential, { markViewed: false });
      if (access.role !== "participant") return goTo(ctx);
      const { participant } = access;
      const view = participantView(game, access, services.tokens, new Date());
      const opened = openedGiftOf(game, access, view, keptId);
      if (!opened) return goTo(ctx);
      suggestLanguage(ctx, participant.language ?? game.language);
      const isOver = daysUntil(game, new Date()) < 0;
      const mayAsk = game.allowReassignment && !isOver;
      const mayWhisper = access.hasToken && !isOver;
      ctx.state.isBare = true;
      const seen = services.tokens.pair(game, participant);
      return page({ game, participant, seen, mayAsk, mayWhisper, ...opened }, {
        headers: {
          "set-cookie": clearRevealGrant(ctx, code),
          // It closes by itself, where no script runs, too.
          refresh: `${OPEN_FOR / 1000}; url=${gamePath(code)}`,
        },
      });
    } catch (error) {
      if (!(error instanceof GameError) || error.status >= 500) throw error;
      return goTo(ctx);
    }
  },
});
