/** What the forms of a person's page do. */
import type { Context } from "fresh";
import { managePersonPath } from "@/lib/browser/links.ts";
import { GameError } from "@/lib/game/errors.ts";
import { sendEmailSchema } from "@/lib/game/schemas.ts";
import { redrawsAll } from "@/lib/game/seal.ts";
import type { Game } from "@/lib/game/types.ts";
import type { OrganizerView } from "@/lib/game/view_schemas.ts";
import { sendEmail, type SendResult } from "@/lib/operations/send_mails.ts";
import { ORGANIZER_ACTIONS } from "@/lib/pages/actions.ts";
import { flashQuery, mailsQuery } from "@/lib/pages/flash_messages.ts";
import { type Form } from "@/lib/http/form.ts";
import {
  shownField,
  shownValue,
  type Submission,
  submit,
  submitAction,
} from "@/lib/pages/forms.ts";
import {
  type ManagedGame,
  openManaged,
  SHOWN_REFUSALS,
} from "@/lib/pages/organizer/managed_game.ts";
import type { State } from "@/lib/state.ts";
import {
  ADDRESS,
  EDITED_FIELDS,
  type loadPersonPage,
  type RefusedPersonForm,
} from "./person_page_data.ts";

/** A form that was sent, and what it takes to answer it. */
interface Sent<Shown> {
  ctx: Context<State>;
  managed: ManagedGame;
  participantId: string;
  form: Form;
  /** Shows the page again and says why something was refused. */
  show: (...args: Parameters<typeof loadPersonPage>) => Promise<Shown>;
}

/** Does what a form of a person's page asks for. */
export async function actOnPerson<Shown>(sent: Sent<Shown>): Promise<Response | Shown> {
  const { form, participantId } = sent;
  switch (form.text("action")) {
    case "sendEmail":
      return await send(sent);
    case "updateParticipantDetails":
      return await edit(sent);
    case "setKeepers":
      return await setKeepers(sent);
    case "replaceParticipant": {
      const typed = form.pick(["participantName", "participantEmail"]);
      const keepRules = form.has("keepRules");
      return await act(
        sent,
        { action: "replaceParticipant", participantId, ...typed, keepRules },
        { ...typed, ...(keepRules && { keepRules: "on" }) },
      );
    }
    default:
      throw new GameError("MALFORMED_FORM");
  }
}

/** Changes this person's keepers. In a sealed game that redraws all names, which needs a confirmation. */
async function setKeepers<Shown>(sent: Sent<Shown>): Promise<Response | Shown> {
  const { ctx, managed, participantId, form, show } = sent;
  const { game, view } = managed;
  const known = view.keepers.flatMap(([keeper, kept]) => kept === participantId ? keeper : []);
  const ticked = form.texts("keeper").filter(Boolean);
  const mayDrawShown = shownValue(form, "keepersMayDraw");
  const shown = mayDrawShown === undefined ? known : form.texts(shownField("keeper"));
  // A page that lay open saves what was edited on it.
  const chosen = [
    ...known.filter((one) => ticked.includes(one) || !shown.includes(one)),
    ...new Set(ticked).difference(new Set([...shown, ...known])),
  ];
  const mayDraw = form.has("keepersMayDraw");
  const keepersMayDraw = mayDrawShown === (mayDraw ? "on" : "") ? game.keepersMayDraw : mayDraw;
  // Further keepers are refused then.
  const isRedrawn = redrawsAll(game) && chosen.every((one) => known.includes(one)) &&
    new Set(chosen).size < known.length;
  if (isRedrawn && !form.has("confirmed")) {
    return await show(ctx, managed, null, undefined, chosen);
  }
  const keepers = keepersAfter(view, participantId, chosen);
  return await act(
    sent,
    { action: "setKeepers", keepers, keepersMayDraw },
    { keeper: chosen.join("\n"), ...(keepersMayDraw && { keepersMayDraw: "on" }) },
    isRedrawn ? "sealed" : "setKeepers",
  );
}

/** Carries out an action, which leads to the page of the person: of the newcomer, who has the highest number. */
async function act<Shown>(
  { ctx, managed, participantId, show }: Sent<Shown>,
  input: { action: "setKeepers" | "replaceParticipant"; [field: string]: unknown },
  typed: RefusedPersonForm["typed"],
  news: "sealed" | "setKeepers" | "replaceParticipant" = input.action,
): Promise<Response | Shown> {
  const { view: { code }, credential } = managed;
  const { action } = input;
  const done = await submitAction(ctx, code, credential, input);
  if (!done.ok) return await show(ctx, managed, { action, typed, errors: done.errors });
  const newcomer = done.result.game.participants.at(-1)?.id ?? "";
  const id = action === "replaceParticipant" ? newcomer : participantId;
  return ctx.redirect(managePersonPath(code, id) + flashQuery(news), 303);
}

/** Sends this person their link again, or a reminder. */
async function send<Shown>(
  { ctx, managed, participantId, form, show }: Sent<Shown>,
): Promise<Response | Shown> {
  const typed = form.pick(ORGANIZER_ACTIONS.sendEmail.fields);
  const done = await mail(ctx, managed, { ...typed, participantId });
  if (!done.ok) {
    return await show(ctx, managed, { action: "sendEmail", typed, errors: done.errors });
  }
  const path = managePersonPath(managed.view.code, participantId);
  return ctx.redirect(path + mailsQuery(done.result), 303);
}

/** Changes what is known of this person. */
async function edit<Shown>(
  { ctx, managed, participantId, form, show }: Sent<Shown>,
): Promise<Response | Shown> {
  const { view: { code }, credential } = managed;
  const action = "updateParticipantDetails";
  const { language, ...known } = form.pick(
    EDITED_FIELDS.filter((field) =>
      form.has(field) && form.text(field) !== shownValue(form, field)
    ),
  );
  const done = await submitAction(ctx, code, credential, {
    action,
    participantId,
    ...known,
    ...(language && { language }),
    renewLink: form.has("renewLink"),
  });
  if (!done.ok) {
    const typed = { ...known, ...language && { language }, ...form.pick(["renewLink", "from"]) };
    return await show(ctx, managed, { action, typed, errors: done.errors });
  }
  const mailed = form.text("from") === ADDRESS
    ? await mailLink(ctx, managed, participantId, done.result.game)
    : null;
  if (mailed && !mailed.ok) {
    const refused = { action: "sendEmail", typed: {}, errors: mailed.errors } as const;
    return await show(ctx, await openManaged(ctx), refused, action);
  }
  const told = mailed ? `&${mailsQuery(mailed.result).slice(1)}` : "";
  return ctx.redirect(managePersonPath(code, participantId) + flashQuery(action) + told, 303);
}

/**
 * Sends someone their link to the address that was saved for them, where saving it has not sent them a new one.
 *
 * @param after the game as it was saved.
 * @returns null: a new link is on its way already.
 */
async function mailLink(
  ctx: Context<State>,
  managed: ManagedGame,
  participantId: string,
  after: Game,
): Promise<Submission<SendResult> | null> {
  const { game: before, view: { participants } } = managed;
  const versionIn = ({ participants }: Game) =>
    participants.find(({ id }) => id === participantId)?.tokenVersion;
  if (versionIn(before) !== versionIn(after)) return null;
  // The button was pressed twice, or the mail server makes us wait.
  const { status, kind } = participants.find(({ id }) => id === participantId)?.emailStatus ?? {};
  if (status === "queued" && kind === "participantLinkRenewed") return null;
  return await mail(ctx, managed, { type: "participant", participantId });
}

function mail(
  { state: { services, client } }: Context<State>,
  { view: { code }, credential, reader: { t } }: ManagedGame,
  input: Record<string, string>,
): Promise<Submission<SendResult>> {
  return submit(
    t,
    sendEmailSchema,
    { code, ...input },
    (body) => sendEmail(services, body, credential, client),
    SHOWN_REFUSALS,
  );
}

/** The keeper pairs after a change of one person's keepers. */
function keepersAfter(
  { keepers }: Pick<OrganizerView, "keepers">,
  kept: string,
  chosen: readonly string[],
): [string, string][] {
  const others = keepers.filter(([, other]) => other !== kept);
  return [...others, ...chosen.map((one): [string, string] => [one, kept])];
}
