import ListFilter from "@/islands/ListFilter.tsx";
import type { PersonProgress } from "@/lib/game/progress.ts";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import { renderInTurns } from "@/lib/pages/in_turns.ts";
import type { ManagedGame } from "@/lib/pages/organizer.ts";
import { filtersFor } from "@/lib/pages/people_groups.ts";
import { filtersOf, type PeopleFilter, searchKey } from "@/lib/browser/people_filter.ts";
import { MenuLink } from "./MenuLink.tsx";
import { statusRenderer } from "./PersonStatus.tsx";

/** What of the list is shown at first. */
export interface PeopleChoice {
  search: string;
  show: PeopleFilter;
}

interface PeopleListProps {
  managed: ManagedGame;
  people: readonly PersonProgress[];
  choice: PeopleChoice;
  /** What `renderPeople` has made. */
  rows: string;
}

/** So few people need no search. */
const FEW = 8;
/** So many still have pictures in their rows. */
export const PICTURED = 100;

/** Everybody in one line each, with what can be done for them. */
export function PeopleList({ managed, people, choice, rows }: PeopleListProps) {
  const { t } = managed.reader;
  const total = people.length;
  const key = searchKey(choice.search);
  return (
    <div class="space-y-4">
      {managed.view.state === "drawn" && <Summary managed={managed} people={people} />}
      {(total > FEW || choice.show !== "all" || key !== "") && (
        <ListFilter
          list="people-list"
          searchLabel={t("organize.people.search")}
          search={choice.search}
          choice={{
            label: t("organize.people.show"),
            value: choice.show,
            options: filtersFor(managed).map((filter) => ({
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

/** How far everybody has come, at a glance; each number leads to the people still missing. */
function Summary(
  { managed: { view, reader: { t } }, people }: Pick<PeopleListProps, "managed" | "people">,
) {
  const total = people.length;
  const counts = [
    ["opened", "unopened", people.filter(({ gift }) => gift !== "unopened").length],
    [
      "confirmed",
      view.isSealed && view.sealBrokenAt === null ? "all" : "unconfirmed",
      view.confirmedCount,
    ],
    ["wishes", "noWish", people.filter(({ hasWish }) => hasWish).length],
  ] as const;
  return (
    <ul class="grid grid-cols-3 gap-2 text-center">
      {counts.map(([name, filter, count]) => (
        <li
          key={name}
          class="rounded-field bg-base-200 relative px-0.5 py-2.5 has-[a:hover]:underline"
        >
          <span class="font-display block text-lg leading-tight font-semibold sm:text-xl">
            {t("organize.status.of", { number: count, total })}
          </span>
          <a
            href={managePath(view.code, `?show=${filter}#people`)}
            aria-current="false"
            class="muted block text-sm leading-snug after:absolute after:inset-0"
          >
            {t(`organize.status.${name}`, { count })}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Without what is left to do: nobody needs a link any more. */
const asClosed = (person: PersonProgress): PersonProgress => ({ ...person, link: "used" });

/** The rows of the list, as HTML. */
export function renderPeople(
  { managed, people, choice }: Omit<PeopleListProps, "rows">,
): Promise<string> {
  const { view, reader: { t } } = managed;
  const key = searchKey(choice.search);
  const hasIcons = people.length <= PICTURED;
  const statusOf = statusRenderer({ state: view.state, t, hasIcons });
  const emails = view.participants.map(({ email }) => email);
  return renderInTurns(people.entries(), ([index, one]) => {
    const email = emails[index] ?? "";
    const filters = filtersOf(one);
    const search = searchKey(`${one.name} ${email}`);
    const isShown = filters.includes(choice.show) && search.includes(key);
    return (
      <li
        data-search={search}
        data-filters={filters.join(" ")}
        hidden={!isShown}
        class="has-[a:hover]:bg-base-200 relative flex items-center gap-1 py-2 pl-2"
      >
        <div class="min-w-0 flex-1 gap-x-6 sm:grid sm:grid-cols-2 sm:items-center">
          <p class="min-w-0">
            <a
              class="font-semibold after:absolute after:inset-0"
              href={managePersonPath(view.code, one.id)}
            >
              {one.name}
            </a>
            {email && <span class="muted hidden truncate text-sm sm:block">{email}</span>}
          </p>
          <div
            dangerouslySetInnerHTML={{ __html: statusOf(view.isArchived ? asClosed(one) : one) }}
          />
        </div>
        {!view.isArchived && <MenuLink code={view.code} person={one} t={t} hasIcon={hasIcons} />}
      </li>
    );
  });
}
