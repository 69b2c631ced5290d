/** What a participant's page does beside the actions of its table. */
import type { Context } from "fresh";
import { erasedPath, gamePath, giftPath } from "@/lib/browser/links.ts";
import type { Credential } from "@/lib/game/access.ts";
import { GameError } from "@/lib/game/errors.ts";
import type { Game, Participant } from "@/lib/game/types.ts";
import type { ParticipantView } from "@/lib/game/view_schemas.ts";
import { viewGame } from "@/lib/game/views.ts";
import {
  credentialFromCookie,
  forgetOthers,
  grantReveal,
  otherCredentials,
  signOut,
} from "@/lib/http/cookies.ts";
import { toLimitedError } from "@/lib/http/middleware/limit_requests.ts";
import { performAction } from "@/lib/operations/change.ts";
import { eraseMe, findErasable } from "@/lib/operations/erase.ts";
import { openGame } from "@/lib/operations/open.ts";
import { agreeHandover, openFormerPlace } from "@/lib/operations/seal.ts";
import type { State } from "@/lib/state.ts";
import { addAccount, findRememberedParticipants } from "@/lib/pages/remembered_people.ts";
import { openKeptGift } from "@/lib/pages/kept_gifts.ts";
import type { OwnRecord } from "./OwnForms.tsx";

type Ctx = Context<State>;

/** Opens the gift: as data for the script that asked for it, else as a page of its own, once. */
export async function reveal(ctx: Ctx): Promise<Response> {
  const code = codeOf(ctx);
  const { services } = ctx.state;
  const credential = credentialFromCookie(ctx.req.headers, code, "participant");
  const isScript = ctx.req.headers.get("accept") === "application/json";
  let opened;
  try {
    // A gift that one opens for someone else stays closed: it is not in the answer.
    opened = await openGame(services, code, credential, { markViewed: true, withKept: false });
    if (opened.access.role !== "participant") throw new GameError("INVALID_TOKEN");
  } catch (error) {
    if (isScript || !(error instanceof GameError)) throw error;
    const judged = await toLimitedError(ctx, error);
    if (judged !== error) throw judged;
    // The page itself asks again who is there: the same answer whether there is a game or none.
    return goTo(ctx);
  }
  if (!isScript) return opened.game.isGathering ? goTo(ctx) : goToGift(ctx, null);
  const { game, access } = opened;
  const view = viewGame(game, access, services.tokens, new Date());
  if (view.view !== "participant" || !view.receiver) throw new GameError("INVALID_TOKEN");
  const { name, desiredGift, wish } = view.receiver;
  const seen = services.tokens.pair(game, access.participant);
  return Response.json({ name, desiredGift, wish, seen });
}

/** Takes someone out of a round that gathers, or asks for them to be let go of one that is drawn. */
export async function leave(ctx: Ctx): Promise<Response> {
  const code = codeOf(ctx);
  const credential = credentialFromCookie(ctx.req.headers, code, "participant");
  const { hasLeft } = await performAction(
    ctx.state.services,
    code,
    { action: "leaveGame" },
    credential,
  );
  if (!hasLeft) return goTo(ctx, "?done=leaveGame");
  const answer = goTo(ctx, "?done=left");
  answer.headers.append("set-cookie", signOut(ctx, code, "participant"));
  return answer;
}

/** Takes back that someone asked to be let go. */
export async function stay(ctx: Ctx): Promise<Response> {
  const { services } = ctx.state;
  const code = codeOf(ctx);
  const credential = credentialFromCookie(ctx.req.headers, code, "participant");
  const { access } = await openGame(services, code, credential, { markViewed: false });
  if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
  const { id: participantId } = access.participant;
  const action = { action: "cancelReassignmentRequest", participantId, kind: "leave" } as const;
  await performAction(services, code, action, credential);
  return goTo(ctx, "?done=stay");
}

/** Opens a gift for someone else, in the same two ways. */
export async function revealKept(ctx: Ctx, id: string): Promise<Response> {
  const code = codeOf(ctx);
  const credential = credentialFromCookie(ctx.req.headers, code, "participant");
  const receiver = await openKeptGift(ctx.state.services, code, credential, id);
  if (ctx.req.headers.get("accept") === "application/json") return Response.json(receiver);
  return goToGift(ctx, id);
}

/** @param keptId of whose gift it is; null: one's own */
function goToGift(ctx: Ctx, keptId: string | null): Response {
  const code = codeOf(ctx);
  const answer = ctx.redirect(giftPath(code), 303);
  answer.headers.append("set-cookie", grantReveal(ctx, code, keptId));
  return answer;
}

/** Whoever is signed in here, and all who were, are not any more. */
export function leaveDevice(ctx: Ctx): Response {
  const answer = goTo(ctx, "?done=signOut");
  answer.headers.append("set-cookie", signOut(ctx, codeOf(ctx), "participant"));
  answer.headers.append("set-cookie", forgetOthers(ctx, codeOf(ctx)));
  return answer;
}

/** Whoever is signed in here is not any more; the others whom the device knows are offered. */
export function leaveAlone(ctx: Ctx): Response {
  const answer = goTo(ctx, "?done=signOut");
  answer.headers.append("set-cookie", signOut(ctx, codeOf(ctx), "participant"));
  return answer;
}

/** Has someone's data erased, and their device forget them. */
export async function forget(ctx: Ctx): Promise<Response> {
  const code = codeOf(ctx);
  const credential = credentialFromCookie(ctx.req.headers, code, "participant");
  await eraseMe(ctx.state.services, code, credential);
  const others = await findRememberedParticipants(ctx.state.services, code, ctx.req.headers);
  const answer = ctx.redirect(erasedPath(others.length > 0 ? code : undefined), 303);
  answer.headers.append("set-cookie", signOut(ctx, code, "participant"));
  return answer;
}

/** Whoever opened the gift lets who holds the link now see it; their own link has ended. */
export async function agree(ctx: Ctx): Promise<Response> {
  const code = codeOf(ctx);
  const { participantToken } = credentialFromCookie(ctx.req.headers, code, "participant");
  await agreeHandover(ctx.state.services, code, participantToken);
  const answer = goTo(ctx, "?done=agreeHandover");
  answer.headers.append("set-cookie", signOut(ctx, code, "participant"));
  return answer;
}

/**
 * The archived game that a participant's link is of, where it opens no active one: codes are used again. null:
 * it is of none.
 */
export async function findOver(ctx: Ctx, credential: Credential, error: unknown) {
  const isNone = error instanceof GameError &&
    (error.code === "GAME_NOT_FOUND" || error.code === "INVALID_TOKEN");
  if (!isNone || !credential.participantToken) return null;
  try {
    const found = await findErasable(ctx.state.services, codeOf(ctx), credential);
    return found.game.archivedAt ? found : null;
  } catch (reason) {
    if (reason instanceof GameError) return null;
    throw reason;
  }
}

/** The archived game of someone whom this device remembers, where nobody is signed in; null: there is none. */
export async function findOverOfOthers(ctx: Ctx, error: unknown): Promise<Game | null> {
  for (const other of otherCredentials(ctx.req.headers, codeOf(ctx))) {
    const over = await findOver(ctx, other, error);
    if (over) return over.game;
  }
  return null;
}

/** Who comes in by a link, and how far it still leads. */
interface Entering {
  game: Game;
  participant: Participant;
  /** Whether it is theirs now; else a later one has taken its place, or the game is archived. */
  leads: "in" | "toHandover" | "over";
}

/** Who enters which game; one that is archived, too, where they can have their data erased. */
export async function findEntered(ctx: Ctx, credential: Credential): Promise<Entering> {
  const { services } = ctx.state;
  try {
    const { game, access } = await openGame(services, codeOf(ctx), credential, {
      markViewed: false,
    });
    if (access.role !== "participant") throw new GameError("INVALID_TOKEN");
    return { game, participant: access.participant, leads: "in" };
  } catch (error) {
    const hasEnded = error instanceof GameError && error.code === "INVALID_TOKEN";
    const former = hasEnded
      ? await openFormerPlace(services, codeOf(ctx), credential.participantToken)
      : null;
    if (former) return { ...former, leads: "toHandover" };
    const over = await findOver(ctx, credential, error);
    if (!over) throw error;
    return { ...over, leads: "over" };
  }
}

/** Signs someone in who shows who they are, and goes on to the address without their secret. */
export async function enter(ctx: Ctx, credential: Credential): Promise<Response> {
  const { game } = await findEntered(ctx, credential);
  const answer = goTo(ctx);
  for (const cookie of addAccount(ctx, game, credential)) {
    answer.headers.append("set-cookie", cookie);
  }
  return answer;
}

export function goTo(ctx: Ctx, rest = ""): Response {
  return ctx.redirect(gamePath(codeOf(ctx)) + rest, 303);
}

export function codeOf(ctx: Ctx): string {
  return ctx.params.code ?? "";
}

/** Someone's own record in their view. */
export function ownRecord(view: ParticipantView): OwnRecord | undefined {
  return view.participants.find((one): one is OwnRecord => "viewedAt" in one);
}
