import { type Context, page } from "fresh";
import { z } from "zod";
import { Alert } from "@/components/Alert.tsx";
import { ButtonLink } from "@/components/Button.tsx";
import { Card } from "@/components/Card.tsx";
import { FormErrors } from "@/components/FormErrors.tsx";
import { SealNote } from "@/components/SealNote.tsx";
import { Page, PageTitle } from "@/components/Page.tsx";
import { formatDate } from "@/lib/browser/format.ts";
import { erasedPath, gamePath, managePath, managePersonPath } from "@/lib/browser/links.ts";
import { PEOPLE_FILTERS } from "@/lib/browser/people_filter.ts";
import { daysUntil } from "@/lib/game/calendar.ts";
import { hidesPairs } from "@/lib/game/seal.ts";
import { movedBetween } from "@/lib/game/preview.ts";
import { GameError } from "@/lib/game/errors.ts";
import { gameActionSchema } from "@/lib/game/action_schemas.ts";
import { sendEmailSchema } from "@/lib/game/schemas.ts";
import { pageCredential, signIn, signOut } from "@/lib/http/cookies.ts";
import { archiveGame, performAction } from "@/lib/operations/change.ts";
import { eraseGame } from "@/lib/operations/erase.ts";
import { openGame } from "@/lib/operations/open.ts";
import { renewOrganizerToken } from "@/lib/operations/recover.ts";
import { sendEmail } from "@/lib/operations/send_mails.ts";
import {
  type AskedAction,
  isOrganizerAction,
  ORGANIZER_ACTIONS,
  type OrganizerAction,
  type OrganizerRow,
} from "@/lib/pages/actions.ts";
import { confirmationOf } from "@/lib/pages/confirmations.ts";
import { type Form, readForm, type RefusedForm, submit } from "@/lib/pages/forms.ts";
import { invitationLink } from "@/lib/pages/game_links.ts";
import { doneQuery, mailsQuery, organizerNews } from "@/lib/pages/news.ts";
import { type ManagedGame, openManaged, SHOWN_REFUSALS } from "@/lib/pages/organizer.ts";
import { define, type State } from "@/lib/state.ts";
import { InviteCard } from "@/components/InviteCard.tsx";
import LiveRegion from "./(_islands)/LiveRegion.tsx";
import { FinaleCard } from "./(_components)/FinaleCard.tsx";
import { AgainCard } from "./(_components)/AgainCard.tsx";
import { AddPerson } from "./(_components)/AddPerson.tsx";
import { EraseTool } from "./(_components)/EraseTool.tsx";
import { renderGathered } from "./(_components)/Gathered.tsx";
import { LeaveRequests } from "./(_components)/LeaveRequests.tsx";
import { MailProblems } from "./(_components)/MailProblems.tsx";
import { News } from "./(_components)/News.tsx";
import { type PeopleChoice, PeopleList, renderPeople } from "./(_components)/PeopleList.tsx";
import { Requests } from "./(_components)/Requests.tsx";
import { StatusTiles } from "./(_components)/StatusTiles.tsx";
import { Tools } from "./(_components)/Tools.tsx";

type Ctx = Context<State>;
type Refused = RefusedForm<OrganizerAction>;

/** After which a sealed game's organizer learns no more than that it is done. */
const DRAWING: ReadonlySet<OrganizerAction> = new Set(
  [
    "removeParticipant",
    "forceReassignParticipant",
    "approveReassignment",
    "approveAllReassignments",
    "reassignAll",
  ] as const,
);

/** The whole game at a glance, and the way to everything that can be done with it. */
export default define.page<typeof handler>(function OrganizePage({ data, url }) {
  const { managed, choice, rows, refused, gathered } = data;
  const { view, reader } = managed;
  const { t, locale } = reader;
  const add = refused?.action === "addParticipant" ? refused : null;
  const reminder = refused?.typed.type === "reminderAll" ? refused : null;
  const erasure = refused?.action === "eraseGame" ? refused : null;
  return (
    <Page reader={reader} title={t("organize.title", { name: view.name })} width="wide" isPrivate>
      <PageTitle over={t("organize.over", { code: view.code })} lead={when(managed)}>
        {view.name}
      </PageTitle>
      {!refused && <News news={organizerNews(url, t, hidesPairs(view))} />}
      {refused && !add && !reminder && !erasure && (
        <FormErrors
          errors={refused.errors}
          t={t}
          idOf={() => "main"}
        />
      )}
      <SealNote game={view} reader={reader} isOrganizer />
      {view.isArchived && (
        <Alert tone="warning" title={t("organize.archived.title")}>
          {t("organize.archived.body", {
            date: formatDate((view.archivedAt ?? "").slice(0, 10), locale),
          })}
        </Alert>
      )}
      {view.revealed && <FinaleCard view={view} t={t} />}
      {view.isArchived && <AgainCard code={view.code} t={t} />}
      {data.takesPart && !view.isArchived && (
        <p>
          <ButtonLink href={gamePath(view.code)} variant="secondary" icon="gift">
            {t("game.reveal.title")}
          </ButtonLink>
        </p>
      )}
      {view.state === "drawn" && <StatusTiles view={view} t={t} />}
      {view.state === "drawn" && !view.isArchived &&
        daysUntil(managed.game, new Date()) <= 0 && <AgainCard code={view.code} t={t} />}
      {!view.isArchived && !view.revealed && <FinaleCard view={view} t={t} />}
      {gathered
        ? (
          <div class="grid items-start gap-6 lg:grid-cols-2">
            <div class="space-y-6">
              <InviteCard link={data.invitation} game={view} t={t} />
              <MailProblems {...managed} />
            </div>
            <div class="space-y-6">
              <div
                id="gathered"
                class="paper p-5 sm:p-7"
                dangerouslySetInnerHTML={{ __html: gathered.html }}
              />
              <LiveRegion
                url={managePath(view.code, "/gathered")}
                target="gathered"
                version={gathered.version}
              />
              <AddPerson managed={managed} refused={add} />
              <Tools {...data} reminder={reminder} erasure={erasure} />
            </div>
          </div>
        )
        : view.isArchived
        ? (
          <>
            <Card id="people" title={peopleTitle(managed)} icon="users">
              <PeopleList view={view} t={t} choice={choice} rows={rows} />
            </Card>
            <EraseTool managed={managed} refused={erasure} />
          </>
        )
        : (
          <div class="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
            <div class="space-y-6">
              <Requests {...managed} />
              <LeaveRequests {...managed} />
              <MailProblems {...managed} />
              <Tools {...data} reminder={reminder} erasure={erasure} />
            </div>
            <Card id="people" title={peopleTitle(managed)} icon="users">
              <AddPerson managed={managed} refused={add} />
              <PeopleList view={view} t={t} choice={choice} rows={rows} />
            </Card>
          </div>
        )}
    </Page>
  );
});

function peopleTitle({ view, reader: { t } }: ManagedGame): string {
  return t("organize.people.title", { count: view.participants.length });
}

function when({ game, reader: { t, locale } }: ManagedGame): string {
  const days = daysUntil(game, new Date());
  const countdown = days > 1
    ? t("game.daysToGo", { count: days })
    : days === 1
    ? t("game.isTomorrow")
    : t(days === 0 ? "game.isToday" : "organize.isOver");
  return `${formatDate(game.date, locale)} · ${countdown}`;
}

export const handler = define.handlers({
  async GET(ctx) {
    const token = ctx.url.searchParams.get("token");
    return token === null ? await show(ctx, await openManaged(ctx)) : await enter(ctx, token);
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const form = await readForm(ctx.req);
    const action = form.text("action");
    if (!isOrganizerAction(action)) throw new GameError("MALFORMED_FORM");
    const { services, client } = ctx.state;
    const { view: { code }, credential: { organizerToken } } = managed;
    switch (action) {
      case "sendEmail":
        return await attempt(ctx, managed, form, action, {
          schema: sendEmailSchema,
          input: { code },
          act: (body) => sendEmail(services, body, managed.credential, client),
          then: (result) => ctx.redirect(managePath(code, mailsQuery(result)), 303),
        });
      case "regenerateOrganizerToken":
        return await attempt(ctx, managed, form, action, {
          schema: z.unknown(),
          act: () => renewOrganizerToken(services, code, organizerToken, client),
          then: () => leave(ctx, managePath(code, "/renewed")),
        });
      case "archive":
        return await attempt(ctx, managed, form, action, {
          schema: z.unknown(),
          act: () => archiveGame(services, code, organizerToken),
          then: () => ctx.redirect(managePath(code, doneQuery("archive")), 303),
        });
      case "eraseGame":
        return await attempt(ctx, managed, form, action, {
          schema: z.object({ confirmName: z.string() }),
          act: ({ confirmName }) => eraseGame(services, code, confirmName, organizerToken),
          then: () => leave(ctx, erasedPath()),
        });
      case "signOut":
        return leave(ctx, gamePath(code));
      default:
        return await attempt(ctx, managed, form, action, {
          schema: gameActionSchema,
          // Declining a request takes the token in the body: without it, it is the participant's own act.
          input: { action, ...managed.credential },
          act: (body) => performAction(services, code, body, managed.credential),
          then: ({ game, unserved }) => {
            const row: OrganizerRow = ORGANIZER_ACTIONS[action];
            const isHidden = hidesPairs(game);
            const moved = row.tellsMoved && !isHidden
              ? movedBetween(managed.game, game).length
              : undefined;
            const done = isHidden && DRAWING.has(action) ? "sealed" : action;
            const person = game.participants.find((one) => one.id === form.text("participantId"));
            const place = person && (row.asks === "person" || action === "issueClaim")
              ? managePersonPath(code, person.id)
              : managePath(code);
            // To the link itself, which stands far down on a phone.
            const at = action === "issueClaim" ? "#link" : "";
            return ctx.redirect(place + doneQuery(done, moved, unserved?.length) + at, 303);
          },
        });
    }
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

/** Signs the organizer out on this device. */
function leave(ctx: Ctx, path: string): Response {
  const answer = ctx.redirect(path, 303);
  answer.headers.append("set-cookie", signOut(ctx, ctx.params.code ?? "", "organizer"));
  return answer;
}

async function show(ctx: Ctx, managed: ManagedGame, refused: Refused | null = null) {
  const { tokens } = ctx.state.services;
  const { searchParams } = ctx.url;
  const choice: PeopleChoice = {
    search: searchParams.get("search") ?? "",
    show: PEOPLE_FILTERS.find((known) => known === searchParams.get("show")) ?? "all",
  };
  const ask = (action: AskedAction<"game">) => confirmationOf(action, managed, tokens, null);
  const invitation = invitationLink(ctx, managed);
  const { state, isArchived } = managed.view;
  const gathered = state === "gathering" && !isArchived ? await renderGathered(managed) : null;
  const rows = await renderPeople({ view: managed.view, t: managed.reader.t, choice });
  const { view: { organizerToken, code }, credential } = managed;
  // On this device somebody of the game is signed in, too.
  const takesPart = Object.keys(pageCredential(ctx.req.headers, code, "participant")).length > 0;
  return page({ managed, choice, rows, refused, ask, invitation, gathered, takesPart }, {
    status: refused ? 400 : 200,
    // Made with an older key of the service: the one of the present key will be good for longer.
    ...(credential.organizerToken !== organizerToken && {
      headers: { "set-cookie": signIn(ctx, managed.game, { organizerToken }) },
    }),
  });
}

/** Does what a form asks for; where that is refused, shows the page again and says why. */
async function attempt<Schema extends z.ZodType, Result>(
  ctx: Ctx,
  managed: ManagedGame,
  form: Form,
  action: OrganizerAction,
  { schema, input, act, then }: {
    schema: Schema;
    /** What beside the form's fields the schema takes. */
    input?: Record<string, unknown>;
    act: (data: z.infer<Schema>) => Promise<Result>;
    then: (result: Result) => Response;
  },
) {
  const typed = form.pick(ORGANIZER_ACTIONS[action].fields);
  const { t } = managed.reader;
  const done = await submit(t, schema, { ...input, ...typed }, act, SHOWN_REFUSALS);
  return done.ok
    ? then(done.result)
    : await show(ctx, managed, { action, typed, errors: done.errors });
}
