import ConfirmDialog from "../(_islands)/ConfirmDialog.tsx";
import ShareButton from "@/islands/ShareButton.tsx";
import { LANGUAGES } from "@/lib/game/types.ts";
import type { OrganizerView } from "@/lib/game/views.ts";
import { groupsOf } from "@/lib/pages/apart_groups.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import type { Confirmation, DangerousAction } from "@/lib/pages/confirmations.ts";
import type { FieldErrors } from "@/lib/i18n/errors.ts";
import { formatList, formatMoment, languageName } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import { statusOf } from "@/lib/browser/people_filter.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { CopyField } from "@/components/CopyField.tsx";
import { Select, TextArea } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { LinkedText } from "@/components/LinkedText.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { BackLink } from "./BackLink.tsx";
import { describeMail } from "./MailState.tsx";
import { NameAndMail } from "./NameAndMail.tsx";
import { News } from "./News.tsx";
import { Status } from "./PeopleList.tsx";
import { RequestAnswer } from "./Requests.tsx";
import { NoMail } from "./Tools.tsx";

type Person = OrganizerView["participants"][number];

/** The questions before the acts that concern one person. */
export type PersonConfirmations = Record<
  Extract<DangerousAction, "regenerateToken" | "forceReassignParticipant" | "removeParticipant">,
  Confirmation
>;

/** One of the page's forms that was refused: what was typed, and why. */
export interface FailedPersonForm {
  form: "edit" | "mail";
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
}

export interface PersonPageProps {
  managed: ManagedGame;
  person: Person;
  /** Their personal link. */
  link: string;
  confirmations: PersonConfirmations;
  failed: FailedPersonForm | null;
  news: string[];
}

/** Everything that concerns one person. */
export function PersonPage(props: PersonPageProps) {
  const { managed, person, news } = props;
  const { view, reader } = managed;
  const { t } = reader;
  return (
    <Page reader={reader} title={person.name} isPrivate>
      <BackLink code={view.code} t={t} />
      <PageTitle over={view.name}>{person.name}</PageTitle>
      {!props.failed && <News news={news} />}
      <Progress managed={managed} person={person} />
      {view.isArchived ? <Wishes person={person} t={t} /> : (
        <>
          <EditForm {...props} />
          <LinkCard {...props} />
          <MailCard {...props} />
          <ChangeCard {...props} />
        </>
      )}
    </Page>
  );
}

/** How far they have come, and whom they are kept apart from. */
function Progress({ managed, person }: Pick<PersonPageProps, "managed" | "person">) {
  const { view, reader: { t, language } } = managed;
  const apart = groupsOf(view).filter((group) => group.includes(person.id)).flat()
    .filter((id) => id !== person.id)
    .map((id) => view.participants.find((one) => one.id === id)?.name ?? "");
  return (
    <Card>
      <Status status={statusOf(person)} t={t} />
      {person.viewedAt && (
        <p class="muted">
          {t("organize.person.openedAt", {
            when: formatMoment(person.viewedAt, language, view.timeZone),
          })}
        </p>
      )}
      {apart.length > 0 && (
        <p class="muted">
          {t("organize.person.apart", { names: formatList([...new Set(apart)], language) })}{" "}
          {!view.isArchived && (
            <a class="text-link" href={managePath(view.code, "/apart")}>
              {t("organize.apart.edit")}
            </a>
          )}
        </p>
      )}
      {person.hasPendingReassignmentRequest && !view.isArchived && (
        <div class="border-base-300 space-y-3 border-t pt-4">
          <p>{t("organize.person.asks", { name: person.name })}</p>
          <RequestAnswer code={view.code} participantId={person.id} name={person.name} t={t} />
        </div>
      )}
    </Card>
  );
}

function Wishes({ person, t }: { person: Person; t: ManagedGame["reader"]["t"] }) {
  return (
    <Card title={t("organize.person.wishes")} icon="heart">
      <LinkedText text={person.desiredGift || "–"} />
      <LinkedText text={person.wish || "–"} />
    </Card>
  );
}

function EditForm({ managed, person, ...props }: PersonPageProps) {
  const { t } = managed.reader;
  const failed = props.failed?.form === "edit" ? props.failed : null;
  const errors = failed?.errors ?? {};
  const value = (field: "name" | "email" | "desiredGift" | "wish") =>
    failed?.typed[field] ?? person[field];
  return (
    <Card title={t("organize.person.edit")} icon="pencil">
      <form method="post" class="space-y-5">
        <FormErrors errors={errors} t={t} />
        <NameAndMail
          {...{ t, errors }}
          fields={{ name: "name", email: "email" }}
          typed={{ name: value("name"), email: value("email") }}
        />
        <Select
          name="language"
          label={t("organize.person.language")}
          value={failed?.typed.language ?? person.language ?? ""}
          options={[
            ...(person.language ? [] : [{
              value: "",
              label: t("organize.person.gameLanguage", {
                language: languageName(managed.view.language),
              }),
            }]),
            ...LANGUAGES.map((one) => ({ value: one, label: languageName(one) })),
          ]}
        />
        <p class="muted text-sm text-pretty">
          {t("organize.person.wishLead", { name: person.name })}
        </p>
        <TextArea
          name="desiredGift"
          rows={2}
          label={t("organize.person.desiredGift")}
          optional={t("common.optional")}
          value={value("desiredGift")}
          error={errors.desiredGift}
          maxlength={1000}
        />
        <TextArea
          name="wish"
          label={t("organize.person.wish")}
          optional={t("common.optional")}
          value={value("wish")}
          error={errors.wish}
          maxlength={1000}
        />
        <Button icon="check">{t("common.save")}</Button>
      </form>
    </Card>
  );
}

function LinkCard({ managed, person, link, confirmations }: PersonPageProps) {
  const { view, reader: { t } } = managed;
  return (
    <Card title={t("organize.person.linkTitle")} icon="link">
      <p class="text-pretty">{t("organize.person.linkLead", { name: person.name })}</p>
      <CopyField id="link" label={t("organize.person.link")} value={link} t={t} />
      <div class="flex flex-wrap gap-2">
        <ShareButton
          text={t("created.people.shareText", { name: person.name, game: view.name })}
          url={link}
          label={t("created.people.share")}
          describedBy="link"
        />
        <ConfirmDialog
          {...confirmations.regenerateToken}
          label={t("organize.person.renew")}
          icon="rotate-ccw"
          class="btn-ghost"
        />
      </div>
    </Card>
  );
}

function MailCard({ managed, person, ...props }: PersonPageProps) {
  const { view, hasMail, reader } = managed;
  const failed = props.failed?.form === "mail" ? props.failed : null;
  const { t } = reader;
  const hasFailed = person.emailStatus.status === "failed";
  return (
    <Card title={t("organize.person.mailTitle")} icon="mail">
      <p class={hasFailed ? "text-error font-semibold" : "muted"}>
        {describeMail(person.emailStatus, view.timeZone, reader)}
      </p>
      {!hasMail && <NoMail code={view.code} t={t} />}
      {hasMail && !person.email && (
        <Alert tone="info">{t("organize.person.noEmail", { name: person.name })}</Alert>
      )}
      {hasMail && person.email && (
        <form method="post" class="space-y-5">
          <input type="hidden" name="action" value="sendEmail" />
          <FormErrors errors={failed?.errors ?? {}} t={t} idOf={() => "customMessage"} />
          <Button name="type" value="participant" variant="secondary" icon="mail">
            {t("organize.person.resend")}
          </Button>
          <TextArea
            name="customMessage"
            rows={3}
            label={t("organize.remind.message")}
            optional={t("common.optional")}
            value={failed?.typed.customMessage ?? ""}
            error={failed?.errors.customMessage}
            maxlength={2000}
          />
          <Button name="type" value="reminder" icon="send">
            {t("organize.person.remind", { name: person.name })}
          </Button>
        </form>
      )}
    </Card>
  );
}

function ChangeCard({ managed: { reader: { t } }, person, confirmations }: PersonPageProps) {
  return (
    <Card title={t("organize.person.changeTitle")} icon="shuffle">
      <p class="text-pretty">{t("organize.person.changeLead")}</p>
      <div class="flex flex-wrap gap-3">
        <ConfirmDialog
          {...confirmations.forceReassignParticipant}
          label={t("organize.person.giveOther")}
          icon="shuffle"
        />
        <ConfirmDialog
          {...confirmations.removeParticipant}
          label={t("organize.person.remove", { name: person.name })}
          icon="trash"
          class="btn-outline btn-error"
        />
      </div>
    </Card>
  );
}
