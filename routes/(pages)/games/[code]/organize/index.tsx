import { page } from "fresh";
import { gamePath, managePath } from "@/lib/browser/links.ts";
import { signIn, withCookies } from "@/lib/http/cookies.ts";
import { openGame } from "@/lib/operations/open.ts";
import { type ManagedGame, openManaged } from "@/lib/pages/organizer/managed_game.ts";
import { type Ctx, define } from "@/lib/state.ts";
import { loadOrganizePage, type OrganizePageData } from "./(_components)/organize_page_data.ts";
import { ConfirmPage } from "./(_components)/ConfirmPage.tsx";
import { actOnForm, type AskedForm, type RefusedAct } from "./(_components)/organizer_acts.ts";
import { PeopleList, renderPeople } from "./(_components)/PeopleList.tsx";
import { flashQuery } from "@/lib/pages/flash_messages.ts";
import PassOnActions from "@/islands/PassOnActions.tsx";
import { DrawScene } from "@/components/DrawScene.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import HandedLinks from "./(_islands)/HandedLinks.tsx";
import LiveRegion from "@/islands/LiveRegion.tsx";
import PersonMenus from "./(_islands)/PersonMenus.tsx";
import { Gathering } from "./(_components)/Gathered.tsx";
import { Added, Archived, FinaleCard, MailNotices } from "./(_components)/Happened.tsx";
import { handedTitles, handedWords } from "./(_components)/handed_texts.ts";
import { NextSteps } from "./(_components)/NextSteps.tsx";
import { AddPerson, EraseTool } from "./(_components)/OrganizerForms.tsx";
import { News } from "./(_components)/SubPage.tsx";
import { Tools } from "./(_components)/Tools.tsx";
import type { VNode } from "preact";
import { formatDate, formatDay } from "@/lib/browser/format.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import { coverOf } from "@/lib/game/cover.ts";
import { countdown } from "@/lib/pages/countdown.ts";
import { greeting } from "@/lib/pages/organizer/greeting.ts";
import { GiftPile } from "@/components/art/GiftPile.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { LineBreaks } from "@/components/LineBreaks.tsx";

export default define.page<typeof handler>(({ data: { asked, ...data } }) => {
  if (!asked) return <OrganizePage {...data} />;
  const { view: { code }, reader: { t } } = data;
  return (
    <ConfirmPage
      {...asked}
      managed={data}
      cancel={t("common.cancel")}
      target={managePath(code)}
      onCancel="back"
    />
  );
});

/** What the organizer's page shows: what to do now, then everyone, then all that can be done with the game. */
function OrganizePage({ rows, ...data }: OrganizePageData & { rows: string }) {
  const { view, reader, news, isHidden, isPast, refused, added } = data;
  const { t } = reader;
  const isGathering = view.state === "gathering" && !view.isArchived;
  const isToldThere = Object.values(data.refusedForms).some((form) => form !== null);
  const seal = <SealNote game={view} reader={reader} isOrganizer />;
  return (
    <Page reader={reader} title={t("organize.title", { name: view.name })} width="wide" isPrivate>
      <DrawScene game={view} papers={data.drawn} t={t} />
      <OrganizeHead {...data} />
      {!refused && (added ? <Added {...data} {...added} /> : <News news={news} />)}
      <MailNotices {...data} />
      {view.sealBrokenAt && seal}
      {refused && !isToldThere && (
        <FormErrors
          errors={refused.errors}
          t={t}
          idOf={() => "main"}
        />
      )}
      {view.isArchived && <Archived {...data} />}
      {view.revealed && <FinaleCard {...data} />}
      {isGathering && <Gathering {...data} rows={rows} />}
      {!isGathering && (
        <div class="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div class="space-y-6">
            <section>
              <NextSteps {...data} />
              <PassOnActions copied={t("common.copied")} />
            </section>
            <section id="people" class="paper space-y-4 p-5 sm:p-7">
              <PeopleList {...data} rows={rows} />
              {!isPast && !view.revealed && <AddPerson {...data} />}
            </section>
          </div>
          <div class="space-y-6">
            {!view.sealBrokenAt && seal}
            {view.isArchived ? <EraseTool {...data} /> : <Tools {...data} />}
          </div>
        </div>
      )}
      {data.version && (
        <LiveRegion
          url={managePath(view.code, "/progress")}
          version={data.version}
          pause={isGathering ? 4 : 15}
          {...isGathering && { next: managePath(view.code, flashQuery("drawNames")) }}
        />
      )}
      {!isGathering && !isHidden && !isPast && (
        <HandedLinks words={handedWords(t)} titles={handedTitles(t)} />
      )}
      {!view.isArchived && <PersonMenus close={t("finale.close")} copied={t("common.copied")} />}
    </Page>
  );
}

/** The head of the organizer's page: the game and its progress. */
function OrganizeHead(data: OrganizePageData) {
  const { view, people, reader: { t } } = data;
  return (
    <CoverBand cover={coverOf(view)} ground={data.drawn && <GiftPile papers={data.drawn} />}>
      <PageTitle
        over={when(data)}
        lead={
          <span id="moment" data-live>
            <LineBreaks text={greeting(data, people, data.now, data.drawRefusal !== null)} />
          </span>
        }
      >
        {view.name}
      </PageTitle>
      {data.takesPart && !view.isArchived && (
        <ButtonLink href={gamePath(view.code)} variant="secondary" icon="gift">
          {t("game.reveal.title")}
        </ButtonLink>
      )}
    </CoverBand>
  );
}

/** The game's name and date, with the days to go until it is over. */
function when({ game, view, isPast, now, reader: { t, locale } }: OrganizePageData): VNode {
  return (
    <>
      <span class="block">
        {isPast
          ? formatDate(game.date, locale)
          : formatDay(`${game.date}T00:00:00Z`, locale, "UTC")}
      </span>
      {!isPast && `${countdown(daysUntil(game, now), t)} · `}
      <span class="muted inline-block font-normal">{t("game.codeIs", { code: view.code })}</span>
    </>
  );
}

export const handler = define.handlers({
  async GET(ctx) {
    const token = ctx.url.searchParams.get("token");
    return token === null ? await show(ctx, await openManaged(ctx)) : await enter(ctx, token);
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    return await actOnForm(ctx, managed, (...why) => show(ctx, managed, ...why));
  },
});

/** Signs the organizer in and goes on to the address without the secret. */
async function enter(ctx: Ctx, token: string): Promise<Response> {
  const credential = { organizerToken: token || "-" };
  const code = ctx.params.code ?? "";
  const { services } = ctx.state;
  const { game } = await openGame(services, code, credential, { markViewed: false });
  const organizerToken = services.tokens.organizer(game);
  return withCookies(ctx.redirect(managePath(code), 303), signIn(ctx, game, { organizerToken }));
}

async function show(
  ctx: Ctx,
  managed: ManagedGame,
  refused: RefusedAct | null = null,
  asked?: AskedForm,
) {
  const { game, view: { organizerToken }, credential } = managed;
  const data = loadOrganizePage(ctx, managed, refused);
  return page({ ...data, asked, rows: asked ? "" : await renderPeople(data) }, {
    status: refused && Object.keys(refused.errors).length > 0 ? 400 : 200,
    // Replace a token made with an older key of the service: the current one stays valid longer.
    ...(credential.organizerToken !== organizerToken && {
      headers: { "set-cookie": signIn(ctx, game, { organizerToken }) },
    }),
  });
}
