import { formatMoment } from "@/lib/browser/format.ts";
import { postPath, whisperPath } from "@/lib/browser/links.ts";
import { stateOfClaim } from "@/lib/game/claims.ts";
import { ownsAddress } from "@/lib/game/seal.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import { naming } from "@/lib/i18n/naming.ts";
import { countdown } from "@/lib/pages/countdown.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Icon } from "@/components/Icon.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { eventFacts } from "./event_facts.tsx";
import { isCountedIn } from "./OwnHead.tsx";
import type { OwnPageData } from "./own_page_data.ts";

/** The event's details, and a calendar file. */
export function EventCard(data: OwnPageData) {
  const { view, path, organizer, isOrganizer, reader, daysLeft, step } = data;
  const { t } = reader;
  return (
    <Card title={t("create.event.title")} icon="party-popper" id="event" isQuiet>
      {step !== "over" && !isCountedIn(data) && (
        <p class="text-secondary font-display text-lg">{countdown(daysLeft, t)}</p>
      )}
      <dl class="grid gap-x-8 gap-y-4 *:first:col-span-full sm:grid-cols-2">
        {eventFacts(view, reader).map(({ icon, label, value }) => (
          <div key={label}>
            <dt class="muted flex items-center gap-2 text-sm">
              <Icon name={icon} class="text-primary size-5" />
              {label}
            </dt>
            <dd class="ps-7 font-semibold text-balance">
              {typeof value === "string" ? <LineBreaks text={value} /> : value}
            </dd>
          </div>
        ))}
      </dl>
      {view.generalNotes && (
        <div class="border-base-300 space-y-1.5 border-t pt-4">
          <h3 class="text-lg">
            {isOrganizer ? t("game.notesOwn") : naming(t, organizer)("notes")}
          </h3>
          <LinkedText text={view.generalNotes} />
        </div>
      )}
      {daysLeft >= 0 && (
        <ButtonLink
          href={`${path}/calendar.ics`}
          variant="secondary"
          icon="calendar-plus"
          download
        >
          {t("game.toCalendar")}
        </ButtonLink>
      )}
    </Card>
  );
}

/** The link to the conversations, and the number of unread messages; without names. */
export function WhisperCard(
  { view, isOpened, waiting, isOver, reader: { t } }: OwnPageData,
) {
  if (view.state === "gathering" || view.isWithheld) return null;
  const { count, first } = waiting;
  // Until the gift is open, there is only the conversation with the giver.
  if (!isOpened && count === 0 && !isOver) return null;
  return (
    <Card
      title={t("privacy.messages.title")}
      icon="message-circle"
      id="whisper"
      isQuiet={count === 0}
    >
      {count > 0 && <p class="text-secondary font-semibold">{t("game.next.unread", { count })}</p>}
      <p class="muted text-pretty">
        {t(view.revealed ? "whisper.leadRevealed" : "whisper.lead")}
      </p>
      <ButtonLink href={whisperPath(view.code, first)} icon="message-circle" variant="secondary">
        {t("whisper.card.open")}
      </ButtonLink>
    </Card>
  );
}

/** Links to the addresses and parcels of the reader and of those they keep; a button to report an arrived parcel. */
export function PostCard({ view, isAddressOfOther, reader: { t } }: OwnPageData) {
  const { byPost, code, postalAddress, parcels } = view;
  const keeping = view.keeping.filter(({ address = null }) => address !== null);
  if (!byPost) return null;
  return (
    <Card
      title={t("post.title")}
      icon="send"
      id="post"
      isQuiet={Boolean(postalAddress) && parcels?.toMe !== "onItsWay"}
    >
      {parcels?.toMe === "onItsWay" && (
        <>
          <p class="text-success text-lg font-semibold text-balance">{t("post.get.onItsWay")}</p>
          <ArrivedForm action={postPath(code)} isExpected t={t} />
        </>
      )}
      {isAddressOfOther
        ? (
          <Alert tone="warning">
            <p class="text-pretty">{t("post.address.ofOther")}</p>
          </Alert>
        )
        : !postalAddress && <p class="muted text-pretty">{t("post.card.lacksAddress")}</p>}
      <ButtonLink href={postPath(code)} icon="send" variant="secondary">
        {t("post.card.open")}
      </ButtonLink>
      {keeping.map(({ participantId, name, parcels }) => (
        <div key={participantId} class="border-base-300 space-y-3 border-t pt-4">
          {parcels?.toMe === "onItsWay" && (
            <>
              <p class="text-success text-lg font-semibold">
                {t("post.kept.get.onItsWay", { name })}
              </p>
              <ArrivedForm action={postPath(code, participantId)} isExpected {...{ name, t }} />
            </>
          )}
          <ButtonLink href={postPath(code, participantId)} icon="send" variant="secondary">
            {t("post.kept.title", { name })}
          </ButtonLink>
        </div>
      ))}
    </Card>
  );
}

/** A button for this page and the page about parcels. */
export function ArrivedForm(
  { action, isExpected, name, t }: {
    action: string;
    isExpected: boolean;
    /** Name of the person it is for, if that is not the reader. */
    name?: string;
    t: Translate;
  },
) {
  const label = t("post.get.confirm");
  return (
    <form method="post" action={action}>
      <Button
        name="action"
        value="confirmArrived"
        icon="check"
        variant={isExpected ? "primary" : "secondary"}
        {...name && { "aria-label": t("common.line", { label, value: name }) }}
      >
        {label}
      </Button>
    </form>
  );
}

/** When the reader's place was claimed and their gift first opened. */
export function PlaceCard(
  { place, hasMail, view, now, reader: { t, locale } }: OwnPageData & {
    place: NonNullable<OwnPageData["place"]>;
  },
) {
  const { claimIssuedAt, claimOpenedAt, firstViewedAt, openedInRoomAt } = place;
  const isOpen = stateOfClaim(place, now) === "open";
  if (!isOpen && claimOpenedAt === null && firstViewedAt === null) return null;
  const moment = (at: string) => formatMoment(at, locale, view.timeZone);
  const isFormer = firstViewedAt !== null && claimOpenedAt !== null &&
    firstViewedAt < claimOpenedAt;
  // A draw before the claim proves nothing: the former link could open the new gift, too.
  const isRedrawn = claimOpenedAt !== null && (view.lastDrawnAt ?? "") > claimOpenedAt;
  const wasBefore = isFormer && !isRedrawn;
  return (
    <Card title={t("sealed.place.title")} icon="key-round" id="place" isQuiet={!wasBefore}>
      {claimOpenedAt && (
        <p class="text-pretty">{t("sealed.place.opened", { when: moment(claimOpenedAt) })}</p>
      )}
      {isOpen && claimIssuedAt && (
        <p class="text-pretty">{t("sealed.place.issued", { when: moment(claimIssuedAt) })}</p>
      )}
      {openedInRoomAt && (
        <p class="text-pretty">{t("family.inRoom", { when: moment(openedInRoomAt) })}</p>
      )}
      {wasBefore
        ? (
          <Alert tone="warning">
            {t("sealed.place.before", { when: moment(firstViewedAt) })}
          </Alert>
        )
        : (
          <>
            {firstViewedAt && !isFormer && firstViewedAt !== openedInRoomAt && (
              <p>{t("sealed.place.viewed", { when: moment(firstViewedAt) })}</p>
            )}
            <p class="muted text-pretty">{t("sealed.place.unsure")}</p>
          </>
        )}
      {hasMail && !ownsAddress(view, place) && (
        <p class="text-pretty">{t("sealed.place.askAddress")}</p>
      )}
    </Card>
  );
}
