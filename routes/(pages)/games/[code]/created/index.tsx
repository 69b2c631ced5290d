import { page } from "fresh";
import { Alert } from "@/components/Alert.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { CopyField } from "@/components/CopyField.tsx";
import { PersonLinks, renderLinks } from "./(_components)/PersonLinks.tsx";
import { Icon } from "@/components/Icon.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import ForgetDraft from "./(_islands)/ForgetDraft.tsx";
import { InviteCard } from "@/components/InviteCard.tsx";
import { gameActionSchema } from "@/lib/game/operations.ts";
import { lacksLink } from "@/lib/game/actions/seal.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import { credentialFromCookie } from "@/lib/http/cookies.ts";
import { linksCost } from "@/lib/http/request_cost.ts";
import { performAction } from "@/lib/operations/change.ts";
import { readForm } from "@/lib/pages/forms.ts";
import {
  invitationLink,
  organizerLink,
  participantLinks,
  type PersonLink,
} from "@/lib/pages/game_links.ts";
import { openManaged } from "@/lib/pages/organizer.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { readerOf } from "@/lib/pages/reader.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import { joinSentences } from "@/lib/browser/format.ts";
import { gamePath } from "@/lib/browser/links.ts";
import { define } from "@/lib/state.ts";

export default define.page<typeof handler>(function CreatedPage(props) {
  const { data } = props;
  const { view, people, ownLink, invitation, search, rows, missing } = data;
  const reader = readerOf(props);
  const { t } = reader;
  const isGathering = view.state === "gathering";
  const isLost = view.organizerEmail === "" || view.organizerEmailStatus.status === "failed";
  const isSealed = pairsHiddenFromOrganizer(view);
  const self = people.find(({ token }) => token !== "" && token === data.ownToken);
  // Whoever organizes has their own link in hands.
  const others = people.filter((one) => one !== self);
  const byHand = others.every(({ isMailed }) => !isMailed);
  const lead = isSealed ? "created.leadSealed" : byHand ? "created.lead" : "created.leadDone";
  const own = <OwnLink view={view} link={ownLink} reader={reader} />;
  return (
    <Page reader={reader} title={t("created.title", { game: view.name })} isPrivate>
      <ForgetDraft />
      <CoverBand cover={coverOf(view)}>
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
      {isGathering && <InviteCard link={invitation} game={view} t={t} />}
      {!isGathering && !isSealed && <SealNote game={view} reader={reader} isOrganizer />}
      {!isGathering && <MailResults people={others} isSealed={isSealed} reader={reader} />}
      {/* Who gets it by no mail had better keep it before all else. */}
      {isLost && own}
      {people.length > 0 && (
        <PersonLinks {...{ people, reader, search, rows, missing, isGathering }} />
      )}
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
                {t(isSealed ? "created.take.csvHintSealed" : "created.take.csvHint")}
              </p>
            </div>
          </div>
        </section>
      )}
      {!isLost && own}
    </Page>
  );
});

interface OwnLinkProps {
  view: OrganizerView;
  link: string;
  reader: Reader;
}

/** The organizer's own link, apart from those to pass on. */
function OwnLink({ view, link, reader: { t } }: OwnLinkProps) {
  const { organizerEmail: email, organizerEmailStatus: { status, reason } } = view;
  return (
    <section class="paper space-y-3 p-5 sm:p-7" aria-labelledby="own">
      <h2 id="own" class="flex items-center gap-3 text-xl sm:text-2xl">
        <Icon name="key-round" class="text-secondary size-6" />
        {t("created.own.title")}
      </h2>
      <p class="text-pretty">
        {t(pairsHiddenFromOrganizer(view) ? "created.own.warningSealed" : "created.own.warning")}
      </p>
      <CopyField id="own-link" label={t("created.own.label")} value={link} t={t} />
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

/** So many are named; more are counted. */
const NAMED = 3;

/** How the mails with the links fare, and who gets none. */
function MailResults(
  { people, isSealed, reader: { t } }: {
    people: readonly PersonLink[];
    isSealed: boolean;
    reader: Reader;
  },
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
      <Alert tone="info">{t(isSealed ? "created.mails.offSealed" : "created.mails.off")}</Alert>
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

export const handler = define.handlers({
  async GET(ctx) {
    const managed = await openManaged(ctx);
    const { view } = managed;
    ctx.state.chargeCost(linksCost(view));
    const people = participantLinks(ctx, managed);
    const search = ctx.url.searchParams.get("search") ?? "";
    const { participantToken: ownToken = "" } = credentialFromCookie(
      ctx.req.headers,
      view.code,
      "participant",
    );
    const rows = await renderLinks(view, { people, reader: readerOf(ctx), search, ownToken });
    const now = new Date();
    const sendsMails = view.sendEmails && managed.hasMail;
    const missing = pairsHiddenFromOrganizer(managed.game) &&
      managed.game.participants.some((one) => lacksLink(one, sendsMails, now));
    return page({
      view,
      people,
      ownLink: organizerLink(ctx, managed),
      invitation: invitationLink(ctx, managed),
      search,
      rows,
      missing,
      ownToken,
    });
  },

  async POST(ctx) {
    const { view: { code }, credential } = await openManaged(ctx);
    const form = await readForm(ctx.req);
    const participantId = form.text("participantId");
    const action = gameActionSchema.parse({
      action: "issueClaim",
      ...(participantId && { participantId }),
    });
    await performAction(ctx.state.services, code, action, credential);
    return ctx.redirect(`${gamePath(code)}/created#links`, 303);
  },
});
