/** The gifts on a participant's page: their own, those that they open for others, and all pairs after the event. */
import { formatMoment, joinSentences } from "@/lib/browser/format.ts";
import { whisperPath } from "@/lib/browser/links.ts";
import { hasUnopenedGift } from "@/lib/game/assignments.ts";
import { NOBODY } from "@/lib/game/actions/seal.ts";
import { FIRST_VERSION } from "@/lib/game/tokens.ts";
import { naming } from "@/lib/i18n/naming.ts";
import { AS_GROUP, type Translate } from "@/lib/i18n/translate.ts";
import { whenDrawn } from "@/lib/pages/game_form/draw_time.ts";
import { giftFacts } from "@/lib/pages/participant/gift_facts.ts";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { Button, Hidden } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Fold } from "@/components/Fold.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import Reveal from "../(_islands)/Reveal.tsx";
import { FinaleToday } from "./OwnHead.tsx";
import { Said } from "./OpenedGift.tsx";
import type { OwnPageData } from "./own_page_data.ts";
import { Pairs } from "./Pairs.tsx";
import { askedForWish, listNames, revealTexts, wishListing } from "./reveal_texts.ts";
import { FirstWish } from "./WishCard.tsx";

/** Shown in place of the gift before the draw. */
export function GiftToCome({ reader, view, paper, now, organizer }: OwnPageData) {
  return (
    <section id="gift" class="space-y-3 py-2 text-center">
      <GiftBox paper={paper} class="mx-auto w-36" />
      <h2 class="mx-auto max-w-sm text-lg text-balance sm:text-xl">
        {/* A participant who has just joined sees it at the head of the page, too, in another element. */}
        <span id="drawn-at" data-live>
          <LineBreaks text={whenDrawn(view, reader, now, organizer)} />
        </span>
      </h2>
      <p class="muted mx-auto max-w-sm text-pretty">
        <LineBreaks text={reader.t("gather.own.lead")} />
      </p>
    </section>
  );
}

/** The reader's own gift, and notes about it. */
export function OwnGift(data: OwnPageData) {
  const { reader, view, own, path, organizer, step, isOver } = data;
  const { t, locale } = reader;
  return (
    <section id="gift" class="space-y-5 py-2" aria-labelledby="gift-title">
      <h2 id="gift-title" class="sr-only">{t("game.reveal.title")}</h2>
      {view.isWithheld ? <WithheldGift {...data} /> : (
        <Reveal
          path={path}
          box={<GiftBox paper={data.paper} class="w-full" />}
          facts={giftFacts(view, reader)}
          hasConfirmed={own.hasConfirmedAssignment}
          hasAsked={own.hasPendingReassignmentRequest}
          mayAsk={view.allowReassignment && !isOver && !data.isFixed}
          hasBeenOpened={!hasUnopenedGift(own)}
          {...(own.receiverChange && {
            changed: isOver ? t(`game.changed.${own.receiverChange}`) : newNameInside(t),
          })}
          isOver={isOver}
          texts={revealTexts(t, view, own.name)}
          listing={wishListing(view, reader)}
          askedForWish={askedForWish(t)}
          {...(data.link && !isOver && { whisperKey: crypto.randomUUID() })}
          ownWish={data.hasWish || isOver ? null : <FirstWish {...data} prefix="new-" />}
        />
      )}
      {data.lacksWish && <LacksWish {...data} />}
      {own.hasPendingReassignmentRequest && !view.isWithheld && (
        <form method="post" action={path} class="text-center">
          {step !== "asked" && step !== "wish" && (
            <p class="font-semibold text-balance">{naming(t, organizer)("asked")}</p>
          )}
          <Hidden fields={{ action: "cancelReassignmentRequest", kind: "reassign" }} />
          <Button variant="quiet" icon="undo-2">{t("game.reveal.withdraw")}</Button>
        </form>
      )}
      {view.keptBy.length > 0 && (
        <p class="muted text-center text-pretty">
          {t("family.keptBy", { names: listNames(view.keptBy, reader) })}
        </p>
      )}
      {view.keepersToAllow && <AllowKeepers {...data} {...view.keepersToAllow} />}
      {own.openedInRoomAt && !view.isSealed && (
        <p class="muted text-center text-pretty">
          {t("family.inRoom", { when: formatMoment(own.openedInRoomAt, locale, view.timeZone) })}
        </p>
      )}
    </section>
  );
}

/** Says that the receiver has no wish, and lets the reader ask for one. */
function LacksWish({ view, hasAskedForWish, seen, reader: { t } }: OwnPageData) {
  return (
    <form method="post" action={whisperPath(view.code, "receiver")} class="space-y-3 text-center">
      <p class="muted mx-auto max-w-sm text-balance">{t("whisper.card.noWish")}</p>
      {hasAskedForWish ? <Said text={askedForWish(t)} /> : (
        <>
          <Hidden
            fields={{
              ...{ action: "sendMessage", question: "pleaseWish" },
              ...{ key: crypto.randomUUID(), seen },
            }}
          />
          <Button variant="secondary" icon="send">{t("game.reveal.askWish")}</Button>
        </>
      )}
    </form>
  );
}

/** The note below a gift whose name has changed: what was bought may have been for someone else. */
function newNameInside(t: Translate): string {
  return joinSentences([t("game.changed.card"), t("game.changed.bought")]);
}

/** Lets those who opened the gift before its owner had a link do so again, or no longer. */
function AllowKeepers(
  { path, reader, names, areAllowed }: OwnPageData & { names: string[]; areAllowed: boolean },
) {
  const { t } = reader;
  return (
    <form method="post" action={path} class="text-center">
      {!areAllowed && (
        <p class="muted mx-auto max-w-sm text-pretty">
          {t("family.endedBy", { names: listNames(names, reader) })}
        </p>
      )}
      <Hidden fields={{ action: "allowKeepers", allowed: areAllowed ? null : "yes" }} />
      <Button variant="quiet">{t(areAllowed ? "family.disallow" : "family.allow")}</Button>
    </form>
  );
}

/** Shown in place of a gift that was opened with an earlier link. The page's head says that it is locked. */
function WithheldGift(
  { reader: { t }, own, path, paper, organizer, step, isFixed, place }: OwnPageData,
) {
  const say = naming(t, organizer);
  // An earlier release locked a gift that was opened in the room for the first link, which no one had.
  const isOfRoom = place?.revealBlockedForTokenVersion === FIRST_VERSION &&
    place.openedInRoomAt !== null && place.openedInRoomAt === place.firstViewedAt;
  const wasBefore = isOfRoom || place?.revealBlockedForTokenVersion === NOBODY;
  return (
    <div class="space-y-4 text-center">
      <GiftBox paper={paper} class="gift-waiting mx-auto w-36" />
      <div class="mx-auto max-w-sm space-y-2 text-start text-pretty">
        {t(wasBefore ? "sealed.withheld.textBefore" : "sealed.withheld.text").split("\n")
          .map((line) => <p key={line}>{line}</p>)}
      </div>
      {own.hasPendingReassignmentRequest
        ? step !== "asked" && step !== "wish" && <p class="font-semibold">{say("asked")}</p>
        : !isFixed && (
          <form method="post" action={path}>
            <input type="hidden" name="action" value="requestReassignment" />
            <Button variant="secondary" icon="shuffle">{t("game.reveal.ask")}</Button>
          </form>
        )}
    </div>
  );
}

/** The gifts that the reader opens for others. */
export function KeptGifts({ reader, view, path, kept, isOver }: OwnPageData) {
  const { t } = reader;
  return (
    <>
      {kept.map(({ id, name, hasBeenOpened, receiverChange, paper }) => (
        <section key={id} id={`gift-${id}`} class="space-y-4 py-2 text-center">
          <h2 class="text-2xl">
            <LineBreaks text={t("family.gift", { name })} />
          </h2>
          <Reveal
            path={path}
            box={<GiftBox paper={paper} class="w-full" />}
            facts={giftFacts(view, reader)}
            hasBeenOpened={hasBeenOpened}
            {...(receiverChange && {
              changed: isOver ? t(`game.changed.${receiverChange}`) : newNameInside(t),
            })}
            hasConfirmed={false}
            hasAsked={false}
            mayAsk={false}
            texts={{
              ...t("game.reveal", AS_GROUP),
              open: t("family.openFor", { name }),
              again: t("family.openFor", { name }),
              hold: t("common.line", { label: t("game.reveal.hold"), value: name }),
            }}
            listing={wishListing(view, reader)}
            kept={{
              id,
              givesTo: t("family.givesTo", { name }),
            }}
          />
        </section>
      ))}
    </>
  );
}

/** All pairs once the event is over; before that, a note that they will be shown. Nothing if they stay secret. */
export function RevealedCard(data: OwnPageData) {
  const { view, own, isOpened, kept, step, reader: { t } } = data;
  if (view.reveal === "never") return null;
  // The gift comes first.
  if (data.waitsFor === "finale" && step === "open") return <FinaleToday {...data} />;
  if (!view.revealed) return <PairsToCome {...data} />;
  // Folded while a gift is unopened, because the list would reveal its content.
  const isOpen = isOpened && kept.length === 0;
  return (
    <Fold id="revealed" title={t("finale.all")} icon="party-popper" isOpen={isOpen} isCard>
      <Pairs pairs={data.pairs} ownId={own.id} t={t} />
    </Fold>
  );
}

/** Says that all pairs will be shown, or that the reader needs their link to see them. */
function PairsToCome({ willReveal, isFixed, link, reader: { t } }: OwnPageData) {
  if (willReveal) {
    const sentences = [t("finale.note"), ...link ? [] : [t("finale.needsLink")]];
    return <p class="muted text-pretty">{joinSentences(sentences)}</p>;
  }
  if (!isFixed) return null;
  return (
    <Card title={t("finale.all")} icon="party-popper" id="revealed" isQuiet>
      <p class="text-pretty">{t("finale.needsLink")}</p>
    </Card>
  );
}
