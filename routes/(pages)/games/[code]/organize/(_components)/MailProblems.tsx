import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { describeMail } from "./describe_mail.ts";

/** So many are named; the list of people has them all. */
const NAMED = 10;

/** Whose latest mail has failed, why, and what to do about it. */
export function MailProblems({ view, hasMail, reader }: ManagedGame) {
  const { t } = reader;
  const failed = view.participants.filter((one) => one.emailStatus.status === "failed");
  const organizerFailed = view.organizerEmailStatus.status === "failed";
  if (failed.length === 0 && !organizerFailed) return null;
  return (
    <Card id="mail-problems" title={t("organize.mailProblems.title")} icon="mail-warning">
      <p class="text-pretty">{t("organize.mailProblems.lead")}</p>
      <ul class="divide-base-300 divide-y">
        {organizerFailed && (
          <li class="py-2.5">
            <a class="text-link" href={managePath(view.code, "/details#organizerEmail")}>
              {t("organize.mailProblems.you", { email: view.organizerEmail })}
            </a>
            <span class="muted block text-sm">
              {describeMail(view.organizerEmailStatus, view.timeZone, reader)}
            </span>
          </li>
        )}
        {failed.slice(0, NAMED).map((one) => (
          <li key={one.id} class="py-2.5">
            <a class="text-link" href={managePersonPath(view.code, one.id)}>{one.name}</a>
            <span class="muted block text-sm">
              {describeMail(one.emailStatus, view.timeZone, reader)}
            </span>
          </li>
        ))}
      </ul>
      {failed.length > NAMED && (
        <p>
          <a
            class="text-link"
            href={managePath(view.code, "?show=mailFailed#people")}
            aria-current="false"
          >
            {t("organize.more", { count: failed.length - NAMED })}
          </a>
        </p>
      )}
      {hasMail && failed.length > 0 && (
        <form method="post" action={managePath(view.code)}>
          <input type="hidden" name="action" value="sendEmail" />
          <Button name="type" value="failedParticipants" icon="send" variant="secondary">
            {t("organize.mailProblems.resend", { count: failed.length })}
          </Button>
        </form>
      )}
    </Card>
  );
}
