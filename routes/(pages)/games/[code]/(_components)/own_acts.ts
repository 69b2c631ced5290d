/** Form handlers of a participant's page for everything outside its table of actions. */
import { gameAddress } from "@/lib/browser/game_address.ts";
import { fingerprintOf } from "@/lib/browser/handed_over.ts";
import { erasedPath } from "@/lib/browser/links.ts";
import { GameError } from "@/lib/game/errors.ts";
import type { NameBy } from "@/lib/game/operations.ts";
import { forgetOthers, otherCredentials, signOut, withCookies } from "@/lib/http/cookies.ts";
import { performAction } from "@/lib/operations/change.ts";
import { eraseMe } from "@/lib/operations/erase.ts";
import { agreeHandover } from "@/lib/operations/seal.ts";
import type { Form } from "@/lib/http/form.ts";
import type { Ctx } from "@/lib/state.ts";
import { endNotificationsHere } from "@/lib/pages/device/notified_devices.ts";
import { findRememberedParticipants } from "@/lib/pages/device/remembered_people.ts";
import { mailOwnLinks } from "@/lib/pages/own_links.ts";
import { openAsParticipant, ownCredential, readerName } from "@/lib/pages/participant/own_game.ts";
import { codeOf, enter, findEntered, goTo } from "./entering.ts";
import { GIFT_ACTS } from "./gift_acts.ts";
import { showDoor } from "./show_door.tsx";
import { refuseLink } from "./show_game.tsx";

type OwnAct = (ctx: Ctx, form: Form) => Response | Promise<Response>;

/** Actions that concern this device, and operations after which the participant is no longer signed in. */
export const OWN_ACTS = {
  async signIn(ctx, form) {
    const typed = form.text("token").trim();
    const address = typed.includes("/games/") && gameAddress(typed);
    if (address) return ctx.redirect(address, 303);
    try {
      return await enter(ctx, { participantToken: typed || "-" }, form.text("mail"));
    } catch (error) {
      return await refuseLink(ctx, typed, error);
    }
  },
  async sendLink(ctx, form) {
    const email = form.text("email");
    const done = await mailOwnLinks(ctx, email);
    if (done.ok) return goTo(ctx, "?done=linkSent");
    return await showDoor(ctx, { status: 400 }, { email, errors: done.errors });
  },
  /** Signs in by name, or by the participant's link if this device holds it, because that opens more. */
  async pick(ctx, form) {
    const participantId = form.text("participantId");
    const { game, participant } = await findEntered(ctx, { participantId });
    const { tokens } = ctx.state.services;
    const here = [ownCredential(ctx).credential, ...otherCredentials(ctx.req.headers, game.code)];
    const link = here.find(({ participantToken = "" }) =>
      tokens.isParticipant(game, participant, participantToken)
    );
    return await enter(ctx, link ?? { participantId });
  },
  async switch(ctx, form) {
    const others = await findRememberedParticipants(ctx.state, codeOf(ctx), ctx.req.headers);
    const other = others.find(({ key }) => key === form.text("person"));
    return other ? await enter(ctx, other.credential) : goTo(ctx);
  },
  /** Signs out everyone on this device, or only the current person; then offers the other remembered ones. */
  async signOut(ctx, form) {
    if (form.has("alone")) return await leaveAlone(ctx, await ownFragment(ctx));
    const code = codeOf(ctx);
    await endNotificationsHere(ctx, code, otherCredentials(ctx.req.headers, code));
    return withCookies(await leaveAlone(ctx), forgetOthers(ctx, code));
  },
  ...GIFT_ACTS,
  /** Lets the holder of the current link see a gift that was opened with the former link. */
  async agreeHandover(ctx) {
    const { code, credential } = ownCredential(ctx);
    await agreeHandover(ctx.state.services, code, credential.participantToken);
    return withCookies(goTo(ctx, "?done=agreeHandover"), signOut(ctx, code, "participant"));
  },
  /** Lets those who opened the gift before its owner had a link do so again, or no longer. */
  async allowKeepers(ctx, form) {
    const { code, credential } = ownCredential(ctx);
    const action = { action: "allowKeepers", allowed: form.has("allowed") } as const;
    await performAction(ctx.state.services, code, action, credential);
    return goTo(ctx, "?done=allowKeepers");
  },
  /** Removes the participant if the names are not drawn yet; otherwise asks the organizer to let them go. */
  async leaveGame(ctx) {
    const { code, credential } = ownCredential(ctx);
    const fragment = await ownFragment(ctx);
    const action = { action: "leaveGame" } as const;
    const { hasLeft } = await performAction(ctx.state.services, code, action, credential);
    return hasLeft
      ? withCookies(goTo(ctx, `?done=left${fragment}`), signOut(ctx, code, "participant"))
      : goTo(ctx, "?done=leaveGame");
  },
  /** Withdraws a request to leave. */
  async stay(ctx) {
    const { code, credential, access } = await openAsParticipant(ctx);
    const { id: participantId } = access.participant;
    const action = { action: "cancelReassignmentRequest", participantId, kind: "leave" } as const;
    await performAction(ctx.state.services, code, action, credential);
    return goTo(ctx, "?done=stay");
  },
  /** Erases a participant's data, and signs them out on this device. */
  async eraseMe(ctx) {
    const { code, credential } = ownCredential(ctx);
    const fragment = await ownFragment(ctx);
    try {
      await eraseMe(ctx.state.services, code, credential);
    } catch (error) {
      // The event was moved to a later day.
      if (!(error instanceof GameError && error.is("TOO_EARLY_TO_ERASE"))) throw error;
      return goTo(ctx, "?done=tooEarlyToErase#news");
    }
    const others = await findRememberedParticipants(ctx.state, code, ctx.req.headers);
    const path = erasedPath(others.length > 0 ? code : undefined);
    const answer = ctx.redirect(path + fragment, 303);
    return withCookies(answer, signOut(ctx, code, "participant"));
  },
} as const satisfies Record<string, OwnAct> & Record<NameBy<"formerHolder">, OwnAct>;

/** Signs out the current person, and offers the others remembered on the device. */
async function leaveAlone(ctx: Ctx, fragment = ""): Promise<Response> {
  const { code, credential } = ownCredential(ctx);
  await endNotificationsHere(ctx, code, [credential]);
  return withCookies(goTo(ctx, `?done=signOut${fragment}`), signOut(ctx, code, "participant"));
}

/**
 * Names the current person to `static/forget.js`, as in the keys of drafts and of declined notifications: it keeps what
 * others left. A fragment reaches no server.
 */
async function ownFragment(ctx: Ctx): Promise<string> {
  try {
    const { game, participant } = await findEntered(ctx, ownCredential(ctx).credential);
    return `#${readerName(game, participant)},${fingerprintOf(participant.id)}`;
  } catch (error) {
    if (error instanceof GameError) return "#none";
    throw error;
  }
}
