import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import type { FieldErrors } from "@/lib/i18n/errors.ts";
import { formatDate } from "@/lib/browser/format.ts";
import { Alert } from "@/components/Alert.tsx";
import { Card } from "@/components/Card.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { AddPerson } from "./AddPerson.tsx";
import { MailProblems } from "./MailProblems.tsx";
import { News } from "./News.tsx";
import { type PeopleChoice, PeopleList } from "./PeopleList.tsx";
import { Requests } from "./Requests.tsx";
import { StatusTiles } from "./StatusTiles.tsx";
import { type GameConfirmations, Tools } from "./Tools.tsx";

/** A form that was refused. */
export interface FailedForm {
  action: string;
  typed: Readonly<Record<string, string>>;
  errors: FieldErrors;
}

export interface OrganizePageProps {
  managed: ManagedGame;
  choice: PeopleChoice;
  failed: FailedForm | null;
  confirmations: GameConfirmations;
  /** Under which people reach the service. */
  baseUrl: string;
  news: string[];
}

/** The whole game at a glance, and the way to everything that can be done with it. */
export function OrganizePage(props: OrganizePageProps) {
  const { managed, choice, failed, news } = props;
  const { view, reader } = managed;
  const { t, language } = reader;
  const add = failed?.action === "addParticipant" ? failed : null;
  const reminder = failed?.typed.type === "reminderAll" ? failed : null;
  return (
    <Page reader={reader} title={t("organize.title", { name: view.name })} width="wide" isPrivate>
      <PageTitle over={t("organize.over", { code: view.code })} lead={when(managed)}>
        {view.name}
      </PageTitle>
      <News news={news} />
      {failed && !add && !reminder && (
        <FormErrors
          errors={failed.errors}
          t={t}
          idOf={() => "main"}
        />
      )}
      {view.isArchived && (
        <Alert tone="warning" title={t("organize.archived.title")}>
          {t("organize.archived.body", {
            date: formatDate((view.archivedAt ?? "").slice(0, 10), language),
          })}
        </Alert>
      )}
      <StatusTiles view={view} t={t} />
      {view.isArchived
        ? (
          <Card id="people" title={peopleTitle(managed)} icon="users">
            <PeopleList view={view} t={t} choice={choice} />
          </Card>
        )
        : (
          <div class="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
            <div class="space-y-6">
              <Requests {...managed} />
              <MailProblems {...managed} />
              <Tools
                {...props}
                reminder={{
                  typed: reminder?.typed.customMessage ?? "",
                  errors: reminder?.errors ?? {},
                }}
              />
            </div>
            <Card id="people" title={peopleTitle(managed)} icon="users">
              <AddPerson managed={managed} typed={add?.typed ?? {}} errors={add?.errors ?? {}} />
              <PeopleList view={view} t={t} choice={choice} />
            </Card>
          </div>
        )}
    </Page>
  );
}

function peopleTitle({ view, reader: { t } }: ManagedGame): string {
  return t("organize.people.title", { count: view.participants.length });
}

function when({ game, reader: { t, language } }: ManagedGame): string {
  const days = daysUntil(game, new Date());
  const countdown = days > 1
    ? t("game.daysToGo", { count: days })
    : days === 1
    ? t("game.isTomorrow")
    : t(days === 0 ? "game.isToday" : "organize.isOver");
  return `${formatDate(game.date, language)} · ${countdown}`;
}
