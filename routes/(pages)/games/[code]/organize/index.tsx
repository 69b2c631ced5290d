import { type Context, page } from "fresh";
import type { VNode } from "preact";
import { Alert } from "@/components/Alert.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { CoverBand } from "@/components/CoverBand.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { InviteCard } from "@/components/InviteCard.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { JapaneseLineBreaks } from "@/components/JapaneseLineBreaks.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import { formatDate } from "@/lib/browser/format.ts";
import { gamePath, managePath } from "@/lib/browser/links.ts";
import { fingerprintOf } from "@/lib/browser/handed_over.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import { coverOf } from "@/lib/game/cover.ts";
import type { GameError } from "@/lib/game/errors.ts";
import { isInviter } from "@/lib/game/identity.ts";
import { type NextStep, nextSteps } from "@/lib/game/next_steps.ts";
import { hasPassed, type PersonProgress, progressOf } from "@/lib/game/progress.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import { credentialFromCookie, signIn } from "@/lib/http/cookies.ts";
import { openGame } from "@/lib/operations/open.ts";
import type { ConfirmableAction } from "@/lib/pages/actions.ts";
import { confirmationOf } from "@/lib/pages/confirmations.ts";
import { countdown } from "@/lib/pages/countdown.ts";
import { invitationLink, personLink } from "@/lib/pages/game_links.ts";
import { greeting } from "@/lib/pages/greeting.ts";
import { organizerFlash } from "@/lib/pages/flash_messages.ts";
import { type ManagedGame, openManaged, versionOf } from "@/lib/pages/organizer.ts";
import { filtersFor } from "@/lib/pages/people_groups.ts";
import { readFlashName } from "@/lib/pages/flash_name.ts";
import { define, type State } from "@/lib/state.ts";
import PassOnActions from "@/islands/PassOnActions.tsx";
import HandedLinks from "./(_islands)/HandedLinks.tsx";
import LiveRegion from "./(_islands)/LiveRegion.tsx";
import PersonMenus from "./(_islands)/PersonMenus.tsx";
import { FinaleCard } from "./(_components)/FinaleCard.tsx";
import { AddPerson } from "./(_components)/AddPerson.tsx";
import { EraseTool } from "./(_components)/EraseTool.tsx";
import {
  DrawProblem,
  invitesFirst,
  refusedDraw,
  renderGathered,
} from "./(_components)/Gathered.tsx";
import { handedTitles, handedWords } from "./(_components)/handed_texts.ts";
import { MailProblems } from "./(_components)/MailProblems.tsx";
import { News } from "./(_components)/News.tsx";
import { NextSteps } from "./(_components)/NextSteps.tsx";
import { actOnForm, type RefusedAct } from "./(_components)/organizer_acts.ts";
import { PersonPassOn } from "./(_components)/PersonPassOn.tsx";
import { type PeopleChoice, PeopleList, renderPeople } from "./(_components)/PeopleList.tsx";
import { Tools } from "./(_components)/Tools.tsx";

type Ctx = Context<State>;

/** So few links are passed on right on the page. */
const FEW_LINKS = 3;

/** What to do now, then everyone, then all that can be done with the game. */
export default define.page<typeof handler>(function OrganizePage({ data, url }) {
  const { managed, people, choice, rows, refused, gathered, drawRefusal } = data;
  const { view, reader } = managed;
  const { t } = reader;
  const add = refused?.action === "addParticipant" ? refused : null;
  // Without mails there is no form that would say what is wrong.
  const reminder = managed.hasMail && refused?.typed.type === "reminderAll" ? refused : null;
  const erasure = refused?.action === "eraseGame" ? refused : null;
  const tools = <Tools {...data} reminder={reminder} erasure={erasure} />;
  const seal = <SealNote game={view} reader={reader} isOrganizer />;
  const isPast = hasPassed(managed.game, new Date());
  const others = people.filter(({ name }) => !isInviter(view, name));
  const news = organizerFlash(url, t, pairsHiddenFromOrganizer(view), data.whom, others);
  return (
    <Page reader={reader} title={t("organize.title", { name: view.name })} width="wide" isPrivate>
      <CoverBand cover={coverOf(view)}>
        <PageTitle
          over={when(managed)}
          lead={
            <span id="moment" data-live>
              <JapaneseLineBreaks
                text={greeting(managed, people, new Date(), drawRefusal !== null)}
              />
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
      {!refused && (data.added
        ? <Added managed={managed} added={data.added} news={news.slice(1)} />
        : <News news={news} />)}
      {view.sealBrokenAt && seal}
      {refused && !add && !reminder && !erasure && (
        <FormErrors
          errors={refused.errors}
          t={t}
          idOf={() => "main"}
        />
      )}
      {view.isArchived && <Archived {...managed} />}
      {view.revealed && <FinaleCard code={view.code} t={t} />}
      {gathered && <Gathering {...data} gathered={gathered} add={add} tools={tools} />}
      {!gathered && (
        <div class="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div class="space-y-6">
            <section>
              <NextSteps managed={managed} steps={data.steps} links={data.links} />
              <PassOnActions copied={t("common.copied")} />
            </section>
            <section id="people" class="paper space-y-4 p-5 sm:p-7">
              <PeopleList {...{ managed, people, choice, rows }} />
              {!isPast && !view.revealed && <AddPerson managed={managed} refused={add} />}
            </section>
          </div>
          <div class="space-y-6">
            {!view.sealBrokenAt && seal}
            {view.isArchived ? <EraseTool managed={managed} refused={erasure} /> : tools}
          </div>
        </div>
      )}
      {data.version && (
        <LiveRegion
          url={managePath(view.code, "/progress")}
          version={data.version}
          pause={gathered ? 4 : 15}
        />
      )}
      {!gathered && !pairsHiddenFromOrganizer(view) && !isPast && (
        <HandedLinks words={handedWords(t)} titles={handedTitles(t)} />
      )}
      {!view.isArchived && (
        <PersonMenus close={t("organize.people.closeMenu")} copied={t("common.copied")} />
      )}
    </Page>
  );
});

interface GatheringProps {
  managed: ManagedGame;
  people: readonly PersonProgress[];
  invitation: string;
  /** Who is in, as HTML. */
  gathered: string;
  /** Why they cannot be drawn. */
  drawRefusal: GameError | null;
  /** The form that takes someone in, where it was refused. */
  add: RefusedAct | null;
  tools: VNode;
}

/** While people come together: the link to send leads until enough are in, then the draw. */
function Gathering(
  { managed, people, invitation, gathered, drawRefusal, add, tools }: GatheringProps,
) {
  const { view, reader } = managed;
  const isFirst = invitesFirst(view);
  const invite = <InviteCard link={invitation} game={view} t={reader.t} />;
  return (
    <div class="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div class="space-y-6">
        <div id="problem" class="empty:hidden" data-live>
          <DrawProblem managed={managed} refusal={drawRefusal} />
        </div>
        {isFirst && invite}
        <section class="paper space-y-4 p-5 sm:p-7">
          <div id="gathered" data-live dangerouslySetInnerHTML={{ __html: gathered }} />
          <AddPerson managed={managed} refused={add} />
        </section>
      </div>
      <div class="space-y-6">
        {!isFirst && invite}
        <SealNote game={view} reader={reader} isOrganizer />
        <MailProblems
          managed={managed}
          people={people.filter(({ link }) => link === "failed")}
        />
        {tools}
      </div>
    </div>
  );
}

interface AddedPerson {
  person: OrganizerView["participants"][number];
  link: string;
}

/** Someone has just been taken in: their link is passed on right here. */
function Added(
  { managed, added, news }: { managed: ManagedGame; added: AddedPerson; news: string[] },
) {
  const { t } = managed.reader;
  return (
    <Alert tone="success" isNews>
      <p>{t("organize.addedPass", { name: added.person.name })}</p>
      {/* On a phone from below the sign on: else a row has no room for all ways. */}
      <section
        class="py-2 max-sm:-ml-9"
        aria-label={t("created.people.link", { name: added.person.name })}
      >
        <PersonPassOn managed={managed} {...added} place="added" />
        <PassOnActions copied={t("common.copied")} />
      </section>
      {news.map((sentence) => <p key={sentence}>{sentence}</p>)}
    </Alert>
  );
}

function Archived({ view, reader: { t, locale } }: ManagedGame) {
  return (
    <Alert tone="success" title={t("organize.archived.title")}>
      {t("organize.archived.body", {
        date: formatDate((view.archivedAt ?? "").slice(0, 10), locale),
      })}
    </Alert>
  );
}

/** Which game it is, and when. */
function when({ game, view, reader: { t, locale } }: ManagedGame): VNode {
  // Nobody counts the days to what is over.
  const days = hasPassed(game, new Date()) ? "" : countdown(daysUntil(game, new Date()), t);
  return (
    <>
      <span class="max-sm:block">{formatDate(game.date, locale)}</span>
      {days && <span class="max-sm:block sm:before:content-['_·_']">{days}</span>}
      <span class="muted block font-normal">{t("game.codeIs", { code: view.code })}</span>
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
    return await actOnForm(ctx, managed, (refused) => show(ctx, managed, refused));
  },
});

/** Signs the organizer in and goes on to the address without the secret. */
async function enter(ctx: Ctx, token: string): Promise<Response> {
  const credential = { organizerToken: token || "-" };
  const code = ctx.params.code ?? "";
  const { services } = ctx.state;
  const { game } = await openGame(services, code, credential, { markViewed: false });
  const answer = ctx.redirect(managePath(code), 303);
  const organizerToken = services.tokens.organizer(game);
  answer.headers.append("set-cookie", signIn(ctx, game, { organizerToken }));
  return answer;
}

async function show(ctx: Ctx, managed: ManagedGame, refused: RefusedAct | null = null) {
  const { tokens } = ctx.state.services;
  const { searchParams } = ctx.url;
  const { game, view, credential, hasMail } = managed;
  const { state, isArchived, organizerToken, code } = view;
  const now = new Date();
  const choice: PeopleChoice = {
    search: searchParams.get("search") ?? "",
    show: filtersFor(managed, now).find((known) => known === searchParams.get("show")) ?? "all",
  };
  const ask = (action: ConfirmableAction<"game">) => confirmationOf(action, managed, tokens, null);
  const drawRefusal = refusedDraw(managed);
  const gathered = state === "gathering" && !isArchived
    ? await renderGathered(managed, drawRefusal)
    : null;
  const people = progressOf(game, view, hasMail, now);
  const steps = nextSteps(game, view, hasMail, now);
  const marks = marksOf(ctx, managed, people);
  const whom = readFlashName(ctx.req.headers, ctx.url);
  return page({
    managed,
    people,
    steps,
    links: linksToPassOn(ctx, managed, steps),
    choice,
    rows: gathered ? "" : await renderPeople({ managed, people, choice, marks }),
    refused,
    ask,
    invitation: invitationLink(ctx, managed),
    gathered,
    drawRefusal,
    version: versionOf(managed, now),
    whom,
    added: addedOf(ctx, managed, people, whom),
    // On this device someone of the game is signed in, too.
    takesPart: Object.keys(credentialFromCookie(ctx.req.headers, code, "participant")).length > 0,
  }, {
    status: refused ? 400 : 200,
    // Made with an older key of the service: the one of the present key will be good for longer.
    ...(credential.organizerToken !== organizerToken && {
      headers: { "set-cookie": signIn(ctx, game, { organizerToken }) },
    }),
  });
}

/** Who has just been taken in, where their link is to be passed on by hand. */
function addedOf(
  ctx: Ctx,
  managed: ManagedGame,
  people: readonly PersonProgress[],
  whom: string | undefined,
): AddedPerson | null {
  const index = managed.view.participants.findIndex(({ name }) => name === whom);
  const person = managed.view.participants[index];
  const isNeeded = people[index]?.link === "needed" && !pairsHiddenFromOrganizer(managed.view);
  if (!person || !isNeeded || ctx.url.searchParams.get("done") !== "addParticipant") return null;
  return { person, link: personLink(ctx, managed, person) };
}

/** By which this device knows whose link it has handed over: the fingerprints of the links that are needed. */
function marksOf(
  ctx: Ctx,
  managed: ManagedGame,
  people: readonly PersonProgress[],
): Map<string, string> {
  if (pairsHiddenFromOrganizer(managed.view)) return new Map();
  return new Map(
    managed.view.participants.flatMap((person, index) =>
      people[index]?.link === "needed"
        ? [[person.id, fingerprintOf(personLink(ctx, managed, person))]]
        : []
    ),
  );
}

/** The links that a step passes on, where they are few: these are passed on from here. */
function linksToPassOn(
  ctx: Ctx,
  managed: ManagedGame,
  steps: readonly NextStep[],
): Map<string, string> {
  if (pairsHiddenFromOrganizer(managed.view)) return new Map();
  const needed = steps.flatMap((step) =>
    (step.kind === "needsLink" || step.kind === "changed") && step.people.length <= FEW_LINKS
      ? step.people.map(({ id }) => id)
      : []
  );
  return new Map(
    managed.view.participants.filter(({ id }) => needed.includes(id))
      .map((person) => [person.id, personLink(ctx, managed, person)]),
  );
}
