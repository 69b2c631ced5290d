import type { Context } from "fresh";
import { z } from "zod";
import { erasedPath, gamePath, managePath, managePersonPath } from "@/lib/browser/links.ts";
import { gameActionSchema } from "@/lib/game/action_schemas.ts";
import { GameError } from "@/lib/game/errors.ts";
import { movedBetween } from "@/lib/game/preview.ts";
import { sendEmailSchema } from "@/lib/game/schemas.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import { signOut } from "@/lib/http/cookies.ts";
import { archiveGame, performAction } from "@/lib/operations/change.ts";
import { eraseGame } from "@/lib/operations/erase.ts";
import { renewOrganizerToken } from "@/lib/operations/recover.ts";
import { remindSome, sendEmail } from "@/lib/operations/send_mails.ts";
import {
  isOrganizerAction,
  ORGANIZER_ACTIONS,
  type OrganizerAction,
  type OrganizerRow,
} from "@/lib/pages/actions.ts";
import { type Form, readForm, type RefusedForm, submit } from "@/lib/pages/forms.ts";
import { flashQuery, mailsQuery, setFlashName } from "@/lib/pages/flash_messages.ts";
import { type ManagedGame, SHOWN_REFUSALS } from "@/lib/pages/organizer.ts";
import { remindedBy } from "@/lib/pages/people/people_groups.ts";
import type { State } from "@/lib/state.ts";

type Ctx = Context<State>;
export type RefusedAct = RefusedForm<OrganizerAction>;

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

/** A form that was sent, and what it takes to answer it. */
interface Sent<Shown> {
  ctx: Ctx;
  managed: ManagedGame;
  form: Form;
  /** Shows the page again and says why something was refused. */
  show: (refused: RefusedAct) => Promise<Shown>;
}

/** Does what a form of the organizer's page asks for. */
export async function actOnForm<Shown>(
  ctx: Ctx,
  managed: ManagedGame,
  show: Sent<Shown>["show"],
): Promise<Response | Shown> {
  const form = await readForm(ctx.req);
  const action = form.text("action");
  if (!isOrganizerAction(action)) throw new GameError("MALFORMED_FORM");
  const sent = { ctx, managed, form, show };
  const { services, client } = ctx.state;
  const { view: { code }, credential: { organizerToken } } = managed;
  switch (action) {
    case "sendEmail":
      return await send(sent);
    case "regenerateOrganizerToken":
      return await attempt(sent, action, {
        schema: z.unknown(),
        act: () => renewOrganizerToken(services, code, organizerToken, client),
        then: () => leave(ctx, managePath(code, "/renewed")),
      });
    case "archive":
      return await attempt(sent, action, {
        schema: z.unknown(),
        act: () => archiveGame(services, code, organizerToken),
        then: () => ctx.redirect(managePath(code, flashQuery("archive")), 303),
      });
    case "eraseGame":
      return await attempt(sent, action, {
        schema: z.object({ confirmName: z.string() }),
        act: ({ confirmName }) => eraseGame(services, code, confirmName, organizerToken),
        then: () => leave(ctx, erasedPath()),
      });
    case "signOut":
      return leave(ctx, gamePath(code));
    default:
      return await attempt(sent, action, {
        schema: gameActionSchema,
        // Declining a request takes the token in the body: without it, it is the participant's own act.
        input: { action, ...managed.credential },
        act: (body) => performAction(services, code, body, managed.credential),
        then: (result) => told(sent, action, result),
      });
  }
}

/** Sends mails: to one, to some, or to all. */
function send<Shown>(sent: Sent<Shown>): Promise<Response | Shown> {
  const { ctx, managed, form } = sent;
  const { services, client } = ctx.state;
  const { view: { code, participants }, credential } = managed;
  const participantId = form.text("participantId") || undefined;
  return attempt(sent, "sendEmail", {
    schema: sendEmailSchema,
    input: { code, participantId },
    act: (body) => {
      const chosen = body.type === "reminderAll" ? remindedBy(form, managed, new Date()) : null;
      return chosen
        ? remindSome(services, body, chosen, credential, client)
        : sendEmail(services, body, credential, client);
    },
    then: (result) => {
      const answer = ctx.redirect(managePath(code, mailsQuery(result)), 303);
      const name = participants.find(({ id }) => id === participantId)?.name;
      return name ? setFlashName(answer, ctx.state.origin, code, "mail", name) : answer;
    },
  });
}

/** On to the page that tells what was done, and with whom. */
function told<Shown>(
  { ctx, managed, form }: Sent<Shown>,
  action: OrganizerAction,
  { game, unserved }: Awaited<ReturnType<typeof performAction>>,
): Response {
  const { code } = game;
  const row: OrganizerRow = ORGANIZER_ACTIONS[action];
  const isHidden = pairsHiddenFromOrganizer(game);
  const moved = row.reportsMoves && !isHidden ? movedBetween(managed.game, game).length : undefined;
  const done = isHidden && DRAWING.has(action) ? "sealed" : action;
  const id = form.text("participantId");
  const isStill = game.participants.some((one) => one.id === id);
  const place = isStill && (row.confirm === "person" || action === "issueClaim")
    ? managePersonPath(code, id)
    : managePath(code);
  // To the link itself, which stands far down on a phone.
  const at = action === "issueClaim" ? "#link" : "";
  const answer = ctx.redirect(place + flashQuery(done, moved, unserved?.length) + at, 303);
  const name = managed.game.participants.find((one) => one.id === id)?.name ??
    (action === "addParticipant" ? game.participants.at(-1)?.name : undefined);
  return name ? setFlashName(answer, ctx.state.origin, code, done, name) : answer;
}

/** Signs the organizer out on this device. */
function leave(ctx: Ctx, path: string): Response {
  const answer = ctx.redirect(path, 303);
  answer.headers.append("set-cookie", signOut(ctx, ctx.params.code ?? "", "organizer"));
  return answer;
}

/** Does what a form asks for; where that is refused, shows the page again and says why. */
async function attempt<Schema extends z.ZodType, Result, Shown>(
  { managed, form, show }: Sent<Shown>,
  action: OrganizerAction,
  { schema, input, act, then }: {
    schema: Schema;
    /** What beside the form's fields the schema takes. */
    input?: Record<string, unknown>;
    act: (data: z.infer<Schema>) => Promise<Result>;
    then: (result: Result) => Response;
  },
): Promise<Response | Shown> {
  const typed = form.pick(ORGANIZER_ACTIONS[action].fields);
  const { t } = managed.reader;
  const done = await submit(t, schema, { ...typed, ...input }, act, SHOWN_REFUSALS);
  if (done.ok) return then(done.result);
  return await show({ action, typed: { ...typed, ...form.pick(["group"]) }, errors: done.errors });
}
