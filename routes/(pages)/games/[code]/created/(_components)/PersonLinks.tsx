/** The list of people with their links, to hand over and tick off. */
import ListFilter from "@/islands/ListFilter.tsx";
import PassOnActions from "@/islands/PassOnActions.tsx";
import { gamePath, managePersonPath } from "@/lib/browser/links.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import { type PersonLink, wayIn } from "@/lib/pages/organizer/game_links.ts";
import { renderAsBytes } from "@/lib/pages/in_turns.ts";
import { Button, labelled } from "@/components/Button.tsx";
import { Fold } from "@/components/Fold.tsx";
import { Icon } from "@/components/Icon.tsx";
import { HandedOver, PersonPassOn } from "@/components/PassOn.tsx";
import type { LinksPageData } from "./links_page_data.ts";

/** Lists of up to this many people have no search. */
const FEW = 8;
/** From this many people on, rarely used ways are only on each person's page: the list would weigh megabytes. */
const MANY = 100;
/** The id of the list. */
const LIST = "link-list";

interface PersonLinksProps extends LinksPageData {
  rows: Awaited<ReturnType<typeof renderLinks>>;
}

/**
 * A link for each person, to hand over and tick off. While people join, it is folded below the invitation, because they
 * have their links already.
 */
export function PersonLinks(props: PersonLinksProps) {
  const { people, search, isGathering, reader: { t } } = props;
  const title = t("organize.links.all");
  if (!isGathering) {
    return (
      <section
        id="links"
        tabIndex={-1}
        class="space-y-4 outline-none"
        aria-labelledby="links-title"
      >
        <h2 id="links-title" class="flex items-center gap-3 text-2xl">
          <Icon name="link" class="text-secondary size-6" />
          <span class="min-w-0">{title}</span>
        </h2>
        <Links {...props} />
      </section>
    );
  }
  return (
    <Fold
      isCard
      id="personal"
      title={title}
      icon="link"
      isOpen={searchKey(search) !== "" || people.some(({ until }) => until !== null)}
    >
      <section id="links" tabIndex={-1} class="space-y-4 outline-none" aria-label={title}>
        <Links {...props} />
      </section>
    </Fold>
  );
}

function Links({ people, reader: { t }, search, rows, missing, isGathering }: PersonLinksProps) {
  const lead = leadOf(people, isGathering, rows.isOneToHand);
  return (
    <>
      {rows.isAnyToHand && lead && <p class="muted text-pretty">{t(lead)}</p>}
      {missing && (
        <form method="post">
          <Button icon="link">{t("sealed.links.makeMissing")}</Button>
        </form>
      )}
      {(people.length > FEW || searchKey(search) !== "") && (
        <ListFilter
          list={LIST}
          searchLabel={t("create.people.search")}
          search={search}
          button={t("common.show")}
          count={t("common.progress", { number: "#", total: "##" })}
        />
      )}
      <PassOnActions copied={t("common.copied")} ticks={t("passOn.ticks", AS_GROUP)} />
      <div id={LIST} class="space-y-4">
        {rows.byHand && (
          <ul
            class={`divide-base-300 divide-y ${isGathering ? "-mx-4 sm:-mx-7" : "paper"}`}
            dangerouslySetInnerHTML={{ __html: rows.byHand }}
          />
        )}
        {rows.byMail && (
          <details
            class={`group/sent ${isGathering ? "-mx-5 sm:-mx-7" : "paper"}`}
            open={searchKey(search) !== ""}
          >
            <summary class="flex min-h-14 items-center gap-3 px-5 py-2 font-semibold sm:px-7">
              <Icon name="mail-check" class="text-success size-5" />
              <span class="min-w-0 flex-1">
                {t("created.people.byMail", { count: rows.mailed })}
              </span>
              <Icon name="chevron-down" class="muted size-5 group-open/sent:rotate-180" />
            </summary>
            <ul
              class="divide-base-300 divide-y"
              dangerouslySetInnerHTML={{ __html: rows.byMail }}
            />
          </details>
        )}
      </div>
    </>
  );
}

/** The key of the sentence above all links; null: none, because a single link cannot reach the wrong person. */
function leadOf(people: readonly PersonLink[], isGathering: boolean, isOne: boolean) {
  if (isGathering || people.some(({ token }) => token !== "")) {
    return isOne ? null : "created.people.lead";
  }
  return "sealed.links.lead";
}

/** True if the link is emailed, so that the organizer need not hand it over. */
function isServed({ isMailed, isNeeded, mail }: PersonLink): boolean {
  return isMailed && !isNeeded && mail.status !== "failed";
}

/** Renders the rows of the list. */
export async function renderLinks(
  { view, people, reader, search, ownToken }: LinksPageData,
) {
  const key = searchKey(search);
  const isSelf = ({ token }: PersonLink) => token !== "" && token === ownToken;
  const mailed = people.filter(isServed);
  const others = people.filter((person) => !isServed(person));
  const toHand = others.filter((person) => !isSelf(person));
  const render = (some: readonly PersonLink[]) =>
    renderAsBytes(some, (person) => {
      const words = searchKey(`${person.name} ${person.email}`);
      return (
        <li
          class="space-y-2 px-4 py-3 sm:px-7"
          data-search={words}
          hidden={!words.includes(key)}
        >
          <PersonRow
            {...{ view, person, reader }}
            isSelf={isSelf(person)}
            isShort={people.length >= MANY}
            isMain={view.state === "drawn" && toHand.length === 1 && toHand[0] === person}
          />
        </li>
      );
    });
  // People whose email has failed come first, the organizer's own link last.
  const rank = (one: PersonLink) => isSelf(one) ? 2 : one.mail.status === "failed" ? 0 : 1;
  return {
    /** The people the organizer hands a link to, and the organizer, as HTML. */
    byHand: await render(others.toSorted((one, other) => rank(one) - rank(other))),
    /** The people whose link is emailed, as HTML. */
    byMail: await render(mailed),
    mailed: mailed.length,
    isAnyToHand: toHand.length > 0,
    isOneToHand: toHand.length === 1,
  };
}

const MAIL_WORDS = {
  sent: { icon: "mail-check", text: "created.people.status.sent" },
  queued: { icon: "clock", text: "organize.people.filters.mailQueued" },
  failed: { icon: "mail-warning", text: "organize.people.filters.mailFailed" },
} as const;

interface PersonRowProps extends Pick<LinksPageData, "view" | "reader"> {
  person: PersonLink;
}

interface PersonLinkRowProps extends PersonRowProps {
  isSelf: boolean;
  isShort: boolean;
  /** True if this is the only link to hand over. */
  isMain: boolean;
}

function PersonRow({ view, person, reader, isSelf, isShort, isMain }: PersonLinkRowProps) {
  const { t } = reader;
  const { id, name, link, token, mail } = person;
  return (
    <>
      <div class="flex flex-wrap items-center justify-between gap-x-4">
        <h3 class="min-w-0 flex-[1_1_6rem] text-lg">
          {name}
          {(isSelf || isInviter(view, name)) && (
            <span class="muted font-sans text-sm font-normal">{` ${t("create.people.you")}`}</span>
          )}
        </h3>
        {link && !isSelf && !isServed(person) && <HandedOver link={link} name={name} t={t} />}
      </div>
      {mail.status !== "none" && (
        <p
          class={`flex items-center gap-2 text-sm ${
            mail.status === "failed" ? "text-error font-semibold" : "muted"
          }`}
        >
          <Icon name={MAIL_WORDS[mail.status].icon} class="size-4" />
          {t(MAIL_WORDS[mail.status].text)}
        </p>
      )}
      {token === "" && <SealedState {...{ view, person, reader }} />}
      {link && (
        <PersonPassOn
          {...{ view, reader, person, link, isMain }}
          more={isShort ? managePersonPath(view.code, id) : undefined}
        />
      )}
    </>
  );
}

/** In a sealed game: how a person gets their link, with a button to make one if they have none. */
function SealedState({ view, person, reader }: PersonRowProps) {
  const { id, name, isMailed, until, claim } = person;
  const { t } = reader;
  const needsLink = !isMailed && !until && !claim?.openedAt;
  return (
    <>
      <p class="muted text-sm">{wayIn(view, person, reader)}</p>
      {needsLink && (
        <form method="post" action={`${gamePath(view.code)}/created`}>
          <input type="hidden" name="participantId" value={id} />
          <Button
            variant="secondary"
            icon="link"
            {...labelled(t("sealed.links.make"), name, t)}
          />
        </form>
      )}
    </>
  );
}
