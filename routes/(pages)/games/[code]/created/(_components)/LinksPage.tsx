import { gamePath } from "@/lib/browser/links.ts";
import type { LinksPageData } from "./links_page_data.ts";
import { PersonLinks, type renderLinks } from "./PersonLinks.tsx";
import { formatList } from "@/lib/browser/format.ts";
import { reasonNow } from "@/lib/pages/organizer/mail_reason.ts";
import { Alert } from "@/components/Alert.tsx";
import { Button, ButtonLink } from "@/components/Button.tsx";
import { GiftPile } from "@/components/art/GiftPile.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { DrawScene } from "@/components/DrawScene.tsx";
import { InviteCard } from "@/components/InviteCard.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { NoticeOffer } from "@/components/Notices.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import ForgetDraft from "../(_islands)/ForgetDraft.tsx";
import { LIMITS } from "@/lib/game/types.ts";
import { CopyField } from "@/components/CopyField.tsx";
import { Field } from "@/components/Field.tsx";
import { Fold } from "@/components/Fold.tsx";
import { Icon } from "@/components/Icon.tsx";

/** All links of a game: the page that its organizer sees after creating it. */
export function LinksPage(data: LinksPageData & { rows: Awaited<ReturnType<typeof renderLinks>> }) {
  const { view, reader, people, isGathering, isHidden } = data;
  const { t } = reader;
  const { status } = view.organizerEmailStatus;
  const isMailed = status === "sent" || status === "queued";
  const self = people.find(({ token }) => token !== "" && token === data.ownToken);
  // The organizer has their own link already.
  const others = people.filter((one) => one !== self);
  const own = [
    <OwnLink
      key="own"
      {...data}
      isMailed={isMailed}
      isNext={!isGathering && !data.rows.isAnyToHand}
    />,
    <NoticeOffer key="news" {...data.notices} />,
  ];
  return (
    <Page reader={reader} title={view.name} isPrivate>
      <ForgetDraft />
      <DrawScene game={view} papers={data.drawn} t={t} />
      <CoverBand
        game={view}
        ground={data.drawn && <GiftPile papers={data.drawn} />}
      >
        <PageTitle
          over={
            <>
              <span class="block">{view.name}</span>
              <span class="muted font-normal">{t("game.codeIs", { code: view.code })}</span>
            </>
          }
          {...(!view.revealed && {
            lead: t(
              isGathering
                ? "organize.moment.empty"
                : isHidden
                ? "sealed.noteOwn"
                : "organize.pairs.hidden",
            ),
          })}
        >
          {t(isGathering ? "gather.created.title" : "created.ready")}
        </PageTitle>
        {data.ownToken && (
          <ButtonLink href={gamePath(view.code)} variant="secondary" icon="gift">
            {t("game.reveal.title")}
          </ButtonLink>
        )}
      </CoverBand>
      {isGathering && <InviteCard link={data.invitation} game={view} t={t} />}
      {!isGathering && !isHidden && <SealNote game={view} reader={reader} isOrganizer />}
      {!isGathering && <MailResults {...data} others={others} />}
      {/* Comes first for an organizer who does not get it by email, so that they keep it. */}
      {!isMailed && own}
      {people.length > 0 && <PersonLinks {...data} />}
      {/* In a sealed game there is nothing to print or download before links are made. */}
      {!isGathering && people.some(({ link }) => link) && (
        <div class="grid gap-3 sm:grid-cols-2">
          <ButtonLink
            href={`${gamePath(view.code)}/slips`}
            variant="secondary"
            icon="scissors"
            class="w-full"
          >
            {t("created.take.slips")}
          </ButtonLink>
          <ButtonLink
            href={`${gamePath(view.code)}/created/links.csv`}
            variant="quiet"
            icon="download"
            class="w-full"
            download
          >
            {t("created.take.csv")}
          </ButtonLink>
        </div>
      )}
      {isMailed && own}
    </Page>
  );
}

/** Maximum number of names shown. */
const NAMED = 3;

/** How many people get their link by email, and who does not. @param others everyone but the organizer */
function MailResults(
  { others, rows, view, hasMail, isHidden, reader: { t, locale } }: LinksPageData & {
    others: LinksPageData["people"];
    rows: Awaited<ReturnType<typeof renderLinks>>;
  },
) {
  const unaddressed = others.filter(({ email }) => email === "");
  if (others.every(({ mail }) => mail.status === "none")) {
    // In a sealed game the list says what to do. Without any address no one expects emails, and the head says so.
    if (isHidden || unaddressed.length === others.length) return null;
    return (
      <Alert tone="info">
        {hasMail && !view.sendEmails
          ? t("organize.people.mailsOff")
          : t("errors.code.EMAIL_NOT_CONFIGURED")}
      </Alert>
    );
  }
  const failed = others.filter(({ mail }) => mail.status === "failed");
  return (
    <Alert tone={failed.length > 0 ? "warning" : "success"}>
      {rows.mailed > 0 && <p>{t("created.people.byMail", { count: rows.mailed })}</p>}
      {failed.length > 0 && (
        <p>
          {failed.length <= NAMED
            ? t("common.line", {
              label: t("organize.people.filters.mailFailed"),
              value: formatList(failed.map(({ name }) => t("game.reveal.name", { name })), locale),
            })
            : t("organize.mails.failed", { number: failed.length })}
        </p>
      )}
      {failed.length > 0 && <p>{t("organize.mailProblems.lead")}</p>}
      {unaddressed.length > 0 && <p>{t("created.mails.byHand", { count: unaddressed.length })}</p>}
    </Alert>
  );
}

interface OwnLinkProps extends LinksPageData {
  /** True if the link is emailed: then the card is folded. */
  isMailed: boolean;
  /** True if there are no links to hand over, so that the organizer's page comes next. */
  isNext: boolean;
}

/** The organizer's own link, separate from the links to pass on, and the way to their page. */
function OwnLink(
  { view, ownLink, hasMail, refused, isMailed, isNext, reader: { t } }: OwnLinkProps,
) {
  const { organizerEmail: email, organizerEmailStatus: { status } } = view;
  const reason = reasonNow(view.organizerEmailStatus);
  const title = t("created.own.title");
  const manage = (
    <ButtonLink
      href={`${gamePath(view.code)}/organize`}
      variant={isNext ? "primary" : "secondary"}
      icon="settings"
    >
      {t("mail.button.organizer")}
    </ButtonLink>
  );
  if (isMailed) {
    return (
      <div id="sent" tabIndex={-1} class="space-y-5 outline-none">
        <Fold
          isCard
          id="own"
          title={title}
          hint={t("created.own.queued", { email })}
          icon="key-round"
        >
          <p class="text-pretty">{t("created.own.warning")}</p>
          <CopyField id="own-link" label={title} isLabelHidden value={ownLink} t={t} />
        </Fold>
        {manage}
      </div>
    );
  }
  return (
    <section class="paper space-y-3 p-5 sm:p-7" aria-labelledby="own">
      <h2 id="own" class="flex items-center gap-3 text-xl sm:text-2xl">
        <Icon name="key-round" class="text-secondary size-6" />
        <span class="min-w-0">{title}</span>
      </h2>
      <p class="text-pretty">
        {t("created.own.warning")}
      </p>
      <CopyField id="own-link" label={title} isLabelHidden value={ownLink} t={t} />
      {email === "" && hasMail && (
        <form method="post" action={`${gamePath(view.code)}/created`} class="space-y-3">
          <input type="hidden" name="action" value="updateGameDetails" />
          <Field
            name="organizerEmail"
            type="email"
            label={t("common.yourEmail")}
            hint={t("create.trust")}
            value={refused?.typed.organizerEmail ?? ""}
            error={refused?.errors.organizerEmail ?? refused?.errors[""]}
            required
            maxLength={LIMITS.email}
            autocomplete="email"
          />
          <Button variant="secondary" icon="mail">{t("recover.button")}</Button>
        </form>
      )}
      <div id="sent" tabIndex={-1} class="outline-none empty:hidden">
        {status === "failed" && (
          <Alert tone="warning" title={t("organize.people.filters.mailFailed")}>
            {t("common.line", { label: email, value: t(`mail.failures.${reason ?? "internal"}`) })}
          </Alert>
        )}
      </div>
      {manage}
    </section>
  );
}
