import ListFilter from "@/islands/ListFilter.tsx";
import { hidesPairs } from "@/lib/game/seal.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import { managePersonPath } from "@/lib/browser/links.ts";
import { renderInTurns } from "@/lib/pages/in_turns.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import {
  filtersOf,
  PEOPLE_FILTERS,
  type PeopleFilter,
  type PersonStatus,
  searchKey,
  statusOfPerson,
} from "@/lib/browser/people_filter.ts";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icon_names.ts";

/** What of the list is shown at first. */
export interface PeopleChoice {
  search: string;
  show: PeopleFilter;
}

interface PeopleListProps {
  view: OrganizerView;
  t: Translate;
  choice: PeopleChoice;
  /** What `renderPeople` has made. */
  rows: string;
}

/** So few people need no search. */
const FEW = 8;

/** Everybody in one line each, the way to whatever concerns one person. */
export function PeopleList({ view, t, choice, rows }: PeopleListProps) {
  const total = view.participants.length;
  const key = searchKey(choice.search);
  return (
    <div class="space-y-4">
      {(total > FEW || choice.show !== "all" || key !== "") && (
        <ListFilter
          list="people-list"
          searchLabel={t("organize.people.search")}
          search={choice.search}
          choice={{
            label: t("organize.people.show"),
            value: choice.show,
            options: filtersFor(view).map((filter) => ({
              value: filter,
              label: t(`organize.people.filters.${filter}`),
            })),
          }}
          button={t("organize.people.apply")}
          count={t("organize.people.shown", { shown: "#", total })}
        />
      )}
      <ul
        id="people-list"
        class="divide-base-300 -mx-2 divide-y"
        dangerouslySetInnerHTML={{ __html: rows }}
      />
    </div>
  );
}

/** Who has said yes is no choice where it stays hidden. */
function filtersFor(view: OrganizerView): PeopleFilter[] {
  return PEOPLE_FILTERS.filter((one) => !hidesPairs(view) || !one.endsWith("onfirmed"));
}

/** The rows of the list, as HTML. */
export function renderPeople(
  { view, t, choice }: Omit<PeopleListProps, "rows">,
): Promise<string> {
  const key = searchKey(choice.search);
  return renderInTurns(view.participants, (one) => {
    const filters = filtersOf(one);
    const search = searchKey(`${one.name} ${one.email}`);
    const isShown = filters.includes(choice.show) && search.includes(key);
    return (
      <li
        data-search={search}
        data-filters={filters.join(" ")}
        hidden={!isShown}
        class="has-[a:hover]:bg-base-200 relative grid gap-x-4 px-2 py-2.5 sm:grid-cols-[1fr_auto] sm:items-center"
      >
        <p class="min-w-0">
          <a
            class="font-semibold after:absolute after:inset-0"
            href={managePersonPath(view.code, one.id)}
          >
            {one.name}
          </a>
          {one.email && <span class="muted block truncate text-sm">{one.email}</span>}
        </p>
        <p class="flex flex-wrap gap-x-4 text-sm sm:justify-end">
          {one.emailStatus.status === "failed" && (
            <span class="text-error flex items-center gap-1.5 font-semibold">
              <Icon name="mail-warning" class="size-4" />
              {t("organize.people.filters.mailFailed")}
            </span>
          )}
          {one.emailStatus.status === "queued" && (
            <span class="muted flex items-center gap-1.5">
              <Icon name="clock" class="size-4" />
              {t("organize.people.filters.mailQueued")}
            </span>
          )}
          <Status status={statusOfPerson(one)} t={t} />
        </p>
      </li>
    );
  });
}

const STATUS: Record<PersonStatus, { icon: IconName; colors: string }> = {
  unopened: { icon: "gift", colors: "muted" },
  opened: { icon: "eye", colors: "text-info" },
  confirmed: { icon: "circle-check", colors: "text-success" },
  asking: { icon: "shuffle", colors: "text-warning font-semibold" },
};

/** How far one person has come. */
export function Status({ status, t }: { status: PersonStatus; t: Translate }) {
  const { icon, colors } = STATUS[status];
  return (
    <span class={`flex items-center gap-1.5 ${colors}`}>
      <Icon name={icon} class="size-4" />
      {t(`organize.people.status.${status}`)}
    </span>
  );
}
