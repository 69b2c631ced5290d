import { Button, buttonClass } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { TextArea } from "@/components/Field.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { Icon } from "@/components/Icon.tsx";
import { isInviter } from "@/lib/game/identity.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { RefusedForm } from "@/lib/pages/forms.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { AddressForm } from "./AddressForm.tsx";
import { describeMail, isAddressDead } from "../../(_components)/describe_mail.ts";
import { NoMail } from "../../(_components)/NoMail.tsx";

interface MailCardProps {
  managed: ManagedGame;
  person: OrganizerView["participants"][number];
  /** The mail, where it was refused. */
  refused: RefusedForm | null;
  /** The address, where it was refused. */
  address: RefusedForm | null;
}

/** How the mails to one person fare, and two more to send them. */
export function MailCard({ managed, person, refused, address }: MailCardProps) {
  const { view, hasMail, reader } = managed;
  const { t } = reader;
  const { status } = person.emailStatus;
  const hasFailed = status === "failed";
  const isYou = isInviter(view, person.name);
  return (
    <Card
      id="mail"
      title={t(hasFailed ? "organize.mailProblems.fix" : "organize.person.mailTitle")}
      icon={hasFailed ? "mail-warning" : "mail"}
    >
      <p class={hasFailed ? "text-error font-semibold" : "muted"}>
        {describeMail(person.emailStatus, isYou ? "" : person.name, view.timeZone, reader)}
      </p>
      {!hasMail && <NoMail code={view.code} reader={reader} />}
      {hasMail && !person.email && (
        <p class="text-pretty">
          {t(
            pairsHiddenFromOrganizer(view)
              ? "sealed.links.addAddress"
              : "organize.person.addAddress",
          )}
        </p>
      )}
      {hasMail && (hasFailed || !person.email) && (
        <AddressForm person={person} t={t} refused={address} />
      )}
      {/* What is mended there goes out at once. */}
      {hasMail && person.email && (refused || !isAddressDead(person.emailStatus)) && (
        <form method="post" class="space-y-3">
          <input type="hidden" name="action" value="sendEmail" />
          <FormErrors
            errors={refused?.errors ?? {}}
            t={t}
            idOf={() =>
              "customMessage"}
          />
          <Button
            name="type"
            value="participant"
            variant={hasFailed ? "quiet" : "secondary"}
            icon="mail"
          >
            {t("organize.person.sendLink")}
          </Button>
          {/* What has not arrived needs no reminder, and nobody reminds themselves. */}
          {!hasFailed && !isYou && (
            <details class="space-y-4" open={refused !== null}>
              <summary class={buttonClass("quiet")}>
                <Icon name="send" />
                {t("organize.person.remind", { name: person.name })}
              </summary>
              <TextArea
                name="customMessage"
                rows={3}
                label={t("organize.remind.message")}
                optional={t("common.optional")}
                value={refused?.typed.customMessage ?? ""}
                error={refused?.errors.customMessage}
                maxlength={2000}
              />
              <Button name="type" value="reminder" icon="send">{t("organize.remind.send")}</Button>
            </details>
          )}
        </form>
      )}
    </Card>
  );
}
