import { type Context, page } from "fresh";
import {
  type FailedPersonForm,
  type PersonConfirmations,
  PersonPage,
} from "../(_components)/PersonPage.tsx";
import { gameActionSchema, sendEmailSchema } from "@/lib/game/schemas.ts";
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
import { managePath, managePersonPath, participantPath } from "@/lib/browser/links.ts";
import { performAction } from "@/lib/operations/change.ts";
import { sendEmail } from "@/lib/operations/send_mails.ts";
import { define, type State } from "@/lib/state.ts";

type Ctx = Context<State>;

const FIELDS = ["name", "email", "desiredGift", "wish"];

export const handler = define.handlers({
  async GET(ctx) {
    return show(ctx, await openManaged(ctx));
  },

  async POST(ctx) {
    const managed = await openManaged(ctx);
    const form = await readForm(ctx.req);
    const participantId = ctx.params.id ?? "";
    if (!managed.view.participants.some((one) => one.id === participantId)) {
      return ctx.redirect(managePath(managed.view.code, "?done=gone"), 303);
    }
    return form.text("action") === "sendEmail"
      ? await send(ctx, managed, participantId, form)
      : await edit(ctx, managed, participantId, form);
  },
});

export default define.page<typeof handler>(function ManagePersonPage(props) {
  return <PersonPage {...props.data} news={newsOf(props.url, props.data.managed.reader.t)} />;
});

/** Sends this person their link again, or a reminder. */
async function send(ctx: Ctx, managed: ManagedGame, participantId: string, form: Form) {
  const { view: { code }, credential, reader: { t } } = managed;
  const { services, client } = ctx.state;
  const typed = { customMessage: form.text("customMessage") };
  const done = await submit(
    t,
    sendEmailSchema,
    { code, participantId, type: form.text("type"), ...typed },
    (body) => sendEmail(services, body, credential, client),
    SHOWN_REFUSALS,
  );
  if (!done.ok) return show(ctx, managed, { form: "mail", typed, errors: done.errors });
  return ctx.redirect(managePersonPath(code, participantId) + mailsQuery(done.result), 303);
}

/** Changes what is known of this person. */
async function edit(ctx: Ctx, managed: ManagedGame, participantId: string, form: Form) {
  const { view: { code }, credential, reader: { t } } = managed;
  const typed = Object.fromEntries(FIELDS.map((field) => [field, form.text(field)]));
  const language = form.text("language");
  const done = await submit(
    t,
    gameActionSchema,
    { action: "updateParticipantDetails", participantId, ...typed, ...(language && { language }) },
    (action) => performAction(ctx.state.services, code, action, credential),
  );
  if (!done.ok) {
    return show(ctx, managed, {
      form: "edit",
      typed: { ...typed, language },
      errors: done.errors,
    });
  }
  const path = managePersonPath(code, participantId);
  return ctx.redirect(path + doneQuery("updateParticipantDetails"), 303);
}

function show(ctx: Ctx, managed: ManagedGame, failed: FailedPersonForm | null = null) {
  const { services } = ctx.state;
  const { game, view } = managed;
  const index = game.participants.findIndex((one) => one.id === ctx.params.id);
  const participant = game.participants[index];
  const person = view.participants[index];
  if (!participant || !person) return ctx.redirect(managePath(game.code, "?done=gone"), 303);
  const confirmations: PersonConfirmations = {
    regenerateToken: confirmationOf("regenerateToken", managed, services, participant),
    forceReassignParticipant: confirmationOf(
      "forceReassignParticipant",
      managed,
      services,
      participant,
    ),
    removeParticipant: confirmationOf("removeParticipant", managed, services, participant),
  };
  return page({
    managed,
    person,
    link: ctx.state.origin + participantPath(game.code, person.token),
    confirmations,
    failed,
  }, { status: failed ? 400 : 200 });
}
