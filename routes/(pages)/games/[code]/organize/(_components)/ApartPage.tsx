import ListFilter from "@/islands/ListFilter.tsx";
import { groupsOf } from "@/lib/pages/apart_groups.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { formatList } from "@/lib/browser/format.ts";
import { managePath } from "@/lib/browser/links.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FieldError } from "@/components/Field.tsx";
import { Icon } from "@/components/Icon.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { BackLink } from "./BackLink.tsx";
import { News } from "./News.tsx";

export interface ApartPageProps {
  managed: ManagedGame;
  /** A group that would change pairs, to be confirmed. */
  proposal: { members: string[]; points: string[] } | null;
  chosen: string[];
  error: string | null;
  news: string[];
}

/** So few people need no search. */
const FEW = 12;

/** Who must not draw whom: the groups there are, and one more. */
export function ApartPage({ managed, proposal, chosen, error, news }: ApartPageProps) {
  const { view, reader } = managed;
  const { t, language } = reader;
  const names = new Map(view.participants.map((one) => [one.id, one.name]));
  const nameGroup = (ids: string[]) => formatList(ids.map((id) => names.get(id) ?? ""), language);
  const groups = groupsOf(view);
  return (
    <Page reader={reader} title={t("organize.apart.title")} isPrivate>
      <BackLink code={view.code} t={t} />
      <PageTitle over={view.name} lead={t("organize.apart.lead")}>
        {t("organize.apart.title")}
      </PageTitle>
      {!error && !proposal && <News news={news} />}
      {proposal
        ? (
          <Card title={t("organize.apart.proposal", { names: nameGroup(proposal.members) })}>
            <ul class="list-disc space-y-2 pl-5">
              {proposal.points.map((point) => <li key={point}>{point}</li>)}
            </ul>
            <form method="post" class="flex flex-wrap gap-3">
              {proposal.members.map((id) => (
                <input key={id} type="hidden" name="member" value={id} />
              ))}
              <Button variant="danger" name="confirmed" value="on">
                {t("organize.apart.keepApart")}
              </Button>
              <ButtonLink href={managePath(view.code, "/apart")} variant="quiet">
                {t("common.cancel")}
              </ButtonLink>
            </form>
          </Card>
        )
        : (
          <>
            <Card title={t("organize.apart.groups")} icon="users">
              {groups.length === 0 && <p class="muted">{t("organize.apart.none")}</p>}
              <ul class="divide-base-300 divide-y">
                {groups.map((group) => (
                  <li key={group.join(" ")} class="flex items-center gap-3 py-2">
                    <span class="min-w-0 flex-1">{nameGroup(group)}</span>
                    <form method="post">
                      <Button
                        variant="quiet"
                        icon="x"
                        name="remove"
                        value={group.join(" ")}
                        aria-label={t("organize.apart.removeNames", { names: nameGroup(group) })}
                      >
                        {t("organize.apart.remove")}
                      </Button>
                    </form>
                  </li>
                ))}
              </ul>
            </Card>
            <NewGroup managed={managed} chosen={chosen} error={error} />
          </>
        )}
    </Page>
  );
}

function NewGroup(
  { managed: { view, reader: { t } }, chosen, error }: Pick<
    ApartPageProps,
    "managed" | "chosen" | "error"
  >,
) {
  const total = view.participants.length;
  return (
    <Card title={t("organize.apart.new")} icon="plus">
      <p class="text-pretty">{t("organize.apart.newLead")}</p>
      {error && (
        <Alert tone="error" isNews>
          <a class="underline underline-offset-2" href="#choice">{error}</a>
        </Alert>
      )}
      {total > FEW && (
        <div class="needs-script">
          <ListFilter
            list="choice-list"
            searchLabel={t("organize.people.search")}
            search=""
            button={t("organize.people.apply")}
            count={t("organize.people.shown", { shown: "#", total })}
          />
        </div>
      )}
      <form method="post" class="space-y-5">
        <fieldset
          id="choice"
          class="space-y-2"
          {...(error && { "aria-describedby": "choice-error", "aria-invalid": "true" })}
        >
          <legend class="font-semibold">{t("organize.apart.who")}</legend>
          {error && <FieldError id="choice-error">{error}</FieldError>}
          <ul
            id="choice-list"
            class="border-base-300 rounded-field grid max-h-96 overflow-y-auto border p-2 sm:grid-cols-2"
          >
            {view.participants.map((one) => (
              <li key={one.id} data-search={searchKey(one.name)}>
                <label class="hover:bg-base-200 rounded-field flex min-h-11 items-center gap-3 px-3 py-1.5">
                  <input
                    type="checkbox"
                    name="member"
                    value={one.id}
                    checked={chosen.includes(one.id)}
                    class="checkbox checkbox-primary"
                  />
                  <span class="min-w-0">{one.name}</span>
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
        <Button icon="check">{t("organize.apart.keepApart")}</Button>
      </form>
      <p class="muted flex gap-2 text-sm">
        <Icon name="info" class="mt-0.5 size-4" />
        {t("organize.apart.note")}
      </p>
    </Card>
  );
}
