import ListFilter from "@/islands/ListFilter.tsx";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import type { PersonLink } from "@/lib/pages/game_links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { formatMoment } from "@/lib/browser/format.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import { Button } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icon_names.ts";
import { renderInTurns } from "@/lib/pages/in_turns.ts";
import LinkButtons from "../(_islands)/LinkButtons.tsx";

/** So few people need no search. */
const FEW = 8;
/** The id of the list. */
const LIST = "link-list";

interface PersonLinksProps {
  people: readonly PersonLink[];
  reader: Reader;
  search: string;
  /** What `renderLinks` has made. */
  rows: string;
  /** Whether somebody in a sealed game has no way to their place yet. */
  missing: boolean;
}

/** A link for each person: to copy, to share, as a QR code, as a token to type. */
export function PersonLinks({ people, reader: { t }, search, rows, missing }: PersonLinksProps) {
  const isSealed = people.every(({ token }) => token === "");
  return (
    <Card title={t("created.people.title")} icon="link" id="links">
      <p class="muted text-pretty">
        {t(
          !isSealed
            ? "created.people.lead"
            : people.some(({ isMailed }) => isMailed)
            ? "sealed.links.lead"
            : "sealed.links.leadByHand",
        )}
      </p>
      {missing && (
        <form method="post">
          <Button icon="link">{t("sealed.links.makeMissing")}</Button>
        </form>
      )}
      {(people.length > FEW || searchKey(search) !== "") && (
        <ListFilter
          list={LIST}
          searchLabel={t("created.people.search")}
          search={search}
          button={t("created.people.searchButton")}
          count={t("created.people.shown")}
        />
      )}
      <LinkButtons list={LIST} copied={t("common.copied")} />
      <ul
        id={LIST}
        class="group/links divide-base-300 divide-y"
        dangerouslySetInnerHTML={{ __html: rows }}
      />
    </Card>
  );
}

/** The rows of the list, as HTML. */
export function renderLinks(
  view: OrganizerView,
  { people, reader, search }: Omit<PersonLinksProps, "rows" | "missing">,
): Promise<string> {
  const key = searchKey(search);
  return renderInTurns(people, (person) => {
    const words = searchKey(`${person.name} ${person.email}`);
    return (
      <li class="space-y-2 py-4" data-search={words} hidden={!words.includes(key)}>
        <PersonRow view={view} person={person} reader={reader} />
      </li>
    );
  });
}

const MAIL_ICONS = {
  sent: "mail-check",
  queued: "clock",
  failed: "mail-warning",
} as const satisfies Record<string, IconName>;

interface PersonRowProps {
  view: OrganizerView;
  person: PersonLink;
  reader: Reader;
}

function PersonRow({ view, person, reader }: PersonRowProps) {
  const { t } = reader;
  const { id, name, link, token, mail } = person;
  const inputId = `link-${id}`;
  return (
    <>
      <div class="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 class="text-lg">{name}</h3>
        {mail.status !== "none" && (
          <p
            class={`flex items-center gap-2 text-sm ${
              mail.status === "failed" ? "text-error font-semibold" : "muted"
            }`}
          >
            <Icon name={MAIL_ICONS[mail.status]} class="size-4" />
            {t(`created.people.status.${mail.status}`)}
          </p>
        )}
      </div>
      {token === "" && <SealedState {...{ view, person, reader }} />}
      {link && (
        <div class="flex gap-2">
          <input
            id={inputId}
            class="input min-w-0 flex-1 font-mono text-sm"
            value={link}
            readonly
            aria-label={t("created.people.link", { name })}
          />
          <button
            type="button"
            class="group btn btn-outline btn-primary needs-script"
            data-link-action="copy"
            aria-describedby={inputId}
          >
            <Icon name="copy" class="size-[1.25em] group-data-done:hidden" />
            <Icon name="check" class="hidden size-[1.25em] group-data-done:block" />
            <span class="group-data-done:hidden">{t("common.copy")}</span>
            <span class="hidden group-data-done:inline">{t("common.copied")}</span>
          </button>
          <button
            type="button"
            class="btn btn-outline btn-primary hidden group-data-can-share/links:inline-flex"
            data-link-action="share"
            data-text={t("created.people.shareText", { name, game: view.name })}
            aria-describedby={inputId}
          >
            <Icon name="share-2" />
            <span class="sr-only sm:not-sr-only">{t("created.people.share")}</span>
          </button>
        </div>
      )}
      {link && (
        <details class="group">
          <summary class="btn btn-ghost -ml-3">
            <Icon name="qr-code" />
            {token ? t("created.people.qr") : t("created.people.qrOf", { name })}
            <Icon name="chevron-down" class="size-5 group-open:rotate-180" />
          </summary>
          <div class="flex flex-wrap items-center gap-5 py-2">
            <img
              class="rounded-field size-44 bg-white"
              width="176"
              height="176"
              loading="lazy"
              src={`${gamePath(view.code)}/created/qr?participant=${id}`}
              alt={t("created.people.qrOf", { name })}
            />
            {token && (
              <div class="min-w-0 flex-1 basis-56 space-y-1">
                <p class="font-semibold">{t("created.people.token")}</p>
                <p class="font-mono text-sm break-all">{token}</p>
                <p class="muted text-sm text-pretty">
                  {t("created.people.tokenHint", { code: view.code })}
                </p>
              </div>
            )}
          </div>
        </details>
      )}
    </>
  );
}

/** In a sealed game: how somebody gets into their place, and a button where they have no way yet. */
function SealedState({ view, person: { id, isMailed, until, claim }, reader }: PersonRowProps) {
  const { t, language } = reader;
  const moment = (at: string) => formatMoment(at, language, view.timeZone);
  const needsLink = !isMailed && !until && !claim?.openedAt;
  return (
    <>
      <p class="muted text-sm">
        {until
          ? t("sealed.links.until", { when: moment(until) })
          : claim?.openedAt
          ? t("sealed.links.opened", { when: moment(claim.openedAt) })
          : t(
            isMailed ? "sealed.links.byMail" : claim ? "sealed.links.expired" : "sealed.links.none",
          )}
      </p>
      {needsLink && (
        <form method="post" action={`${gamePath(view.code)}/created`}>
          <input type="hidden" name="participantId" value={id} />
          <Button variant="secondary" icon="link">{t("sealed.links.make")}</Button>
        </form>
      )}
    </>
  );
}
