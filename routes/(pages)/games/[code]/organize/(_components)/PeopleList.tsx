import { Icon } from "@/components/Icon.tsx";
import ListFilter from "@/islands/ListFilter.tsx";
import { isInviter } from "@/lib/game/identity.ts";
import { canBeReminded } from "@/lib/game/progress.ts";
import { gamePath, managePath } from "@/lib/browser/links.ts";
import { renderInTurns } from "@/lib/pages/in_turns.ts";
import {
  filtersOf,
  PEOPLE_LIST,
  type PeopleFilter,
  searchKey,
} from "@/lib/browser/people_filter.ts";
import { REMINDED } from "@/lib/pages/organizer/people_groups.ts";
import type { OrganizePageData } from "./organize_page_data.ts";
import { hasPictures, PersonRow, Reached, statusRenderer } from "./People.tsx";

/** Lists of up to this many people have no search. */
const FEW = 8;

/** Everyone in one line each, with a menu of actions. @param rows the result of `renderPeople` */
export function PeopleList({ rows, ...data }: OrganizePageData & { rows: string }) {
  const { people, reader: { t } } = data;
  return (
    <>
      <h2 id="count" class="flex items-center gap-3 text-xl sm:text-2xl" data-live>
        <Icon name="users" class="text-secondary size-6" />
        <span class="min-w-0">{t("create.people.total", { count: people.length })}</span>
      </h2>
      {data.view.state === "drawn" && <Summary {...data} />}
      <div id="reach" data-live class="empty:hidden">
        <Reached {...data} />
      </div>
      <PeopleRows {...data} rows={rows} labelledBy="count" />
    </>
  );
}

/** The rows; above many of them, the search, the filters, and actions for everyone shown. */
export function PeopleRows(
  { rows, labelledBy, ...data }: OrganizePageData & { rows: string; labelledBy: string },
) {
  const { people, choice, filters, reader: { t } } = data;
  const isNarrowed = choice.show !== "all" || searchKey(choice.search) !== "";
  return (
    <>
      {(people.length > FEW || isNarrowed) && (
        <ListFilter
          list={PEOPLE_LIST}
          searchLabel={t("create.people.search")}
          search={choice.search}
          choice={{
            label: t("common.show"),
            value: choice.show,
            options: filters.map((filter) => ({
              value: filter,
              label: t(`organize.people.filters.${filter}`),
              count: people.filter((one) => filtersOf(one).includes(filter)).length,
              acts: actsFor(filter, data),
            })),
          }}
          button={t("common.show")}
          count={t("common.progress", { number: "#", total: "##" })}
        />
      )}
      <ul
        id={PEOPLE_LIST}
        aria-labelledby={labelledBy}
        class="people"
        data-live
        dangerouslySetInnerHTML={{ __html: rows }}
      />
    </>
  );
}

/** Actions for all people whom a filter shows. */
function actsFor(
  filter: PeopleFilter,
  { view: { code, isArchived }, people, hasMail, mayRemind, reader: { t } }: OrganizePageData,
) {
  if (isArchived) return [];
  const shown = people.filter((one) => filtersOf(one).includes(filter));
  const canRemind = mayRemind && people.some((one) => canBeReminded(one, hasMail));
  const group = canRemind && REMINDED.find((one) => one === filter);
  const isOfLinks = filter === "all" || filter === "needsLink" || filter === "noEmail" ||
    (shown.length > 0 && shown.every(({ link }) => link === "needed"));
  return [
    ...group
      ? [{
        href: managePath(code, `/tools?group=${group}#remind`),
        icon: "send" as const,
        label: t("organize.remind.title"),
      }]
      : [],
    ...isOfLinks
      ? [{
        href: `${gamePath(code)}/created`,
        icon: "link" as const,
        label: t("organize.links.all"),
      }]
      : [],
  ];
}

/** The progress of everyone at a glance; each number links to the people still missing. */
function Summary({ view, reader: { t }, isHidden, ...data }: OrganizePageData) {
  // Erased people have nothing left to do.
  const people = data.people.filter(({ link }) => link !== "gone");
  const total = people.length;
  const counts = [
    [
      "organize.people.status.opened",
      "unopened",
      people.filter(({ gift }) => gift !== "unopened").length,
    ],
    [
      "organize.people.filters.confirmed",
      isHidden ? "all" : "unconfirmed",
      view.confirmedCount,
    ],
    ["gather.status.hasWish", "noWish", people.filter(({ hasWish }) => hasWish).length],
  ] as const;
  return (
    <ul
      id="standing"
      data-live
      class="grid grid-cols-[repeat(auto-fit,minmax(min(5rem,100%),1fr))] gap-2 text-center"
    >
      {counts.map(([name, filter, number]) => (
        <li key={name} class="rounded-field bg-base-200 has-[a:hover]:underline">
          <a
            href={managePath(view.code, `?show=${filter}#people`)}
            aria-current="false"
            class="block px-0.5 py-2.5"
          >
            <span class="font-display block text-base leading-tight font-semibold sm:text-xl">
              {t("common.progress", { number, total })}
            </span>{" "}
            <span class="muted block text-sm leading-snug">{t(name)}</span>
            <span class="sr-only">
              {t("common.line", {
                label: t("common.show"),
                value: t(`organize.people.filters.${filter}`),
              })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Renders the rows of the list as HTML. */
export function renderPeople(
  { view, people, choice, marks, isPast, reader: { t } }: OrganizePageData,
): Promise<string> {
  const key = searchKey(choice.search);
  const hasIcons = hasPictures(people);
  const statusOf = statusRenderer({ state: view.state, t, hasIcons, isPast });
  const emails = view.participants.map(({ email }) => email);
  return renderInTurns(people.entries(), ([index, person]) => {
    const email = emails[index] ?? "";
    const filters = filtersOf(person);
    const isShown = filters.includes(choice.show) &&
      searchKey(`${person.name} ${email}`).includes(key);
    return (
      <PersonRow
        {...{ code: view.code, person, t, hasIcons, email }}
        isYou={isInviter(view, person.name)}
        status={statusOf(person, marks.get(person.id))}
        hasMenu={!view.isArchived}
        filters={filters.filter((one) => one !== "all").join(" ")}
        isHidden={!isShown}
      />
    );
  });
}
