import Reveal from "../(_islands)/Reveal.tsx";
import type { ParticipantView } from "@/lib/game/views.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import {
  PARTICIPANT_ACTIONS,
  type ParticipantAction,
  type ParticipantRow,
} from "@/lib/pages/actions.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { ParticipantNews } from "@/lib/pages/news.ts";
import { formatList } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CopyField } from "@/components/CopyField.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { EventDetails } from "./EventDetails.tsx";
import { ContactForm, type OwnRecord, WishForm } from "./OwnForms.tsx";
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
  /** What was done just now. */
  news: ParticipantNews | null;
  refused: RefusedForm<ParticipantAction> | null;
}

/** A participant's page: the gift, the event, their own wish. */
export function OwnPage(props: OwnPageProps) {
  const { reader, view, own, refused, news, isRevealed } = props;
  const { t, language } = reader;
  const path = gamePath(view.code);
  const refusedAt = refused && PARTICIPANT_ACTIONS[refused.action].section;
  const at = (section: ParticipantRow["section"]) => ({
    refused: refusedAt === section ? refused : null,
    news: news?.section === section ? news.sentence : null,
  });
  const hasPlaceBelow = news?.section === "wishes" || news?.section === "contact";
  const refusal = at("gift").refused?.errors[""];
  const names = view.participants.map(({ name }) => name);
  return (
    <Page reader={reader} title={view.name}>
      {news && !hasPlaceBelow && <Alert tone="success" isNews>{news.sentence}</Alert>}
      {refusal && <Alert tone="error" isNews>{refusal}</Alert>}
      <PageTitle over={view.name}>{t("game.hello", { name: own.name })}</PageTitle>
      <Card title={t("game.reveal.title")} icon="gift" id="gift">
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
      </Card>
      <EventDetails view={view} reader={reader} daysLeft={props.daysLeft} />
      <WishForm {...{ reader, view, own }} {...at("wishes")} />
      <ContactForm {...{ reader, view, own, hasMail: props.hasMail }} {...at("contact")} />
      <Card title={t("game.people", { count: names.length })} icon="users">
        <p class="muted">{formatList(names, language)}</p>
      </Card>
      {props.link && <YourData code={view.code} t={t} mayErase={props.daysLeft <= 0} />}
      <Card title={t("game.device.title")} icon="key-round">
        {props.link && (
          <>
            <p class="muted text-pretty">{t("game.device.lead")}</p>
            <CopyField id="own-link" label={t("game.device.link")} value={props.link} t={t} />
          </>
        )}
        <form method="post" action={path}>
          <input type="hidden" name="action" value="signOut" />
          <Button variant="quiet" icon="log-out" class="-ml-4">{t("game.device.signOut")}</Button>
        </form>
      </Card>
    </Page>
  );
}
