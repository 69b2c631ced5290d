/** Messages on the organizer's page: someone was added, the game is archived, the event is over. */
import { formatDate } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import { todayIn } from "@/lib/game/calendar.ts";
import PassOnActions from "@/islands/PassOnActions.tsx";
import { Alert } from "@/components/Alert.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { PersonPassOn } from "@/components/PassOn.tsx";
import type { OrganizePageData } from "./organize_page_data.ts";
import { SendButton } from "./Mails.tsx";

/** Says that a person was just added; the organizer can pass on their link here. */
export function Added(
  { person, link, ...data }: OrganizePageData & NonNullable<OrganizePageData["added"]>,
) {
  const { t } = data.reader;
  return (
    <Alert tone="success" isNews>
      <p>{data.news[0]}</p>
      <section class="py-2" aria-label={t("created.people.link", { name: person.name })}>
        <PersonPassOn {...data} {...{ person, link }} place="added" />
        <PassOnActions copied={t("common.copied")} />
      </section>
      {data.news.slice(1).map((sentence) => <p key={sentence}>{sentence}</p>)}
    </Alert>
  );
}

export function Archived({ view, reader: { t, locale } }: OrganizePageData) {
  if (view.archivedAt === null) return null;
  const date = formatDate(todayIn(view.timeZone, new Date(view.archivedAt)), locale);
  return (
    <Alert tone="success" title={t("organize.archived.title")}>
      {t("organize.archived.body", { date })}
    </Alert>
  );
}

/** The link to the finale, once it has begun. */
export function FinaleCard({ view: { code, isArchived }, reader: { t } }: OrganizePageData) {
  return (
    <Card title={t("finale.title")} icon="party-popper" id="finale" isMain={!isArchived}>
      <ButtonLink
        href={managePath(code, "/finale")}
        variant={isArchived ? "secondary" : "primary"}
        icon="party-popper"
      >
        {t("finale.all")}
      </ButtonLink>
    </Card>
  );
}

/** Says why a game's emails wait, and what the organizer can do about it. */
export function MailNotices({ view, reader: { t }, operator }: OrganizePageData) {
  if (view.isArchived) return null;
  return (
    <div id="mail-notices" class="space-y-4 empty:hidden" data-live>
      {view.mailPausedAt && (
        <Alert tone="warning" title={t("organize.paused.title")}>
          <p class="text-pretty">{t("organize.paused.body")}</p>
          {operator?.contact && (
            <p>
              <a class="text-link break-words" href={operator.contact.url}>
                {t("common.line", { label: t("common.contact"), value: operator.contact.text })}
              </a>
            </p>
          )}
        </Alert>
      )}
      {view.mailsHeld > 0 && !view.mailPausedAt && (
        <Alert tone="info" title={t("organize.held.title")}>
          <p class="text-pretty break-words">
            {view.organizerEmail
              ? t("organize.held.body", { email: view.organizerEmail })
              : t("errors.code.ORGANIZER_EMAIL_NEEDED")}
          </p>
          <div class="flex flex-wrap gap-2 pt-2">
            {view.organizerEmail && (
              <SendButton code={view.code} type="organizer" icon="send">
                {t("organize.mailProblems.resend")}
              </SendButton>
            )}
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
