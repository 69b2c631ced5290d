import Reveal from "../(_islands)/Reveal.tsx";
import type { ParticipantView } from "@/lib/game/views.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import type { FieldErrors } from "@/lib/i18n/errors.ts";
import { formatList } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CopyField } from "@/components/CopyField.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { EventDetails } from "./EventDetails.tsx";
import { ContactForm, type OwnRecord, WishForm } from "./OwnForms.tsx";

/** A form that was refused. */
export interface FailedForm {
  action: string;
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
}

export interface OwnPageProps {
  reader: Reader;
  view: ParticipantView;
  own: OwnRecord;
  daysLeft: number;
  /** Whether the gift lies open. */
  isRevealed: boolean;
  /** One's personal link; null where one came in by name alone. */
  link: string | null;
  /** What was done just now, and the sentence that says so. */
  done: string | null;
  notice: string | null;
  failed: FailedForm | null;
}

/** A participant's page: the gift, the event, their own wish. */
export function OwnPage(props: OwnPageProps) {
  const { reader, view, own, failed, done, notice, isRevealed } = props;
  const { t, language } = reader;
  const path = gamePath(view.code);
  const failedIn = (action: string) => failed?.action === action ? failed : null;
  const noticeOf = (action: string) => done === action ? notice : null;
  const hasPlaceBelow = done === "wish" || done === "contact";
  const refusal = failedIn("ask")?.errors[""] ?? failedIn("confirm")?.errors[""];
  const names = view.participants.map(({ name }) => name);
  return (
    <Page reader={reader} title={view.name}>
      {notice && !hasPlaceBelow && <Alert tone="success" isNews>{notice}</Alert>}
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
      <WishForm {...{ reader, view, own }} failed={failedIn("wish")} notice={noticeOf("wish")} />
      <ContactForm
        {...{ reader, view, own }}
        failed={failedIn("contact")}
        notice={noticeOf("contact")}
      />
      <Card title={t("game.people", { count: names.length })} icon="users">
        <p class="muted">{formatList(names, language)}</p>
      </Card>
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
