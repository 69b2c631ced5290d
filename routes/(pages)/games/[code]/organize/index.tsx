import { type Context, page } from "fresh";
import { z } from "zod";
import { type FailedForm, OrganizePage } from "./(_components)/OrganizePage.tsx";
import type { PeopleChoice } from "./(_components)/PeopleList.tsx";
import type { GameConfirmations } from "./(_components)/Tools.tsx";
import { movedBetween } from "@/lib/game/preview.ts";
import { gameActionSchema, sendEmailSchema } from "@/lib/game/schemas.ts";
import { signIn, signOut } from "@/lib/http/cookies.ts";
import { type Form, readForm, submit } from "@/lib/pages/forms.ts";
import {
  doneQuery,
  mailsQuery,
  type ManagedGame,
  newsOf,
  openManaged,
  SHOWN_REFUSALS,
} from "@/lib/pages/organizer.ts";
import { confirmationOf } from "@/lib/pages/confirmations.ts";
import { gamePath, managePath, managePersonPath } from "@/lib/browser/links.ts";
import { archiveGame, performAction } from "@/lib/operations/change.ts";
import { openGame } from "@/lib/operations/open.ts";
import { renewOrganizerToken } from "@/lib/operations/recover.ts";
import { sendEmail } from "@/lib/operations/send_mails.ts";
import { PEOPLE_FILTERS } from "@/lib/browser/people_filter.ts";
import { define, type State } from "@/lib/state.ts";

type Ctx = Context<State>;

/** The API's actions that a button of these pages stands for. */
const ACTIONS = [
  "addParticipant",
  "removeParticipant",
  "regenerateToken",
  "approveReassignment",
  "cancelReassignmentRequest",
  "approveAllReassignments",
  "forceReassignParticipant",
  "reassignAll",
  "regenerateInvitationToken",
] as const;
type Action = (typeof ACTIONS)[number];

/** Those after which it is worth telling how many people got somebody else. */
const MOVING: readonly Action[] = [
  "addParticipant",
  "removeParticipant",
  "approveReassignment",
  "approveAllReassignments",
  "forceReassignParticipant",
];

/** What the fields of those actions are called, here and in the API. */
const FIELDS = ["participantId", "participantName", "participantEmail", "wish"];

/** Of a form that says nothing but its action. */
const NO_FIELDS = { schema: z.unknown(), input: null };

export const handler = define.handlers({
  async GET(ctx) {
    const token = ctx.url.searchParams.get("token");
    return token === null ? show(ctx, await openManaged(ctx)) : await enter(ctx, token);
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const form = await readForm(ctx.req);
    const { services, client } = ctx.state;
    const { view: { code }, credential: { organizerToken } } = managed;
    switch (form.text("action")) {
      case "sendEmail":
        return await send(ctx, managed, form);
      case "regenerateOrganizerToken":
        return await attempt(ctx, managed, form, {
          ...NO_FIELDS,
          act: () => renewOrganizerToken(services, code, organizerToken, client),
          then: () => leave(ctx, managePath(code, "/renewed")),
        });
      case "archive":
        return await attempt(ctx, managed, form, {
          ...NO_FIELDS,
          act: () => archiveGame(services, code, organizerToken),
          then: () => ctx.redirect(managePath(code, doneQuery("archive")), 303),
        });
      case "signOut":
        return leave(ctx, gamePath(code));
      default:
        return await change(ctx, managed, form);
    }
  },
});

export default define.page<typeof handler>(function ManageGamePage(props) {
  const { failed, managed } = props.data;
  return <OrganizePage {...props.data} news={failed ? [] : newsOf(props.url, managed.reader.t)} />;
});

/** Signs the organizer in and goes on to the address without the secret. */
async function enter(ctx: Ctx, organizerToken: string): Promise<Response> {
  const credential = { organizerToken: organizerToken || "-" };
  const code = ctx.params.code ?? "";
  const { game } = await openGame(ctx.state.services, code, credential, { markViewed: false });
  const answer = ctx.redirect(managePath(code), 303);
  answer.headers.append("set-cookie", signIn(ctx, game, credential));
  return answer;
}

/** Signs the organizer out on this device. */
function leave(ctx: Ctx, path: string): Response {
  const answer = ctx.redirect(path, 303);
  answer.headers.append("set-cookie", signOut(ctx, ctx.params.code ?? "", "organizer"));
  return answer;
}

function show(ctx: Ctx, managed: ManagedGame, failed: FailedForm | null = null) {
  const { services } = ctx.state;
  const { searchParams } = ctx.url;
  const choice: PeopleChoice = {
    search: searchParams.get("search") ?? "",
    show: PEOPLE_FILTERS.find((known) => known === searchParams.get("show")) ?? "all",
  };
  const confirmations: GameConfirmations = {
    reassignAll: confirmationOf("reassignAll", managed, services),
    archive: confirmationOf("archive", managed, services),
    regenerateInvitationToken: confirmationOf("regenerateInvitationToken", managed, services),
    regenerateOrganizerToken: confirmationOf("regenerateOrganizerToken", managed, services),
  };
  return page(
    { managed, choice, failed, confirmations, baseUrl: ctx.state.origin },
    { status: failed ? 400 : 200 },
  );
}

/** Does what a form asks for; where that is refused, shows the page again and says why. */
async function attempt<Schema extends z.ZodType, Result>(
  ctx: Ctx,
  managed: ManagedGame,
  form: Form,
  { schema, input, act, then }: {
    schema: Schema;
    input: unknown;
    act: (data: z.infer<Schema>) => Promise<Result>;
    then: (result: Result) => Response;
  },
) {
  const { t } = managed.reader;
  const done = await submit(t, schema, input, act, SHOWN_REFUSALS);
  if (done.ok) return then(done.result);
  const typed = Object.fromEntries(
    [...FIELDS, "type", "customMessage"].map((field) => [field, form.text(field)]),
  );
  return show(ctx, managed, { action: form.text("action"), typed, errors: done.errors });
}

/** Carries out one of the API's actions. */
async function change(ctx: Ctx, managed: ManagedGame, form: Form) {
  const { view: { code }, game: before, credential } = managed;
  const name = ACTIONS.find((known) => known === form.text("action"));
  const given = FIELDS.filter((field) => form.has(field)).map((field) => [field, form.text(field)]);
  return await attempt(ctx, managed, form, {
    schema: gameActionSchema,
    // Declining a request takes the token in the body: without it, it is the participant's own act.
    input: { action: name, ...credential, ...Object.fromEntries(given) },
    act: (action) => performAction(ctx.state.services, code, action, credential),
    then: ({ game: after }) => {
      if (!name) throw new Error("An unknown action was carried out");
      const moved = MOVING.includes(name) ? movedBetween(before, after).length : undefined;
      const person = after.participants.find((one) => one.id === form.text("participantId"));
      const place = person && form.text("from") === "person"
        ? managePersonPath(code, person.id)
        : managePath(code);
      return ctx.redirect(place + doneQuery(name, moved), 303);
    },
  });
}

/** Sends mails to many. */
async function send(ctx: Ctx, managed: ManagedGame, form: Form) {
  const { code } = managed.view;
  return await attempt(ctx, managed, form, {
    schema: sendEmailSchema,
    input: { code, type: form.text("type"), customMessage: form.text("customMessage") },
    act: (body) => sendEmail(ctx.state.services, body, managed.credential, ctx.state.client),
    then: (result) => ctx.redirect(managePath(code, mailsQuery(result)), 303),
  });
}
