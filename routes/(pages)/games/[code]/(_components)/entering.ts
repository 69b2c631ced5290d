/** Finds out who opens a game's page through a link, and where that link leads. */
import { gamePath } from "@/lib/browser/links.ts";
import type { Credential } from "@/lib/game/access.ts";
import { GameError } from "@/lib/game/errors.ts";
import type { Game, Participant } from "@/lib/game/types.ts";
import { isLookedAt } from "@/lib/http/api.ts";
import { otherCredentials, withCookies } from "@/lib/http/cookies.ts";
import { requireNotLockedOut } from "@/lib/http/middleware/limit_requests.ts";
import { findErasable } from "@/lib/operations/erase.ts";
import { noteMailOpened, openGame } from "@/lib/operations/open.ts";
import { openFormerPlace } from "@/lib/operations/seal.ts";
import { addAccount, peopleIn } from "@/lib/pages/device/remembered_people.ts";
import type { Ctx } from "@/lib/state.ts";

/**
 * Finds the archived game of a participant's link that opens no active game; null if there is none. An active game may
 * have the same code, because codes are reused.
 *
 * @param error why it opens no active game.
 */
export async function findOver(ctx: Ctx, credential: Credential, error: unknown) {
  if (!opensNone(error) || !credential.participantToken) return null;
  try {
    const found = await findErasable(ctx.state.services, codeOf(ctx), credential);
    return found.game.archivedAt ? found : null;
  } catch (reason) {
    if (reason instanceof GameError) return null;
    throw reason;
  }
}

function opensNone(error: unknown): boolean {
  return error instanceof GameError &&
    (error.code === "GAME_NOT_FOUND" || error.code === "INVALID_TOKEN");
}

/**
 * Finds the archived game of another participant remembered on this device; null if there is none.
 *
 * @param error why signing in failed.
 * @throws {GameError} 429 if the client is locked out of look-ups, or its budget is used up.
 */
export async function findOverOfOthers(ctx: Ctx, error: unknown): Promise<Game | null> {
  const code = codeOf(ctx);
  const others = otherCredentials(ctx.req.headers, code);
  if (!opensNone(error) || others.length === 0) return null;
  // Charged first, and for every code: otherwise the cost of `peopleIn` would reveal that the game exists.
  await requireNotLockedOut(ctx);
  ctx.state.chargeCost(others.length);
  for (const game of await ctx.state.services.store.readArchivedGames(code)) {
    if ((await peopleIn(ctx.state, game, others)).some(Boolean)) return game;
  }
  return null;
}

/** The holder of a link, and where it leads. */
interface Entering {
  game: Game;
  participant: Participant;
  /** Into the game; to the handover, if a later link has replaced it; or to the end page, if the game is archived. */
  leads: "in" | "toHandover" | "over";
}

/** Resolves a link, also to an archived game, in which participants can have their data erased. */
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

/** Signs a participant in, and redirects to the URL without their token. @param mark mark of the opened email */
export async function enter(
  ctx: Ctx,
  credential: Credential,
  mark = isLookedAt(ctx.req) ? ctx.url.searchParams.get("mail") : null,
): Promise<Response> {
  const { game, participant, leads } = await findEntered(ctx, credential);
  if (mark && leads === "in") {
    await noteMailOpened(ctx.state.services, game, participant, mark);
  }
  return withCookies(goTo(ctx), ...addAccount(ctx, game, credential));
}

export function goTo(ctx: Ctx, rest = ""): Response {
  return ctx.redirect(gamePath(codeOf(ctx)) + rest, 303);
}

export function codeOf(ctx: Ctx): string {
  return ctx.params.code ?? "";
}
