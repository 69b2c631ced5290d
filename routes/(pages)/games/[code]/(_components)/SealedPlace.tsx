import { CoverStyle } from "@/components/CoverBand.tsx";
import { coverOf } from "@/lib/game/cover.ts";
import { formatMoment } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { type FormerHolder, mayBeClaimed } from "@/lib/game/claims.ts";
import type { Game, Participant } from "@/lib/game/types.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import { naming } from "@/lib/i18n/naming.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { GiftBox } from "@/components/art/GiftBox.tsx";
import { Sketch } from "@/components/art/Sketch.tsx";
import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import type { OtherPerson } from "@/lib/pages/remembered_people.ts";
import { OthersHere } from "./SwitchPerson.tsx";

/** What someone in a sealed game is told of their place, so that they notice who took it before them. */
export type PlaceHistory = Pick<
  Participant,
  | "claimIssuedAt"
  | "claimOpenedAt"
  | "claimVersion"
  | "tokenVersion"
  | "firstViewedAt"
  | "openedInRoomAt"
  | "isEmailProved"
>;

/**
 * Whether the participant is to enter an address of their own: none counts that someone else may have entered
 * before the place was taken.
 */
export function needsOwnAddress(place: PlaceHistory): boolean {
  return !place.isEmailProved && mayBeClaimed(place);
}

interface PlaceCardProps {
  place: PlaceHistory;
  /** Whether the service sends mails. */
  hasMail: boolean;
  timeZone: string | null;
  reader: Reader;
}

/** When one's place was taken and one's gift first opened. */
export function PlaceCard({ place, hasMail, timeZone, reader: { t, locale } }: PlaceCardProps) {
  const { claimIssuedAt, claimOpenedAt, firstViewedAt, openedInRoomAt } = place;
  if (claimIssuedAt === null && firstViewedAt === null) return null;
  const moment = (at: string) => formatMoment(at, locale, timeZone);
  const wasBefore = firstViewedAt !== null && claimOpenedAt !== null &&
    firstViewedAt < claimOpenedAt;
  return (
    <Card title={t("sealed.place.title")} icon="key-round" id="place">
      {claimIssuedAt && (
        <p class="text-pretty">
          {claimOpenedAt
            ? t("sealed.place.opened", { when: moment(claimOpenedAt) })
            : t("sealed.place.issued", { when: moment(claimIssuedAt) })}
        </p>
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
            {firstViewedAt && !openedInRoomAt && (
              <p>{t("sealed.place.viewed", { when: moment(firstViewedAt) })}</p>
            )}
            <p class="muted text-sm text-pretty">{t("sealed.place.unsure")}</p>
          </>
        )}
      {hasMail && needsOwnAddress(place) && (
        <p class="text-pretty">{t("sealed.place.askAddress")}</p>
      )}
    </Card>
  );
}

/** How often all names of a sealed game were drawn: who draws again until a gift tells something is seen by it. */
export function DrawsNote(
  { view: { drawCount: count, lastDrawnAt, timeZone }, reader: { t, locale } }: {
    view: Pick<ParticipantView, "drawCount" | "lastDrawnAt" | "timeZone">;
    reader: Reader;
  },
) {
  if (count === 0) return null;
  return (
    <p class="muted px-1 text-sm text-pretty">
      {lastDrawnAt === null
        ? t("sealed.drawnOnce")
        : t("sealed.drawn", { count, when: formatMoment(lastDrawnAt, locale, timeZone) })}
    </p>
  );
}

interface WithheldGiftProps {
  path: string;
  /** One's wrapping paper. */
  paper: number;
  hasAsked: boolean;
  /** Whether the head of the page says so already. */
  isTold: boolean;
  /** Whether it was opened on the phone that went round, so that nobody has a link who could agree. */
  wasInRoom: boolean;
  /** Whether nobody gets someone else any more. */
  isFixed: boolean;
  /** Who organizes; "": not known. */
  organizer: string;
  reader: Reader;
}

/** In place of a gift that an earlier link has opened. */
export function WithheldGift(
  { path, paper, hasAsked, isTold, wasInRoom, isFixed, organizer, reader: { t } }:
    WithheldGiftProps,
) {
  return (
    <div class="space-y-4 text-center">
      <GiftBox paper={paper} class="gift-waiting mx-auto w-36" />
      <p class="font-display text-xl sm:text-2xl">{t("sealed.withheld.title")}</p>
      <p class="muted mx-auto max-w-sm text-pretty">
        {wasInRoom ? naming(t, organizer)("withheldRoom") : t("sealed.withheld.text")}
      </p>
      {hasAsked
        ? !isTold && <p class="font-semibold">{naming(t, organizer)("asked")}</p>
        : !isFixed && (
          <form method="post" action={path}>
            <input type="hidden" name="action" value="requestReassignment" />
            <Button variant="secondary" icon="shuffle">{t("game.reveal.ask")}</Button>
          </form>
        )}
    </div>
  );
}

/** What someone finds whose link has ended because a later one took its place. */
export interface HandoverProps extends FormerHolder {
  game: Game;
  reader: Reader;
  others: readonly OtherPerson[];
}

/** Asks who had the link before whether the gift may be shown to who has it now. */
export function HandoverScreen({ game, participant, isAsked, reader, others }: HandoverProps) {
  const { t } = reader;
  const { name } = participant;
  const path = gamePath(game.code);
  return (
    <Page reader={reader} title={t("sealed.handover.title")} isPrivate>
      <CoverStyle cover={coverOf(game)} />
      <div class="flow-root">
        <div class="float-right pb-4 pl-4">
          <Sketch name="key" class="size-[min(4.5rem,18vw)] sm:size-24" />
        </div>
        <PageTitle over={game.name} lead={t("sealed.handover.lead", { game: game.name, name })}>
          {t("sealed.handover.title")}
        </PageTitle>
      </div>
      <Card>
        <p class="text-pretty">
          {t(isAsked ? "sealed.handover.asked" : "sealed.handover.ask")}
        </p>
        {isAsked && (
          <>
            <form method="post" action={path}>
              <input type="hidden" name="action" value="agreeHandover" />
              <Button icon="check">{t("sealed.handover.agree")}</Button>
            </form>
            <details>
              <summary class="btn btn-ghost -ml-4">{t("sealed.handover.notMe")}</summary>
              <p class="pt-2 text-pretty">{t("sealed.handover.notMeText")}</p>
            </details>
          </>
        )}
        <form method="post" action={path} class="border-base-300 border-t pt-4">
          <input type="hidden" name="action" value="signOut" />
          <input type="hidden" name="alone" value="on" />
          <Button variant="quiet" icon="log-out" class="-ml-4">{t("game.device.signOut")}</Button>
        </form>
      </Card>
      <OthersHere code={game.code} others={others} t={t} />
    </Page>
  );
}
