/** People in lists: a row with status and menu. */
import { renderToString } from "preact-render-to-string";
import { Icon } from "@/components/Icon.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";
import { withSpace } from "@/lib/browser/format.ts";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import type { PeopleFilter } from "@/lib/browser/people_filter.ts";
import { isInviter } from "@/lib/game/identity.ts";
import type { PersonProgress } from "@/lib/game/progress.ts";
import type { Reach } from "@/lib/game/reach.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { missesMails, type StatusWord, statusWords } from "@/lib/pages/organizer/person_status.ts";
import type { OrganizePageData } from "./organize_page_data.ts";

/** Maximum number of people whose rows have pictures. */
const PICTURED = 100;

/** True if the rows of a list have pictures, which long lists do not. */
export function hasPictures(people: readonly unknown[]): boolean {
  return people.length <= PICTURED;
}

interface PersonRowProps {
  code: string;
  person: PersonProgress;
  /** HTML from `statusRenderer`. */
  status: string;
  t: Translate;
  hasIcons: boolean;
  /** True for the reader's own row. */
  isYou: boolean;
  email: string;
  /** True if the row has a menu of actions. */
  hasMenu: boolean;
  /** The filters that the person passes, separated by spaces. */
  filters: string;
  isHidden: boolean;
}

/** A row in a list. The list's class `people` has all its styles, because there may be a thousand rows. */
export function PersonRow(
  { code, person, status, t, hasIcons, isYou, email, hasMenu, filters, isHidden }: PersonRowProps,
) {
  return (
    <li data-search="" data-filters={filters} hidden={isHidden}>
      <p>
        <a href={managePersonPath(code, person.id)}>{person.name}</a>
        {isYou && (
          <>
            {" "}
            <span class="muted text-sm">{t("create.people.you")}</span>
          </>
        )}
        {email && (
          <>
            {" "}
            <small>{email}</small>
          </>
        )}
      </p>
      <div class="statuses" dangerouslySetInnerHTML={{ __html: status }} />
      {hasMenu && <MenuLink code={code} person={person} t={t} hasIcon={hasIcons} />}
    </li>
  );
}

interface MenuLinkProps {
  code: string;
  person: { id: string; name: string };
  t: Translate;
  /** False for plain dots, which keep a long list smaller. */
  hasIcon?: boolean;
}

/**
 * The menu button of a row; without scripts, a link to the person's page. Used in lists whose items begin with the
 * person's name.
 */
export function MenuLink({ code, person, t, hasIcon = true }: MenuLinkProps) {
  const { name } = person;
  return (
    <a
      class="btn btn-ghost btn-square needs-script relative"
      href={managePersonPath(code, person.id)}
      data-menu=""
      aria-haspopup="dialog"
      aria-label={t("organize.people.menu", { name })}
    >
      {hasIcon ? <Icon name="ellipsis" /> : "…"}
    </a>
  );
}

/** Maximum number of names shown. */
const NAMED = 6;

/** Links to some of a step's people, and to the list of all. @param filter the list's filter */
export function FewNames(
  { view, reader: { t }, people, filter }: Pick<ManagedGame, "view" | "reader"> & {
    people: readonly PersonProgress[];
    filter: PeopleFilter;
  },
) {
  return (
    <>
      <ul class="flex flex-wrap gap-2">
        {people.slice(0, NAMED).map(({ id, name }) => (
          <li key={id}>
            <a
              class="btn btn-outline border-base-300 font-semibold"
              href={managePersonPath(view.code, id)}
              data-menu=""
              aria-haspopup="dialog"
              aria-label={t("organize.people.menu", { name })}
            >
              {name}
              {isInviter(view, name) && ` ${t("create.people.you")}`}
              <Icon name="ellipsis" class="size-4" />
            </a>
          </li>
        ))}
      </ul>
      <Further code={view.code} count={people.length - NAMED} filter={filter} t={t} />
    </>
  );
}

interface FurtherProps {
  code: string;
  count: number;
  /** The filter of the list of all. */
  filter: PeopleFilter;
  t: Translate;
}

/** Says how many more there are, with a link to the list of all. */
export function Further({ code, count, filter, t }: FurtherProps) {
  if (count <= 0) return null;
  const path = managePath(code, `?show=${filter}#people`);
  const label = t("errors.drawImpossible.more", { count });
  return (
    <p>
      <a
        class="text-link inline-block py-2.5"
        href={path}
        aria-current="false"
        aria-label={t("common.line", { label, value: t(`organize.people.filters.${filter}`) })}
      >
        {label}
      </a>
    </p>
  );
}

/** Says how many people get updates by email, on a device, and not at all. */
export function Reached(data: OrganizePageData) {
  const { view, people, isPast, reader: { t } } = data;
  if (isPast) return null;
  const count = (...ways: Reach[]) => people.filter(({ reach }) => ways.includes(reach)).length;
  const none = count("none");
  const counts = [
    ["mail", count("mail", "both")],
    ["device", count("device", "both")],
    ["none", none],
  ] as const;
  const text = counts.filter(([, number]) => number > 0)
    .map(([way, number]) => t(`organize.people.reach.${way}`, { number })).join(" · ");
  return (
    <>
      {/* If no one gets any, the rows say so already. */}
      {none < people.length && (
        <p class="muted text-sm text-pretty">
          <LineBreaks text={text} />
        </p>
      )}
      {people.some((one) => missesMails(one, view.state)) && <MailsOff {...data} />}
    </>
  );
}

/** Says why people with an address get no link and no updates: the game sends no emails. */
export function MailsOff(
  { view, hasMail, reader: { t } }: Pick<ManagedGame, "view" | "hasMail" | "reader">,
) {
  if (view.sendEmails || !hasMail || view.isArchived) return null;
  return (
    <p class="text-sm">
      {withSpace(t("organize.people.mailsOff"))}
      <a class="text-link" href={managePath(view.code, "/details#sendEmails")}>
        {t("organize.people.mailsOn")}
      </a>
    </p>
  );
}

const TONES: Record<StatusWord["tone"], string> = {
  urgent: "text-error font-semibold",
  wanting: "text-warning font-semibold",
  done: "text-success",
  plain: "muted",
};

/** Labels that need attention, next to a person's progress. */
const ALONE: ReadonlySet<StatusWord["text"]> = new Set([
  "place.leaving",
  "organize.people.status.asking",
  "organize.people.filters.mailFailed",
  "organize.people.filters.mailQueued",
]);

/** A heart that holds a wish. */
const FULL = "size-4 fill-current";

interface PersonStatusProps {
  person: PersonProgress;
  state: "gathering" | "drawn";
  t: Translate;
  /** False for words only, which take a third of the size in a long list. */
  hasIcons?: boolean;
  /** True if the event is over. */
  isPast?: boolean;
  /** Fingerprint of the link that they need: this device remembers whether it was handed over. */
  mark?: string | undefined;
}

/** A person's status, in words and icons. */
export function PersonStatus(props: PersonStatusProps) {
  return (
    <div class="statuses">
      <Words {...props} />
    </div>
  );
}

function Words({ person, state, t, hasIcons = true, isPast = false, mark }: PersonStatusProps) {
  return statusWords(person, state, isPast).map(({ text, tone, icon }) => (
    <span
      key={text}
      class={ALONE.has(text) ? `${TONES[tone]} status-alone` : TONES[tone]}
      {...(mark && text === "organize.people.filters.needsLink" && { "data-link": mark })}
    >
      {hasIcons && (
        <Icon name={icon} class={icon === "heart" && tone === "done" ? FULL : "size-4"} />
      )}
      {t(text)}
    </span>
  ));
}

/** Placeholder for a person's mark. */
const ANY_MARK = "any mark";

/**
 * Renders the status of many people as HTML. Equal ones are rendered once, because a list of a thousand people has few
 * different ones.
 */
export function statusRenderer(
  props: Omit<PersonStatusProps, "person" | "mark">,
): (person: PersonProgress, mark?: string) => string {
  const known = new Map<string, string>();
  return (person, mark) => {
    const key = [
      mark && ANY_MARK,
      ...statusWords(person, props.state, props.isPast).map(({ text }) => text),
    ]
      .join();
    const html = known.get(key) ??
      renderToString(<Words {...props} person={person} mark={mark && ANY_MARK} />);
    known.set(key, html);
    return mark ? html.replace(ANY_MARK, mark) : html;
  };
}
