import type { ComponentProps } from "preact";
import { z } from "zod";
import { gamePath, managePath, managePersonPath } from "@/lib/browser/links.ts";
import { OPERATIONS, patchGameSchema } from "@/lib/game/operations.ts";
import { GameError } from "@/lib/game/errors.ts";
import { movedBetween } from "@/lib/game/preview.ts";
import { sendEmailSchema } from "@/lib/game/schemas.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import { signOut, withCookies } from "@/lib/http/cookies.ts";
import { archiveGame } from "@/lib/operations/change.ts";
import { ChangedMeanwhile } from "@/lib/operations/until_stored.ts";
import { remindSome, sendEmail } from "@/lib/operations/send_mails.ts";
import { perform, type Performed } from "@/lib/operations/verbs.ts";
import {
  isOrganizerAction,
  ORGANIZER_ACTIONS,
  type OrganizerAction,
  type OrganizerRow,
  organizerRow,
} from "@/lib/pages/actions.ts";
import { type Form, readForm } from "@/lib/http/form.ts";
import { type RefusedForm, submit } from "@/lib/pages/forms.ts";
import { flashQuery, mailsQuery, setFlashName } from "@/lib/pages/flash_messages.ts";
import { endNotificationsHere } from "@/lib/pages/device/notified_devices.ts";
import { isDrawnAs } from "@/lib/pages/organizer/confirmations.ts";
import { questionBeforeMails } from "@/lib/pages/organizer/mail_question.ts";
import { type ManagedGame, SHOWN_REFUSALS } from "@/lib/pages/organizer/managed_game.ts";
import { remindedBy } from "@/lib/pages/organizer/people_groups.ts";
import type { Ctx } from "@/lib/state.ts";
import type { ConfirmPage } from "./ConfirmPage.tsx";

export type RefusedAct = RefusedForm<OrganizerAction>;

/** A form that was sent, and what is needed to answer it. */
interface Sent<Shown> {
  ctx: Ctx;
  managed: ManagedGame;
  form: Form;
  /** Shows the page again with the reason for a refusal, or asks for confirmation. */
  show: (refused: RefusedAct | null, asked?: AskedForm) => Promise<Shown>;
}

/** The question before a form's action, and the fields of the form, to be sent again. */
export type AskedForm =
  & Pick<ComponentProps<typeof ConfirmPage>, "title" | "points" | "tone" | "sketch" | "fields">
  & { fields: { confirmed: "on" } };

/** Actions that are not operations on an active game. */
const OTHER_ACTS = {
  sendEmail: send,
  archive: <Shown>(sent: Sent<Shown>) => {
    const { ctx, managed: { view: { code }, credential: { organizerToken } } } = sent;
    return attempt(sent, "archive", {
      schema: z.unknown(),
      act: async () => {
        try {
          await archiveGame(ctx.state.services, code, organizerToken);
        } catch (error) {
          // The button was pressed twice, or on two devices.
          if (!(error instanceof GameError) || error.code !== "ALREADY_ARCHIVED") throw error;
        }
      },
      then: () => ctx.redirect(managePath(code, flashQuery("archive")), 303),
    });
  },
  async signOut<Shown>({ ctx, managed: { view: { code }, credential } }: Sent<Shown>) {
    await endNotificationsHere(ctx, code, [credential]);
    return leave(ctx, gamePath(code));
  },
};

/** Actions on an archived game; after any other its page says that it is closed. */
const WHEN_ARCHIVED: ReadonlySet<OrganizerAction> = new Set(["eraseGame", "signOut"]);

function isOtherAct(action: OrganizerAction): action is keyof typeof OTHER_ACTS {
  return Object.hasOwn(OTHER_ACTS, action);
}

/** Carries out a form of the organizer's page. */
export async function actOnForm<Shown>(
  ctx: Ctx,
  managed: ManagedGame,
  show: Sent<Shown>["show"],
): Promise<Response | Shown> {
  const form = await readForm(ctx.req);
  const action = form.text("action");
  if (!isOrganizerAction(action)) throw new GameError("MALFORMED_FORM");
  if (managed.view.isArchived && !WHEN_ARCHIVED.has(action)) {
    return ctx.redirect(managePath(managed.view.code), 303);
  }
  const sent = { ctx, managed, form, show };
  if (form.has("back")) return await showAgain(sent, action);
  if (isOtherAct(action)) return await OTHER_ACTS[action](sent);
  const { services, client } = ctx.state;
  const { view: { code }, credential } = managed;
  const drawn = form.text("drawn");
  const isAsRead = drawn ? isDrawnAs(drawn, services.tokens) : undefined;
  const apart = action === "addParticipant" ? { apartFrom: form.texts("apartFrom") } : null;
  return await attempt(sent, action, {
    schema: patchGameSchema,
    input: { action, ...apart },
    act: async (body) => {
      try {
        return await perform(services, code, body, credential, { client, isAsRead });
      } catch (error) {
        // The names have been drawn since the question was shown, perhaps by the same form.
        if (!(error instanceof ChangedMeanwhile)) throw error;
        return null;
      }
    },
    then: (performed) => {
      if (performed) return land(sent, action, performed);
      const id = form.text("participantId");
      const place = id ? managePersonPath(code, id) : managePath(code);
      return ctx.redirect(place + flashQuery("drawnMeanwhile"), 303);
    },
  });
}

/** Shows a form again, as it was typed, after its confirmation was cancelled. */
function showAgain<Shown>({ ctx, managed, form, show }: Sent<Shown>, action: OrganizerAction) {
  if (form.text("type") !== "reminderAll") return ctx.redirect(managePath(managed.view.code), 303);
  return show({ action, typed: typedIn(form, action), errors: {} });
}

/** The values of a form that is shown again. */
function typedIn(form: Form, action: OrganizerAction): Record<string, string> {
  return {
    ...form.pick(organizerRow(action)?.fields ?? []),
    // The steps that send reminders are also groups of the form.
    group: form.text("group") || form.text("step"),
    apartFrom: form.texts("apartFrom").join(" "),
  };
}

/** Sends emails to one, some or all people. Asks before sending many. */
async function send<Shown>(sent: Sent<Shown>): Promise<Response | Shown> {
  const { ctx, managed, form, show } = sent;
  const { services, client } = ctx.state;
  const { view: { code }, credential } = managed;
  const participantId = form.text("participantId") || undefined;
  const typed = form.pick(["type", "customMessage", "group", "step"]);
  const chosen = typed.type === "reminderAll" ? remindedBy(form, managed, new Date()) : null;
  const question = form.has("confirmed")
    ? null
    : questionBeforeMails(services, managed, typed, chosen);
  if (question) {
    return await show(null, {
      ...question,
      tone: "primary",
      sketch: "envelope",
      fields: { action: "sendEmail", ...typed, confirmed: "on" },
    });
  }
  return await attempt(sent, "sendEmail", {
    schema: sendEmailSchema,
    input: { code, participantId },
    act: (body) =>
      chosen
        ? remindSome(services, body, chosen, credential, client)
        : sendEmail(services, body, credential, client),
    then: (result) => ctx.redirect(managePath(code, mailsQuery(result)), 303),
  });
}

/** Redirects to the page that says what was done. */
function land<Shown>(
  { ctx, managed, form }: Sent<Shown>,
  action: Exclude<OrganizerAction, keyof typeof OTHER_ACTS>,
  performed: Performed,
): Response {
  const { game: before, view: { code } } = managed;
  const { reportsMoves, landing, leavesTo }: OrganizerRow = ORGANIZER_ACTIONS[action];
  if (leavesTo) return leave(ctx, leavesTo(code));
  const { game, unserved } = "game" in performed ? performed : { game: before };
  const isHidden = pairsHiddenFromOrganizer(game);
  const moved = reportsMoves && !isHidden && !before.isGathering
    ? movedBetween(before, game).length
    : undefined;
  const learnsLess = OPERATIONS[action].sealedOrganizerLearns !== "all";
  const done = isHidden && learnsLess ? "sealed" : action;
  const id = form.text("participantId");
  const isStill = game.participants.some((one) => one.id === id);
  const place = landing === "finale"
    ? managePath(code, "/finale")
    : landing && isStill
    ? managePersonPath(code, id)
    : managePath(code);
  // Jumps to the link, which is far down on a phone.
  const at = landing === "link" ? "#link" : "";
  const answer = ctx.redirect(place + flashQuery(done, moved, unserved?.length) + at, 303);
  const known = new Set(before.participants.map(({ number }) => number));
  const person = before.participants.find((one) => one.id === id) ??
    game.participants.find(({ number }) => !known.has(number));
  return person ? setFlashName(answer, ctx.state.origin, code, done, person.name) : answer;
}

/** Signs the organizer out on this device. */
function leave(ctx: Ctx, path: string): Response {
  return withCookies(ctx.redirect(path, 303), signOut(ctx, ctx.params.code ?? "", "organizer"));
}

/** Carries out a form. If that is refused, shows the page again with the reason. */
async function attempt<Schema extends z.ZodType, Result, Shown>(
  { managed, form, show }: Sent<Shown>,
  action: OrganizerAction,
  { schema, input, act, then }: {
    schema: Schema;
    /** The schema's input apart from the form's fields. */
    input?: Record<string, unknown>;
    act: (data: z.infer<Schema>) => Promise<Result>;
    then: (result: Result) => Response;
  },
): Promise<Response | Shown> {
  const typed = form.pick(organizerRow(action)?.fields ?? []);
  const { t } = managed.reader;
  const done = await submit(t, schema, { ...typed, ...input }, act, SHOWN_REFUSALS);
  if (done.ok) return then(done.result);
  return await show({ action, typed: typedIn(form, action), errors: done.errors });
}
