import { formatMoment } from "@/lib/browser/format.ts";
import { Alert } from "@/components/Alert.tsx";
import { DrawScene } from "@/components/DrawScene.tsx";
import { Page } from "@/components/Page.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import LiveRegion from "@/islands/LiveRegion.tsx";
import { flashQuery } from "@/lib/pages/flash_messages.ts";
import { GiftToCome, KeptGifts, OwnGift, RevealedCard } from "./Gifts.tsx";
import { EventCard, PlaceCard, PostCard, WhisperCard } from "./OwnCards.tsx";
import { KeepLink } from "./KeepLink.tsx";
import { OwnHead } from "./OwnHead.tsx";
import { OwnNoticeOffer, OwnTools, SignOut } from "./OwnTools.tsx";
import type { OwnPageData } from "./own_page_data.ts";
import { listNames } from "./reveal_texts.ts";
import { OthersHere } from "./SignIn.tsx";
import { WishCard } from "./WishCard.tsx";

/** Flash messages that say why nothing was done. */
const REFUSALS = ["game.done.otherReader", "errors.code.TOO_EARLY_TO_ERASE"] as const;

/** Maximum number of names shown as slips; more are easier to read as a list. */
const ON_SLIPS = 24;

/** A participant's page: what to do now, the gift, their own wish, the event, the people, and rarely used tools. */
export function OwnPage(data: OwnPageData) {
  const { reader, view, news, organizer, isOver, isOrganizer } = data;
  const { t } = reader;
  const hasPlaceBelow = news && (news.section === "wishes" || news.section === "contact");
  const refusal = data.at("gift").refused?.errors[""];
  const names = view.participants.map(({ name }) => name);
  return (
    <Page reader={reader} title={view.name}>
      {news && !hasPlaceBelow && (
        <Alert
          tone={REFUSALS.some((text) => reader.t(text) === news.sentence) ? "warning" : "success"}
          isNews
          id="news"
        >
          {news.sentence}
        </Alert>
      )}
      {refusal && <Alert tone="error" isNews>{refusal}</Alert>}
      {view.sealBrokenAt && (
        <SealNote game={{ ...view, organizerName: organizer }} reader={reader} />
      )}
      <DrawScene game={view} papers={data.drawn} t={t} />
      <OwnHead {...data} />
      {!data.isDrawn && !isOver && !data.hasJoined && <GiftToCome {...data} />}
      {/* An unopened gift comes before the link to keep. */}
      {data.hasOwnGift && <OwnGift {...data} />}
      {data.hasJoined && data.link && <KeepLink {...data} link={data.link} />}
      {data.hasJoined && <OwnNoticeOffer {...data} />}
      {data.isDrawn && <KeptGifts {...data} />}
      <RevealedCard {...data} />
      {!data.hasJoined && <OwnNoticeOffer {...data} />}
      <WishCard {...data} />
      {data.link && <PostCard {...data} />}
      {data.link && <WhisperCard {...data} />}
      <EventCard {...data} />
      {/* The list of pairs names everyone already. */}
      {!view.revealed && (
        <section
          id="who"
          class="space-y-2 px-1"
          {...data.waitsFor === "draw" && { "data-live": "" }}
        >
          <h2 class="text-xl sm:text-2xl">
            {t("create.people.total", { count: names.length })}
          </h2>
          <People names={names} reader={reader} />
        </section>
      )}
      {!view.sealBrokenAt && !data.isFixed && (
        <SealNote game={view} reader={reader} isOrganizer={isOrganizer} />
      )}
      <DrawsNote {...data} />
      {data.place && <PlaceCard {...data} place={data.place} />}
      <OwnTools {...data} />
      <OthersHere code={view.code} others={data.others} t={t} />
      {data.waitsFor && (
        <LiveRegion
          url={`${data.path}/moment`}
          version={data.moment}
          pause={6}
          next={data.path + (data.waitsFor === "draw" ? flashQuery("drawNames") : "/finale")}
        />
      )}
      {!data.link && <SignOut path={data.path} t={t} />}
    </Page>
  );
}

/** Everyone on a slip of paper, as in the draw; only names if there are many. */
function People({ names, reader }: { names: readonly string[]; reader: OwnPageData["reader"] }) {
  if (names.length > ON_SLIPS) return <p class="muted text-balance">{listNames(names, reader)}</p>;
  return (
    <ul class="name-slips flex flex-wrap gap-x-2.5 gap-y-3.5 py-2">
      {names.map((name) => <li key={name}>{reader.t("game.reveal.name", { name })}</li>)}
    </ul>
  );
}

/** Says how often a sealed game was drawn, so that people notice an organizer who redraws to find out pairs. */
function DrawsNote({ view, reader: { t, locale } }: OwnPageData) {
  const { isSealed, drawCount: count, lastDrawnAt, timeZone } = view;
  // A game that an early release drew has no time.
  if (!isSealed || count === 0 || lastDrawnAt === null) return null;
  return (
    <p class="muted px-1 text-pretty">
      {t("sealed.drawn", { count, when: formatMoment(lastDrawnAt, locale, timeZone) })}
    </p>
  );
}
