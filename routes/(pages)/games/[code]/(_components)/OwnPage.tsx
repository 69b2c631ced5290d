import Reveal from "../(_islands)/Reveal.tsx";
import type { Partner } from "@/lib/game/messages.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import {
  PARTICIPANT_ACTIONS,
  type ParticipantAction,
  type ParticipantRow,
} from "@/lib/pages/actions.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { ParticipantNews } from "@/lib/pages/news.ts";
import { formatList, formatMoment } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CopyField } from "@/components/CopyField.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import { GiftToCome, LeaveRoundCard } from "./Gathering.tsx";
import { EventDetails } from "./EventDetails.tsx";
import { ContactForm, type OwnRecord, WishForm } from "./OwnForms.tsx";
import type { OtherPerson } from "@/lib/pages/device.ts";
import type { KeptGift } from "@/lib/pages/kept_gifts.ts";
import { KeptGifts } from "./KeptGifts.tsx";
import { OthersHere } from "./SwitchPerson.tsx";
import { LeaveCard } from "./LeaveCard.tsx";
import { PlaceCard, type PlaceHistory, WithheldGift } from "./SealedPlace.tsx";
import { RevealedCard } from "./RevealedCard.tsx";
import { WhisperCard } from "./WhisperCard.tsx";
import { YourData } from "./YourData.tsx";

interface OwnPageProps {
  reader: Reader;
  view: ParticipantView;
  own: OwnRecord;
  daysLeft: number;
  /** Whether the gift lies open. */
  isRevealed: boolean;
  /** One's personal link; null where one came in by name alone. */
  link: string | null;
  hasMail: boolean;
  /** Those that one opens for others. */
  kept: readonly KeptGift[];
  /** Who else this device knows. */
  others: readonly OtherPerson[];
  /** How many messages wait, in each conversation. */
  unread: Record<Partner, number>;
  /** In a sealed game, what has become of one's place; null: in another. */
  place: PlaceHistory | null;
  /** What was done just now. */
  news: ParticipantNews | null;
  refused: RefusedForm<ParticipantAction> | null;
}

/** A participant's page: the gift, the event, their own wish. */
export function OwnPage(props: OwnPageProps) {
  const { reader, view, own, refused, news, isRevealed } = props;
  const { t, locale } = reader;
  const path = gamePath(view.code);
  const refusedAt = refused && PARTICIPANT_ACTIONS[refused.action].section;
  const at = (section: ParticipantRow["section"]) => ({
    refused: refusedAt === section ? refused : null,
    news: news?.section === section ? news.sentence : null,
  });
  const hasPlaceBelow = news && news.section !== null && news.section !== "gift";
  const refusal = at("gift").refused?.errors[""];
  const names = view.participants.map(({ name }) => name);
  return (
    <Page reader={reader} title={view.name}>
      {news && !hasPlaceBelow && <Alert tone="success" isNews>{news.sentence}</Alert>}
      {refusal && <Alert tone="error" isNews>{refusal}</Alert>}
      <PageTitle over={view.name}>{t("game.hello", { name: own.name })}</PageTitle>
      <SealNote game={view} reader={reader} />
      {view.state === "gathering"
        ? <GiftToCome view={view} reader={reader} />
        : (
          <Card title={t("game.reveal.title")} icon="gift" id="gift">
            {view.isWithheld
              ? (
                <WithheldGift
                  path={path}
                  hasAsked={own.hasPendingReassignmentRequest}
                  wasInRoom={own.openedInRoomAt !== null}
                  reader={reader}
                />
              )
              : (
                <Reveal
                  path={path}
                  receiver={isRevealed && view.receiver
                    ? {
                      name: view.receiver.name,
                      desiredGift: view.receiver.desiredGift,
                      wish: view.receiver.wish,
                    }
                    : null}
                  hasConfirmed={own.hasConfirmedAssignment}
                  hasAsked={own.hasPendingReassignmentRequest}
                  mayAsk={view.allowReassignment}
                  hasBeenOpened={own.viewedAt !== null}
                  texts={t("game.reveal", AS_GROUP)}
                />
              )}
            {view.keptBy.length > 0 && (
              <p class="muted text-center text-sm text-pretty">
                {t("family.keptBy", { names: formatList(view.keptBy, locale) })}
              </p>
            )}
            {own.openedInRoomAt && (
              <p class="muted text-center text-sm text-pretty">
                {t("family.inRoom", {
                  when: formatMoment(own.openedInRoomAt, locale, view.timeZone),
                })}
              </p>
            )}
          </Card>
        )}
      {view.state === "drawn" && <KeptGifts reader={reader} code={view.code} gifts={props.kept} />}
      {props.link && <WhisperCard view={view} own={own} unread={props.unread} reader={reader} />}
      <RevealedCard view={view} reader={reader} />
      {props.place && <PlaceCard place={props.place} timeZone={view.timeZone} reader={reader} />}
      <EventDetails view={view} reader={reader} daysLeft={props.daysLeft} />
      <WishForm {...{ reader, view, own }} {...at("wishes")} />
      <ContactForm {...{ reader, view, own, hasMail: props.hasMail }} {...at("contact")} />
      <Card title={t("game.people", { count: names.length })} icon="users">
        <p class="muted">{formatList(names, locale)}</p>
      </Card>
      {props.link && view.state === "drawn" && (
        <LeaveCard
          code={view.code}
          t={t}
          hasAsked={own.hasAskedToLeave}
          news={at("leave").news}
        />
      )}
      {props.link && (
        <YourData
          code={view.code}
          t={t}
          mayErase={props.daysLeft <= 0}
          mayLeave={view.state === "gathering"}
        />
      )}
      {props.link && view.state === "gathering" && <LeaveRoundCard view={view} reader={reader} />}
      <Card title={t("game.device.title")} icon="key-round">
        {props.link && (
          <>
            <p class="muted text-pretty">{t("game.device.lead")}</p>
            <CopyField id="own-link" label={t("game.device.link")} value={props.link} t={t} />
          </>
        )}
        <OthersHere code={view.code} others={props.others} t={t} />
        <form method="post" action={path}>
          <input type="hidden" name="action" value="signOut" />
          <Button variant="quiet" icon="log-out" class="-ml-4">{t("game.device.signOut")}</Button>
        </form>
      </Card>
    </Page>
  );
}
