/** The state of emails, and what to do about failed ones. */
import type { ComponentProps } from "preact";
import type { SendEmail } from "@/lib/game/schemas.ts";
import { formatMoment, joinSentences } from "@/lib/browser/format.ts";
import { gamePath, managePath, managePersonPath } from "@/lib/browser/links.ts";
import type { PersonProgress } from "@/lib/game/progress.ts";
import { reasonNow } from "@/lib/pages/organizer/mail_reason.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Further, MenuLink } from "./People.tsx";

/** Maximum number of people shown here; the list of people has all. */
const NAMED = 10;

interface FailedMailsProps extends ManagedGame {
  people: readonly PersonProgress[];
}

/** People whose latest email has failed, why, and what to do. */
export function FailedMails({ view, hasMail, reader, people }: FailedMailsProps) {
  const { t } = reader;
  const only = people.length === 1 ? people[0] : undefined;
  const all = new Set(people.map(({ id }) => id));
  const mayArrive = view.participants.some(({ id, emailStatus }) =>
    all.has(id) && !isAddressDead(emailStatus)
  );
  const ids = new Set(people.slice(0, NAMED).map(({ id }) => id));
  return (
    <>
      <p class="text-pretty">
        {t("organize.mailProblems.lead")}
      </p>
      <ul class="divide-base-300 divide-y">
        {view.participants.filter(({ id }) => ids.has(id)).map((one) => (
          <li key={one.id} class="py-2.5">
            <div class="flex items-center gap-2">
              <a class="text-link min-w-0 flex-1" href={managePersonPath(view.code, one.id)}>
                {one.name}
              </a>
              <MenuLink code={view.code} person={one} t={t} />
            </div>
            <p class="muted text-sm">{one.email}</p>
            <p class="muted text-sm text-pretty">
              {describeMail(one.emailStatus, view.timeZone, reader)}
            </p>
          </li>
        ))}
      </ul>
      <Further code={view.code} count={people.length - NAMED} filter="mailFailed" t={t} />
      <div class="flex flex-wrap gap-2">
        {only && (
          <ButtonLink href={`${managePersonPath(view.code, only.id)}#mail`} icon="pencil">
            {t("organize.mailProblems.fix")}
          </ButtonLink>
        )}
        {hasMail && (mayArrive || !only) && (
          <SendButton
            code={view.code}
            type="failedParticipants"
            variant={only || !mayArrive ? "secondary" : "primary"}
            icon="send"
          >
            {t("organize.mailProblems.resend")}
          </SendButton>
        )}
      </div>
    </>
  );
}

/** Warns that emails to the organizer's own address fail. */
export function OwnMailProblem({ view, reader }: ManagedGame) {
  return (
    <p>
      <a class="text-link" href={managePath(view.code, "/details#organizerEmail")}>
        {view.organizerEmail}
      </a>
      <span class="muted block text-sm">
        {describeMail(view.organizerEmailStatus, view.timeZone, reader)}
      </span>
    </p>
  );
}

/** All problems with emails while people join. */
export function MailProblems(props: FailedMailsProps) {
  const { view, people, reader: { t } } = props;
  const isOwn = view.organizerEmailStatus.status === "failed";
  if (people.length === 0 && !isOwn) return null;
  return (
    <Card id="mail-problems" title={t("organize.mailProblems.title")} icon="mail-warning">
      {isOwn && <OwnMailProblem {...props} />}
      {people.length > 0 && <FailedMails {...props} />}
    </Card>
  );
}

/** Says that this service sends no emails, and what to do instead. */
export function NoMail({ view, reader }: Pick<ManagedGame, "view" | "reader">) {
  const { t } = reader;
  return (
    <Alert tone="info">
      <p class="text-pretty">{t("errors.code.EMAIL_NOT_CONFIGURED")}</p>
      <p>
        <a class="text-link" href={`${gamePath(view.code)}/created`}>{t("organize.links.all")}</a>
      </p>
    </Alert>
  );
}

/** True if the address itself is the problem, so that another email would fail as well. */
export function isAddressDead({ reason }: OrganizerView["organizerEmailStatus"]): boolean {
  return reason === "addressRefused" || reason === "addressDeclined" || reason === "addressBlocked";
}

/** Describes the state of the latest email to a person in a sentence; "" if none was sent. */
export function describeMail(
  email: OrganizerView["organizerEmailStatus"],
  timeZone: string | null,
  { t, locale }: Reader,
): string {
  const { status, at } = email;
  const reason = reasonNow(email);
  if (status === "none") return "";
  const when = at ? formatMoment(at, locale, timeZone) : "";
  const sentence = t(`organize.mailState.${status}`, { when });
  return reason ? joinSentences([sentence, t(`mail.failures.${reason}`)]) : sentence;
}

interface SendButtonProps
  extends Pick<ComponentProps<typeof Button>, "variant" | "icon" | "children"> {
  code: string;
  type: SendEmail["type"];
}

/** A button that requests emails. */
export function SendButton(
  { code, type, variant = "secondary", icon = "mail", children }: SendButtonProps,
) {
  return (
    <form method="post" action={managePath(code)}>
      <input type="hidden" name="action" value="sendEmail" />
      <Button name="type" value={type} variant={variant} icon={icon}>{children}</Button>
    </form>
  );
}
