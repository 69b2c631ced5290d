import { managePath } from "@/lib/browser/links.ts";
import { seesAddress } from "@/lib/game/access.ts";
import { GameError } from "@/lib/game/errors.ts";
import { credentialFromCookie, signIn, withCookies } from "@/lib/http/cookies.ts";
import { knownName } from "@/lib/i18n/translate.ts";
import {
  isParticipantAction,
  PARTICIPANT_ACTIONS,
  type ParticipantAction,
  type ParticipantRow,
} from "@/lib/pages/actions.ts";
import { type Form, readForm } from "@/lib/http/form.ts";
import { isUnedited, submitAction } from "@/lib/pages/forms.ts";
import { type Ctx, define } from "@/lib/state.ts";
import {
  isShownPair,
  openAsParticipant,
  orGamePage,
  ownCredential,
} from "@/lib/pages/participant/own_game.ts";
import { goTo } from "./(_components)/entering.ts";
import { OWN_ACTS } from "./(_components)/own_acts.ts";
import { enterOrAsk, show } from "./(_components)/show_game.tsx";

/** One page for everyone with the code or a link of the game. */
export const handler = define.handlers({
  async GET(ctx) {
    const token = ctx.url.searchParams.get("participant");
    if (token !== null) return await enterOrAsk(ctx, token);
    const { code, credential } = ownCredential(ctx);
    // Organizers' notifications lead here, too.
    const isOrganizers = ctx.url.searchParams.has("notice") &&
      Object.keys(credential).length === 0 &&
      credentialFromCookie(ctx.req.headers, code, "organizer").organizerToken;
    if (isOrganizers) return ctx.redirect(managePath(code), 303);
    return await show(ctx, credential);
  },

  // If the form arrives too late, the game's page says what has ended.
  POST: (ctx) => orGamePage(ctx, () => act(ctx), ["GAME_NOT_FOUND", "EVENT_OVER", "INVALID_TOKEN"]),
});

async function act(ctx: Ctx) {
  const form = await readForm(ctx.req);
  const action = form.text("action");
  const own = knownName(OWN_ACTS, [action]);
  if (own) return await OWN_ACTS[own](ctx, form);
  if (!isParticipantAction(action)) throw new GameError("MALFORMED_FORM");
  return await change(ctx, action, form);
}

/** Carries out a signed-in participant's form. */
async function change(ctx: Ctx, action: ParticipantAction, form: Form) {
  const { services } = ctx.state;
  const { code, credential, game, access, reader } = await openAsParticipant(ctx);
  const { fields = [] }: ParticipantRow = PARTICIPANT_ACTIONS[action];
  // Fields that the form lacks, or that were not edited on it, keep their current values.
  const typed = form.pick(fields.filter((name) => form.has(name) && !isUnedited(form, name)));
  const { participant } = access;
  // The request was answered meanwhile, as the page says. The reader may not be keeping this name.
  if (action === "cancelReassignmentRequest" && !participant.reassignmentRequestedAt) {
    return goTo(ctx);
  }
  // The form was shown for another receiver, so its answer no longer applies.
  if (form.has("seen") && !isShownPair(services.tokens, game, participant, form.text("seen"))) {
    const errors = { "": reader.t("game.reveal.changed") };
    return await show(ctx, credential, { action, typed, errors });
  }
  const isAddress = action === "updateParticipantEmail" && form.has("email");
  const renewLink = form.has("renewLink");
  // For a reader who may not see the stored address, an empty field means no change.
  const isKept = isAddress && (!("email" in typed) || !seesAddress(game, access) && !typed.email);
  const done = await submitAction(ctx, code, credential, {
    action,
    participantId: participant.id,
    ...(action === "updateWish" && { wish: participant.wish }),
    ...typed,
    ...(isAddress && { renewLink }),
    ...(isKept && { email: participant.email ?? "" }),
  });
  if (!done.ok) {
    const shown = { ...typed, ...(renewLink && { renewLink: "on" }) };
    const refused = { action, typed: shown, errors: done.errors };
    return await show(ctx, credential, refused);
  }
  const answer = goTo(ctx, `?done=${action}#news`);
  const { participantToken } = done.result;
  return participantToken ? withCookies(answer, signIn(ctx, game, { participantToken })) : answer;
}
