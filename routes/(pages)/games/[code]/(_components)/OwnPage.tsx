import Reveal from "../(_islands)/Reveal.tsx";
import { hasUnopenedGift } from "@/lib/game/assignments.ts";
import { inviterOf, isInviter } from "@/lib/game/identity.ts";
import type { Partner } from "@/lib/game/messages.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import { naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import {
  PARTICIPANT_ACTIONS,
  type ParticipantAction,
  type ParticipantRow,
} from "@/lib/pages/actions.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { ParticipantNews } from "@/lib/pages/flash_messages.ts";
import { type NextStep, nextStepOf } from "@/lib/pages/next_step.ts";
import { waitingOf } from "@/lib/pages/waiting.ts";
import { formatMoment } from "@/lib/browser/format.ts";
import { gamePath, whisperPath } from "@/lib/browser/links.ts";
import { Alert } from "@/components/Alert.tsx";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { Button } from "@/components/Button.tsx";
import { HelpLink } from "@/components/HelpLink.tsx";
import { Page } from "@/components/Page.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import type { OtherPerson } from "@/lib/pages/remembered_people.ts";
import { giftFacts } from "@/lib/pages/gift_facts.ts";
import type { KeptGift } from "@/lib/pages/kept_gifts.ts";
import { EventDetails } from "./EventDetails.tsx";
import { GiftToCome } from "./Gathering.tsx";
import { KeptGifts } from "./KeptGifts.tsx";
import { isCountedIn, OwnHead } from "./OwnHead.tsx";
import { type OwnRecord, type SectionState, WishCard, WishForm } from "./OwnForms.tsx";
import { OwnTools } from "./OwnTools.tsx";
import {
  DrawsNote,
  needsOwnAddress,
  PlaceCard,
  type PlaceHistory,
  WithheldGift,
} from "./SealedPlace.tsx";
import { RevealedCard } from "./RevealedCard.tsx";
import { listNames, revealTexts } from "./reveal_texts.ts";
import { OthersHere } from "./SwitchPerson.tsx";
import { WhisperCard } from "./WhisperCard.tsx";

interface OwnPageProps {
  reader: Reader;
  view: ParticipantView;
  own: OwnRecord;
  daysLeft: number;
  now: Date;
  /** One's wrapping paper. */
  paper: number;
  /** One's personal link; null where one came in by name alone. */
  link: string | null;
  hasMail: boolean;
  /** Those that one opens for others. */
  kept: readonly KeptGift[];
  /** Who else this device knows. */
  others: readonly OtherPerson[];
  /** How many messages wait, in each conversation. */
  unread: Record<Partner, number>;
  /** Whether it is who organizes, on a device that manages the game. */
  isOrganizerHere: boolean;
  /** In a sealed game, what has become of one's place; null: in another. */
  place: PlaceHistory | null;
  /** Whether all pairs are revealed, so that nobody gets someone else or leaves any more. */
  isFixed: boolean;
  /** Whether one writes a note of thanks to one's giver. */
  mayThank: boolean;
  /** What was done just now. */
  news: ParticipantNews | null;
  refused: RefusedForm<ParticipantAction> | null;
}

/** A participant's page: what to do now, the gift, one's own wish, the event, the people, and what is seldom needed. */
export function OwnPage(props: OwnPageProps) {
  const { reader, view, own, refused, news } = props;
  const { t } = reader;
  const refusedAt = refused && PARTICIPANT_ACTIONS[refused.action].section;
  const at = (section: ParticipantRow["section"]): SectionState => ({
    refused: refusedAt === section ? refused : null,
    news: news?.section === section ? news.sentence : null,
  });
  const hasPlaceBelow = news && (news.section === "wishes" || news.section === "contact");
  const refusal = at("gift").refused?.errors[""];
  const waiting = waitingOf(props.link ? props.unread : { giver: 0, receiver: 0 }, own);
  const standing = { ...props, waiting: waiting.count };
  const step = nextStepOf(standing);
  const nextStep = nextStepOf({
    ...standing,
    own: { ...own, viewedAt: props.now.toISOString(), receiverChange: null },
  });
  const organizer = inviterOf(view, own.name);
  const isDrawn = view.state === "drawn";
  const isOpened = !hasUnopenedGift(own) && !view.isWithheld;
  // Who sees all pairs opens what is wrapped still, and nothing else.
  const kept = view.revealed ? props.kept.filter((one) => !one.hasBeenOpened) : props.kept;
  const hasOwnGift = isDrawn && !(view.revealed && (isOpened || view.isWithheld));
  const names = view.participants.map(({ name }) => name);
  const asksAddress = props.place !== null && view.sealBrokenAt === null &&
    needsOwnAddress(props.place);
  return (
    <Page reader={reader} title={view.name}>
      {news && !hasPlaceBelow && <Alert tone="success" isNews>{news.sentence}</Alert>}
      {refusal && <Alert tone="error" isNews>{refusal}</Alert>}
      {view.sealBrokenAt && (
        <SealNote game={{ ...view, organizerName: organizer }} reader={reader} />
      )}
      <OwnHead
        {...{ reader, view, own, kept, waiting, step, nextStep }}
        isOrganizerHere={props.isOrganizerHere}
        daysLeft={props.daysLeft}
        thanksAt={props.mayThank ? `${whisperPath(view.code, "giver")}#thanks` : null}
        now={props.now}
      />
      {!isDrawn && step !== "over" && <GiftToCome reader={reader} paper={props.paper} />}
      {hasOwnGift && <OwnGift {...props} {...{ organizer, step }} />}
      {isDrawn && <KeptGifts reader={reader} view={view} gifts={kept} />}
      <RevealedCard view={view} isOpen={isOpened && kept.length === 0} reader={reader} />
      <WishCard {...{ reader, view, own, organizer }} isOver={step === "over"} {...at("wishes")} />
      {props.link && <WhisperCard {...{ view, own, waiting, reader }} isOver={step === "over"} />}
      <EventDetails
        view={view}
        organizer={organizer}
        isOrganizer={isInviter(view, own.name)}
        reader={reader}
        daysLeft={props.daysLeft}
        isCounted={step !== "over" && !isCountedIn(step)}
      />
      <section class="space-y-2 px-1">
        <h2 class="text-xl sm:text-2xl">
          {t(step === "over" ? "game.peopleOver" : "game.people", { count: names.length })}
        </h2>
        <p class="muted text-balance">{listNames(names, reader)}</p>
      </section>
      {!view.sealBrokenAt && (
        <SealNote game={view} reader={reader} isOrganizer={isInviter(view, own.name)} />
      )}
      {view.isSealed && <DrawsNote view={view} reader={reader} />}
      {props.place && (
        <PlaceCard
          place={props.place}
          hasMail={props.hasMail}
          timeZone={view.timeZone}
          reader={reader}
        />
      )}
      <OwnTools
        {...props}
        {...{ organizer }}
        isOver={step === "over"}
        contact={at("contact")}
        asksAddress={asksAddress}
      />
      <OthersHere code={view.code} others={props.others} t={t} />
      <form method="post" action={gamePath(view.code)}>
        <input type="hidden" name="action" value="signOut" />
        <Button variant="quiet" icon="log-out" class="-ml-4">{t("game.device.signOut")}</Button>
      </form>
    </Page>
  );
}

/** One's own gift, and what is to be known of it. */
function OwnGift(
  { reader, view, own, paper, link, organizer, step, isFixed }: OwnPageProps & {
    organizer: string;
    step: NextStep;
  },
) {
  const { t, locale } = reader;
  const path = gamePath(view.code);
  const hasWish = own.wish !== "" || own.desiredGift !== "";
  const isOver = step === "over";
  return (
    <section id="gift" class="space-y-5 py-2" aria-labelledby="gift-title">
      <h2 id="gift-title" class="sr-only">{t("game.reveal.title")}</h2>
      {view.isWithheld
        ? (
          <WithheldGift
            path={path}
            paper={paper}
            hasAsked={own.hasPendingReassignmentRequest}
            isTold={step === "asked"}
            wasInRoom={own.openedInRoomAt !== null}
            isFixed={isFixed}
            organizer={organizer}
            reader={reader}
          />
        )
        : (
          <Reveal
            path={path}
            box={<GiftBox paper={paper} class="w-full" />}
            facts={giftFacts(view, reader)}
            hasConfirmed={own.hasConfirmedAssignment}
            hasAsked={own.hasPendingReassignmentRequest}
            mayAsk={view.allowReassignment && !isOver && !isFixed}
            hasBeenOpened={!hasUnopenedGift(own)}
            {...(own.receiverChange && { changed: t("game.changed.card") })}
            isOver={isOver}
            texts={revealTexts(t, organizer)}
            {...(link && !isOver && { whisperKey: crypto.randomUUID() })}
            askHelp={<HelpLink about="participant.swap" reader={reader} class="mx-auto" />}
            ownWish={hasWish || isOver
              ? null
              : <WishForm {...{ reader, view, own, organizer }} refused={null} prefix="new-" />}
          />
        )}
      {hasUnopenedGift(own) && !view.isWithheld && (
        <div data-step="open">
          <HelpLink about="participant.open" reader={reader} class="mx-auto" />
        </div>
      )}
      {own.hasPendingReassignmentRequest && !view.isWithheld && (
        <form method="post" action={path} class="text-center">
          {step !== "asked" && <p class="font-semibold">{naming(t, organizer)("asked")}</p>}
          <input type="hidden" name="action" value="cancelReassignmentRequest" />
          <input type="hidden" name="kind" value="reassign" />
          <Button variant="quiet" icon="undo-2">{t("game.reveal.withdraw")}</Button>
        </form>
      )}
      {view.keptBy.length > 0 && (
        <p class="muted text-center text-sm text-pretty">
          {t("family.keptBy", { names: listNames(view.keptBy, reader) })}
        </p>
      )}
      {own.openedInRoomAt && !view.isSealed && (
        <p class="muted text-center text-sm text-pretty">
          {t("family.inRoom", { when: formatMoment(own.openedInRoomAt, locale, view.timeZone) })}
        </p>
      )}
    </section>
  );
}
