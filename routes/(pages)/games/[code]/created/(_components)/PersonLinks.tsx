import CopyButton from "@/islands/CopyButton.tsx";
import ListFilter from "@/islands/ListFilter.tsx";
import ShareButton from "@/islands/ShareButton.tsx";
import type { OrganizerView } from "@/lib/game/views.ts";
import type { PersonLink } from "@/lib/pages/game_links.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import { Card } from "@/components/Card.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icon_names.ts";

/** So few people need no search. */
const FEW = 8;

interface PersonLinksProps {
  view: OrganizerView;
  people: readonly PersonLink[];
  reader: Reader;
  search: string;
}

/** A link for each person: to copy, to share, as a QR code, as a token to type. */
export function PersonLinks({ view, people, reader, search }: PersonLinksProps) {
  const { t } = reader;
  const key = searchKey(search);
  return (
    <Card title={t("created.people.title")} icon="link" id="links">
      <p class="muted text-pretty">{t("created.people.lead")}</p>
      {(people.length > FEW || key !== "") && (
        <ListFilter
          list="link-list"
          searchLabel={t("created.people.search")}
          search={search}
          button={t("created.people.searchButton")}
          count={t("created.people.shown")}
        />
      )}
      <ul id="link-list" class="divide-base-300 divide-y">
        {people.map((person) => {
          const words = searchKey(`${person.name} ${person.email}`);
          return (
            <li
              key={person.id}
              class="space-y-2 py-4"
              data-search={words}
              hidden={!words.includes(key)}
            >
              <PersonRow view={view} person={person} reader={reader} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
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

function PersonRow({ view, person, reader: { t } }: PersonRowProps) {
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
      <div class="flex gap-2">
        <input
          id={inputId}
          class="input min-w-0 flex-1 font-mono text-sm"
          value={link}
          readonly
          aria-label={t("created.people.link", { name })}
        />
        <CopyButton
          text={link}
          label={t("common.copy")}
          done={t("common.copied")}
          describedBy={inputId}
        />
        <ShareButton
          text={t("created.people.shareText", { name, game: view.name })}
          url={link}
          label={t("created.people.share")}
          describedBy={inputId}
        />
      </div>
      <details class="group">
        <summary class="btn btn-ghost -ml-3">
          <Icon name="qr-code" />
          {t("created.people.qr")}
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
          <div class="min-w-0 flex-1 basis-56 space-y-1">
            <p class="font-semibold">{t("created.people.token")}</p>
            <p class="font-mono text-sm break-all">{token}</p>
            <p class="muted text-sm text-pretty">
              {t("created.people.tokenHint", { code: view.code })}
            </p>
          </div>
        </div>
      </details>
    </>
  );
}
