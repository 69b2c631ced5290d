/** People in lists: a row, their status, and a menu. */
import { renderToString } from "preact-render-to-string";
import { Icon } from "@/components/Icon.tsx";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import type { PeopleFilter } from "@/lib/browser/people_filter.ts";
import { isInviter } from "@/lib/game/identity.ts";
import type { PersonProgress } from "@/lib/game/progress.ts";
import type { Translate } from "@/lib/i18n/translate.ts";
import type { ManagedGame } from "@/lib/pages/organizer/managed_game.ts";
import { type StatusWord, statusWords } from "@/lib/pages/organizer/person_status.ts";

/** Up to this many rows have pictures. */
const PICTURED = 100;

/** True if the rows of a list of this length have pictures. */
export function hasPictures(people: readonly unknown[]): boolean {
  return people.length <= PICTURED;
}

interface PersonRowProps {
  code: string;
  person: PersonProgress;
  /** What `statusRenderer` makes of them. */
  status: string;
  t: Translate;
  hasIcons: boolean;
  /** Whether it is who reads it. */
  isYou: boolean;
  email?: string;
  /** Whether there is a menu of what can be done for them. */
  hasMenu?: boolean;
  /** What a search finds them by. */
  filters?: string;
  isHidden?: boolean;
}

/** One person in a list of class `people`, where all of the looks are: there may be a thousand rows. */
export function PersonRow(
  { code, person, status, t, hasIcons, isYou, email, hasMenu = true, filters, isHidden = false }:
    PersonRowProps,
) {
  return (
    <li
      {...(filters !== undefined && { "data-search": "", "data-filters": filters })}
      {...(isHidden && { hidden: true })}
    >
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
  /** false: dots that weigh less in a long list. */
  hasIcon?: boolean;
}

/**
 * What can be done for one person, behind three dots; their page does the same where no script runs. It stands in a
 * list whose items begin with the person's name.
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

/** Maximum number of people shown here; the list of people has all. */
const NAMED = 6;

/** Some of the people whom a step is about, to tap, and the way to the others. @param filter what shows them all */
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
      {people.length > NAMED && (
        <p>
          <a
            class="text-link inline-block py-2.5"
            href={managePath(view.code, `?show=${filter}#people`)}
            aria-current="false"
          >
            {t("organize.more", { count: people.length - NAMED })}
          </a>
        </p>
      )}
    </>
  );
}

const TONES: Record<StatusWord["tone"], string> = {
  urgent: "text-error font-semibold",
  wanting: "text-warning font-semibold",
  done: "text-success",
  plain: "muted",
};

/** Things to take care of, next to a person's progress. */
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
  /** false: words alone, which weigh a third in a long list. */
  hasIcons?: boolean;
  /** Whether the event is over, so that nothing is to come any more. */
  isPast?: boolean;
  /** The fingerprint of the link that they need, by which this device knows whether it was handed over. */
  mark?: string | undefined;
}

/** How far one person has come, in words and pictures. */
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
 * The words as HTML for one after the other: of a thousand people most have come as far as others, which is
 * rendered once.
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
