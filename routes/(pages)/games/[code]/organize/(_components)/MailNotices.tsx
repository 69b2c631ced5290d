/** Why the mails of a game wait, and what their organizer can do about it. */
import { managePath } from "@/lib/browser/links.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import type { Operator } from "@/lib/settings.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";

interface MailNoticesProps extends Pick<ManagedGame, "view" | "reader"> {
  operator: Operator | null;
}

export function MailNotices({ view, reader: { t }, operator }: MailNoticesProps) {
  if (view.isArchived) return null;
  return (
    <div id="mail-notices" class="space-y-4 empty:hidden" data-live>
      {view.mailPausedAt && (
        <Alert tone="warning" title={t("organize.paused.title")}>
          <p class="text-pretty">{t("organize.paused.body")}</p>
          {operator?.contact && (
            <p>
              <a class="text-link break-words" href={operator.contact.url}>
                {t("organize.paused.ask", { contact: operator.contact.text })}
              </a>
            </p>
          )}
        </Alert>
      )}
      {view.mailsHeld > 0 && !view.mailPausedAt && (
        <Alert tone="info" title={t("organize.held.title")}>
          <p class="text-pretty break-words">
            {t("organize.held.body", { email: view.organizerEmail })}
          </p>
          <div class="flex flex-wrap gap-2 pt-2">
            <form method="post" action={managePath(view.code)}>
              <input type="hidden" name="action" value="sendEmail" />
              <Button name="type" value="organizer" variant="secondary" icon="send">
                {t("organize.mailProblems.resend")}
              </Button>
            </form>
            <ButtonLink
              href={managePath(view.code, "/details#organizerEmail")}
              variant="secondary"
              icon="pencil"
            >
              {t("organize.mailProblems.fix")}
            </ButtonLink>
          </div>
        </Alert>
      )}
    </div>
  );
}
