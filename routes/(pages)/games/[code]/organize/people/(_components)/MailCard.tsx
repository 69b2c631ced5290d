import { Alert } from "@/components/Alert.tsx";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { TextArea } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { hidesPairs } from "@/lib/game/seal.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { describeMail } from "../../(_components)/describe_mail.ts";
import { NoMail } from "../../(_components)/NoMail.tsx";

interface MailCardProps {
  managed: ManagedGame;
  person: OrganizerView["participants"][number];
  /** The form, where it was refused. */
  refused: RefusedForm | null;
}

/** How the mails to one person fare, and two more to send them. */
export function MailCard({ managed, person, refused }: MailCardProps) {
  const { view, hasMail, reader } = managed;
  const { t } = reader;
  const hasFailed = person.emailStatus.status === "failed";
  return (
    <Card title={t("organize.person.mailTitle")} icon="mail">
      <p class={hasFailed ? "text-error font-semibold" : "muted"}>
        {describeMail(person.emailStatus, view.timeZone, reader)}
      </p>
      {!hasMail && <NoMail code={view.code} reader={reader} />}
      {hasMail && !person.email && (
        <Alert tone="info">
          {hidesPairs(view)
            ? t("sealed.noEmail")
            : t("organize.person.noEmail", { name: person.name })}
        </Alert>
      )}
      {hasMail && person.email && (
        <form method="post" class="space-y-5">
          <input type="hidden" name="action" value="sendEmail" />
          <FormErrors errors={refused?.errors ?? {}} t={t} idOf={() => "customMessage"} />
          <Button name="type" value="participant" variant="secondary" icon="mail">
            {t("organize.person.resend")}
          </Button>
          <TextArea
            name="customMessage"
            rows={3}
            label={t("organize.remind.message")}
            optional={t("common.optional")}
            value={refused?.typed.customMessage ?? ""}
            error={refused?.errors.customMessage}
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
