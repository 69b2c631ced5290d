/** All links of a game: the page that its organizer sees after creating it. */
import ListFilter from "@/islands/ListFilter.tsx";
import PassOnActions from "@/islands/PassOnActions.tsx";
import { formatMoment, joinSentences } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { searchKey } from "@/lib/browser/people_filter.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { isInviter } from "@/lib/game/identity.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import { personMessage } from "@/lib/i18n/pass_on.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { AS_GROUP } from "@/lib/i18n/translate.ts";
import { makeLinkText, type PersonLink } from "@/lib/pages/organizer/game_links.ts";
import { renderInTurns } from "@/lib/pages/in_turns.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { CopyField } from "@/components/CopyField.tsx";
import { GiftPile } from "@/components/art/GiftPile.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { DrawScene } from "@/components/DrawScene.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icon_names.ts";
import { InviteCard } from "@/components/InviteCard.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { HandedOver, PassOn } from "@/components/PassOn.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import ForgetDraft from "../(_islands)/ForgetDraft.tsx";

interface LinksProps {
  view: OrganizerView;
  reader: Reader;
  people: readonly PersonLink[];
  /** What the list is narrowed to. */
  search: string;
  /** The organizer's token as a participant, on this device; "": they do not take part here. */
  ownToken: string;
  isGathering: boolean;
  /** True if the pairs are hidden from the organizer, who then gets no participant's link. */
  isHidden: boolean;
  /** Everyone's wrapping papers, if the names were drawn just now. */
  drawn: readonly number[] | null;
}

interface LinksPageProps extends LinksProps {
  rows: LinkRows;
  /** True if someone in a sealed game has no link to their place yet. */
  missing: boolean;
  /** The organizer's own link. */
  ownLink: string;
  invitation: string;
}

export function LinksPage(data: LinksPageProps) {
  const { view, reader, people, isGathering, isHidden } = data;
  const { t } = reader;
  const isLost = view.organizerEmail === "" || view.organizerEmailStatus.status === "failed";
  const self = people.find(({ token }) => token !== "" && token === data.ownToken);
  // The organizer has their own link already.
  const others = people.filter((one) => one !== self);
  const byHand = others.every(({ isMailed }) => !isMailed);
  const lead = isHidden ? "created.leadSealed" : byHand ? "created.lead" : "created.leadDone";
  const own = <OwnLink {...data} />;
  return (
    <Page reader={reader} title={t("created.title", { game: view.name })} isPrivate>
      <ForgetDraft />
      {data.drawn && (
        <DrawScene
          cover={coverOf(view)}
          names={view.participants.map(({ name }) => name)}
          papers={data.drawn}
          t={t}
        />
      )}
      <CoverBand
        cover={coverOf(view)}
        ground={data.drawn && <GiftPile papers={data.drawn} />}
      >
        <PageTitle
          over={t("created.over", { game: view.name, code: view.code })}
          {...(!isGathering && { lead: t(lead) })}
        >
          {t(isGathering ? "created.invite" : "created.ready")}
        </PageTitle>
        {data.ownToken && (
          <ButtonLink href={gamePath(view.code)} variant="secondary" icon="gift">
            {t("game.reveal.title")}
          </ButtonLink>
        )}
      </CoverBand>
      {isGathering && <InviteCard link={data.invitation} game={view} t={t} />}
      {!isGathering && !isHidden && <SealNote game={view} reader={reader} isOrganizer />}
      {!isGathering && <MailResults {...data} people={others} />}
      {/* Who gets it by no mail had better keep it before all else. */}
      {isLost && own}
      {people.length > 0 && <PersonLinks {...data} />}
      {/* In a sealed game there is nothing to take along before links are made. */}
      {!isGathering && people.some(({ link }) => link) && (
        <section class="space-y-3" aria-labelledby="take">
          <h2 id="take" class="text-xl">{t("created.take.title")}</h2>
          <div class="grid gap-3 sm:grid-cols-2">
            <div class="space-y-1.5">
              <ButtonLink
                href={`${gamePath(view.code)}/slips`}
                variant="secondary"
                icon="scissors"
                class="w-full"
              >
                {t("created.take.slips")}
              </ButtonLink>
              <p class="muted text-sm text-pretty">{t("created.take.slipsHint")}</p>
            </div>
            <div class="space-y-1.5">
              <ButtonLink
                href={`${gamePath(view.code)}/created/links.csv`}
                variant="quiet"
                icon="download"
                class="w-full"
                download
              >
                {t("created.take.csv")}
              </ButtonLink>
              <p class="muted text-sm text-pretty">
                {t(isHidden ? "created.take.csvHintSealed" : "created.take.csvHint")}
              </p>
            </div>
          </div>
        </section>
      )}
      {!isLost && own}
    </Page>
  );
}

/** The organizer's own link, apart from those to pass on. */
function OwnLink({ view, ownLink, isHidden, reader: { t } }: LinksPageProps) {
  const { organizerEmail: email, organizerEmailStatus: { status, reason } } = view;
  return (
    <section class="paper space-y-3 p-5 sm:p-7" aria-labelledby="own">
      <h2 id="own" class="flex items-center gap-3 text-xl sm:text-2xl">
        <Icon name="key-round" class="text-secondary size-6" />
        {t("created.own.title")}
      </h2>
      <p class="text-pretty">
        {t(isHidden ? "created.own.warningSealed" : "created.own.warning")}
      </p>
      <CopyField id="own-link" label={t("created.own.label")} value={ownLink} t={t} />
      {email === "" && <p class="muted text-sm">{t("created.own.noAddress")}</p>}
      {status === "sent" && <p class="muted text-sm">{t("created.own.mailed", { email })}</p>}
      {status === "queued" && <p class="muted text-sm">{t("created.own.queued", { email })}</p>}
      {status === "failed" && (
        <Alert tone="warning">
          {t("created.own.failed", { email, reason: t(`mail.failures.${reason ?? "internal"}`) })}
        </Alert>
      )}
      <ButtonLink href={`${gamePath(view.code)}/organize`} variant="secondary" icon="settings">
        {t("created.own.manage")}
      </ButtonLink>
    </section>
  );
}

/** Maximum number of names shown. */
const NAMED = 3;

/** The state of the mails with the links, and the people who get none. */
function MailResults(
  { people, isHidden, reader: { t } }: LinksPageProps,
) {
  const those = (status: PersonLink["mail"]["status"]) =>
    people.filter(({ mail }) => mail.status === status);
  const [sent, queued, failed, none] = [
    those("sent"),
    those("queued"),
    those("failed"),
    those("none"),
  ];
  if (none.length === people.length) {
    return (
      <Alert tone="info">{t(isHidden ? "created.mails.offSealed" : "created.mails.off")}</Alert>
    );
  }
  const named = (some: readonly PersonLink[]) => ({
    count: some.length,
    names: some.map(({ name }) => t("game.reveal.name", { name })),
  });
  const isNamed = none.length <= NAMED && none.every(({ email }) => email === "");
  const pass = t("created.mails.pass", { count: failed.length + none.length });
  return (
    <Alert tone={failed.length > 0 ? "warning" : "success"}>
      {sent.length > 0 && <p>{t("organize.mails.sent", { count: sent.length })}</p>}
      {queued.length > 0 && <p>{t("organize.mails.queued", { count: queued.length })}</p>}
      {failed.length > 0 && (
        <p>
          {failed.length <= NAMED
            ? t("created.mails.lost", named(failed))
            : t("organize.mails.failed", { count: failed.length })}
        </p>
      )}
      {none.length > 0 && (
        <p>
          {joinSentences([
            isNamed
              ? t("created.mails.noAddress", named(none))
              : t("created.mails.byHand", { count: none.length }),
            ...failed.length === 0 ? [pass] : [],
          ])}
        </p>
      )}
      {failed.length > 0 && <p>{pass}</p>}
    </Alert>
  );
}

/** Up to this many people need no search. */
const FEW = 8;
/** The id of the list. */
const LIST = "link-list";

/** The rows of the list, as HTML. */
export interface LinkRows {
  /** The people the organizer hands a link to. */
  byHand: string;
  /** Of those whose link goes by mail. */
  byMail: string;
  /** How many go by mail. */
  mailed: number;
}

/** A link for each person, to hand over and tick off. People without a mail come first. */
function PersonLinks(
  { people, reader: { t }, search, rows, missing, isGathering }: LinksPageProps,
) {
  return (
    <section id="links" class="space-y-4" aria-labelledby="links-title">
      <h2 id="links-title" class="text-2xl">{t("created.people.title")}</h2>
      <p class="muted text-pretty">
        {t(leadOf(people, isGathering))}
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
      <PassOnActions copied={t("common.copied")} ticks={t("passOn.ticks", AS_GROUP)} />
      <div id={LIST} class="space-y-4">
        {rows.byHand && (
          <ul
            class="paper divide-base-300 divide-y"
            dangerouslySetInnerHTML={{ __html: rows.byHand }}
          />
        )}
        {rows.byMail && (
          <details class="paper group/sent" open={!rows.byHand}>
            <summary class="flex min-h-14 items-center gap-3 px-5 font-semibold sm:px-7">
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
    </section>
  );
}

/** The sentence above all links. */
function leadOf(people: readonly PersonLink[], isGathering: boolean) {
  if (isGathering) return "created.people.leadEarly";
  if (people.some(({ token }) => token !== "")) return "created.people.lead";
  const isAnyMailed = people.some(({ isMailed }) => isMailed);
  return isAnyMailed ? "sealed.links.lead" : "sealed.links.leadByHand";
}

/** True if a mail brings the link, so that the organizer need not hand it over. */
function isServed({ isMailed, mail }: PersonLink): boolean {
  return isMailed && mail.status !== "failed";
}

/** Makes the rows of the list; those whose mail has failed stand first. */
export async function renderLinks(
  { view, people, reader, search, ownToken }: LinksProps,
): Promise<LinkRows> {
  const key = searchKey(search);
  const isSelf = ({ token }: PersonLink) => token !== "" && token === ownToken;
  const render = (some: readonly PersonLink[]) =>
    renderInTurns(some, (person) => {
      const words = searchKey(`${person.name} ${person.email}`);
      return (
        <li
          class="space-y-2 px-4 py-3 sm:px-7"
          data-search={words}
          hidden={!words.includes(key)}
        >
          <PersonRow {...{ view, person, reader }} isSelf={isSelf(person)} />
        </li>
      );
    });
  const mailed = people.filter(isServed);
  // Whose mail is lost comes first, one's own link last.
  const rank = (one: PersonLink) => isSelf(one) ? 2 : one.mail.status === "failed" ? 0 : 1;
  const others = people.filter((person) => !isServed(person));
  return {
    byHand: await render(others.toSorted((one, other) => rank(one) - rank(other))),
    byMail: await render(mailed),
    mailed: mailed.length,
  };
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

function PersonRow({ view, person, reader, isSelf }: PersonRowProps & { isSelf: boolean }) {
  const { t } = reader;
  const { id, name, email, link, token, mail } = person;
  return (
    <>
      <div class="flex items-center justify-between gap-x-4">
        <h3 class="min-w-0 flex-1 text-lg">
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
          <Icon name={MAIL_ICONS[mail.status]} class="size-4" />
          {t(`created.people.status.${mail.status}`)}
        </p>
      )}
      {token === "" && <SealedState {...{ view, person, reader }} />}
      {link && (
        <PassOn
          link={link}
          message={personMessage(view, person)}
          subject={view.name}
          label={t("created.people.link", { name })}
          email={email}
          qr={`${gamePath(view.code)}/created/qr?participant=${id}`}
          t={t}
        >
          {token && (
            <div class="min-w-0 flex-1 basis-56 space-y-1">
              <p class="font-semibold">{t("created.people.token")}</p>
              <p class="font-mono text-sm break-all">{token}</p>
              <p class="muted text-sm text-pretty">
                {t("created.people.tokenHint", { code: view.code })}
              </p>
            </div>
          )}
        </PassOn>
      )}
    </>
  );
}

/** In a sealed game: how a person gets their link, with a button to make one if they have none. */
function SealedState({ view, person, reader }: PersonRowProps) {
  const { id, isMailed, until, claim } = person;
  const { t } = reader;
  const needsLink = !isMailed && !until && !claim?.openedAt;
  return (
    <>
      <p class="muted text-sm">
        {wayIn({ view, person, reader })}
      </p>
      {needsLink && (
        <form method="post" action={`${gamePath(view.code)}/created`}>
          <input type="hidden" name="participantId" value={id} />
          <Button variant="secondary" icon="link">{t(makeLinkText(view, person))}</Button>
        </form>
      )}
    </>
  );
}

function wayIn(
  { view, person: { isMailed, until, claim }, reader: { t, locale } }: PersonRowProps,
): string {
  const moment = (at: string) => formatMoment(at, locale, view.timeZone);
  if (until) return t("sealed.links.until", { when: moment(until) });
  if (claim?.openedAt) return t("sealed.links.opened", { when: moment(claim.openedAt) });
  if (isMailed) return t("sealed.links.byMail");
  return t(claim ? "sealed.links.expired" : "sealed.links.none");
}
