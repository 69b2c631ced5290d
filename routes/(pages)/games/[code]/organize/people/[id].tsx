import { page } from "fresh";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import { flashQuery, mailsQuery } from "@/lib/pages/flash_messages.ts";
import { type Form, readForm } from "@/lib/http/form.ts";
import {
  type ManagedGame,
  openManaged,
  SHOWN_REFUSALS,
  whileActive,
} from "@/lib/pages/organizer/managed_game.ts";
import { type Ctx, define } from "@/lib/state.ts";
import {
  ADDRESS,
  EDITED_FIELDS,
  loadPersonPage,
  type RefusedPersonForm,
} from "./(_components)/person_page_data.ts";
import { GameError } from "@/lib/game/errors.ts";
import { namedKeepers } from "@/lib/game/keepers.ts";
import { sendEmailSchema } from "@/lib/game/schemas.ts";
import { pairsHiddenFromOrganizer, redrawsAll } from "@/lib/game/seal.ts";
import type { Game, MailKind } from "@/lib/game/types.ts";
import { sendEmail } from "@/lib/operations/send_mails.ts";
import { untilStored } from "@/lib/operations/until_stored.ts";
import { ORGANIZER_ACTIONS } from "@/lib/pages/actions.ts";
import { shownField, shownValue, submit, submitAction } from "@/lib/pages/forms.ts";
import { PersonPage } from "./(_components)/PersonPage.tsx";

export default define.page<typeof handler>(({ data }) => <PersonPage {...data} />);

export const handler = define.handlers({
  async GET(ctx) {
    return await show(ctx, await openManaged(ctx), null);
  },

  POST: (ctx) =>
    whileActive(ctx, async (managed) => {
      const form = await readForm(ctx.req);
      const participantId = ctx.params.id ?? "";
      if (!managed.view.participants.some((one) => one.id === participantId)) return gone(ctx);
      const sent = { ctx, managed, participantId, form };
      switch (form.text("action")) {
        case "sendEmail":
          return await send(sent);
        case "updateParticipantDetails":
          return await edit(sent);
        case "setKeepers":
          return await untilStored(async (attempt) =>
            await setKeepers(attempt === 0 ? sent : { ...sent, managed: await openManaged(ctx) })
          );
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
    }),
});

/** A form that was sent, and what is needed to answer it. */
interface Sent {
  ctx: Ctx;
  managed: ManagedGame;
  participantId: string;
  form: Form;
}

/**
 * Changes this person's keepers. In a sealed game that redraws all names, which needs a confirmation.
 *
 * @throws {ChangedMeanwhile} if keepers were changed meanwhile, because the action sends all keepers of the game.
 */
async function setKeepers(sent: Sent) {
  const { ctx, managed, participantId, form } = sent;
  const { game, view } = managed;
  const known = view.keepers.flatMap(([keeper, kept]) => kept === participantId ? keeper : []);
  const ticked = form.texts("keeper").filter(Boolean);
  const mayDrawShown = shownValue(form, "keepersMayDraw");
  const shown = mayDrawShown === undefined ? known : form.texts(shownField("keeper"));
  // Save only what was edited on the page, because it may be outdated.
  const chosen = [
    ...known.filter((one) => ticked.includes(one) || !shown.includes(one)),
    ...new Set(ticked).difference(new Set([...shown, ...known])),
  ];
  const mayDraw = form.has("keepersMayDraw");
  const keepersMayDraw = mayDrawShown === (mayDraw ? "on" : "") ? game.keepersMayDraw : mayDraw;
  // Once a sealed game is drawn, new keepers are refused, so only a removal redraws the names.
  const isRedrawn = redrawsAll(game) && chosen.every((one) => known.includes(one)) &&
    new Set(chosen).size < known.length;
  if (isRedrawn && !form.has("confirmed")) {
    return await show(ctx, managed, null, undefined, chosen);
  }
  const others = view.keepers.filter(([, kept]) => kept !== participantId);
  const keepers = [...others, ...chosen.map((keeper) => [keeper, participantId])];
  return await act(
    sent,
    { action: "setKeepers", keepers, keepersMayDraw },
    { keeper: chosen.join("\n"), ...(keepersMayDraw && { keepersMayDraw: "on" }) },
    isRedrawn ? "sealed" : "setKeepers",
  );
}

/** A game's keepers and their settings as a string, to detect changes since they were read. */
function keepersIn(game: Game): string {
  return JSON.stringify([namedKeepers(game), game.keepersMayDraw]);
}

/** Carries out an action, and redirects to the person's page; for a replacement, the newcomer's, who is the last. */
async function act(
  { ctx, managed, participantId }: Sent,
  input: { action: "setKeepers" | "replaceParticipant"; [field: string]: unknown },
  typed: RefusedPersonForm["typed"],
  news: "sealed" | "setKeepers" | "replaceParticipant" = input.action,
) {
  const { view: { code }, credential } = managed;
  const { action } = input;
  const isAsRead = action === "setKeepers"
    ? (now: Game) => keepersIn(now) === keepersIn(managed.game)
    : undefined;
  const done = await submitAction(ctx, code, credential, input, undefined, isAsRead);
  if (!done.ok) return await show(ctx, managed, { action, typed, errors: done.errors });
  const newcomer = done.result.game.participants.at(-1)?.id ?? "";
  const id = action === "replaceParticipant" ? newcomer : participantId;
  return ctx.redirect(managePersonPath(code, id) + flashQuery(news), 303);
}

/** Emails this person their link again, or a reminder. */
async function send({ ctx, managed, participantId, form }: Sent) {
  const typed = form.pick(ORGANIZER_ACTIONS.sendEmail.fields);
  const done = await mail(ctx, managed, { ...typed, participantId });
  if (!done.ok) {
    return await show(ctx, managed, { action: "sendEmail", typed, errors: done.errors });
  }
  const path = managePersonPath(managed.view.code, participantId);
  return ctx.redirect(path + mailsQuery(done.result), 303);
}

/** Changes this person's data. */
async function edit(sent: Sent) {
  const { ctx, managed, participantId, form } = sent;
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
  const isFromAddress = form.text("from") === ADDRESS;
  const isRenewed = versionIn(managed.game, participantId) !==
    versionIn(done.result.game, participantId);
  // A renewed link is on its way to the new address, if there is one.
  const isMailed = isFromAddress && !isRenewed && form.text("email").trim() !== "";
  const mailed = isMailed ? await mailLink(sent) : null;
  if (mailed && !mailed.ok) {
    const refused = { action: "sendEmail", typed: {}, errors: mailed.errors } as const;
    return await show(ctx, await openManaged(ctx), refused, action);
  }
  const told = mailed ? `&${mailsQuery(mailed.result).slice(1)}` : "";
  // The form for an address renews the link. In a sealed game, it says so before it is sent.
  const endsLink = isFromAddress && isRenewed && !pairsHiddenFromOrganizer(managed.game);
  const news = flashQuery(endsLink ? "regenerateToken" : action);
  return ctx.redirect(managePersonPath(code, participantId) + news + told, 303);
}

/** The kinds of email that bring a person their link after an address was entered for them. */
const BRING_FIRST_LINK: readonly MailKind[] = ["participantLinkRenewed", "invitation", "joined"];

/** The version of a person's link. */
function versionIn({ participants }: Game, participantId: string): number | undefined {
  return participants.find(({ id }) => id === participantId)?.tokenVersion;
}

/** Emails a person their link to the address that was just saved. @returns null if a link is already on its way. */
async function mailLink({ ctx, managed, participantId }: Sent) {
  const { participants } = managed.view;
  // The button was pressed twice, or the mail server delays the email.
  const { status, kind } = participants.find(({ id }) => id === participantId)?.emailStatus ?? {};
  if (status === "queued" && kind && BRING_FIRST_LINK.includes(kind)) return null;
  return await mail(ctx, managed, { type: "participant", participantId });
}

function mail(
  { state: { services, client } }: Ctx,
  { view: { code }, credential, reader: { t } }: ManagedGame,
  input: Record<string, string>,
) {
  return submit(
    t,
    sendEmailSchema,
    { code, ...input },
    (body) => sendEmail(services, body, credential, client),
    SHOWN_REFUSALS,
  );
}

/** Shows the page; redirects to the game if the person has left. */
async function show(...args: Parameters<typeof loadPersonPage>) {
  const [ctx, , refused] = args;
  const data = await loadPersonPage(...args);
  return data ? page(data, { status: refused ? 400 : 200 }) : gone(ctx);
}

/** Redirects to the game, because the person is no longer in it. */
function gone(ctx: Ctx): Response {
  return ctx.redirect(managePath(ctx.params.code ?? "", flashQuery("gone")), 303);
}
