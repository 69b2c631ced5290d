import { decide } from "./actions/decide.ts";
import type { Credential } from "./access.ts";
import { hasOpened } from "./assignments.ts";
import { GameError } from "./errors.ts";
import type { GameAction } from "./operations.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import type { Tokens } from "./tokens.ts";
import type { DecisionContext, Game, Participant } from "./types.ts";

/** How many others usually move at most when one who has opened must; see `redrawDiscreetly`. */
const MOVED_AT_MOST = 3;

/** What a preview of an action may say to someone who has not looked at the pairs. */
export interface Preview {
  /**
   * How many people who have opened may get someone else, besides the person it is about; more only if the
   * exclusions leave no other way. Does not depend on the pairs.
   */
  mayMove: number;
  /** Why it is impossible; null if it is possible. */
  refusal: GameError | null;
}

/**
 * Tries an action without performing it.
 *
 * @throws {GameError} 401, 403 or 404 as `decide` does; only a rule of the action (400) is an outcome.
 */
export function previewAction(
  game: Game,
  action: GameAction,
  credential: Credential,
  tokens: Tokens,
  context: DecisionContext,
): Preview {
  try {
    decide(game, action, credential, tokens, context);
  } catch (error) {
    if (!(error instanceof GameError) || error.status !== 400) throw error;
    return { mayMove: 0, refusal: error };
  }
  const concerned = "participantId" in action ? action.participantId : undefined;
  // In a sealed game everyone who ever opened counts: otherwise the number would drop with each moved person.
  const knows = pairsHiddenFromOrganizer(game)
    ? (one: Participant) => one.firstViewedAt !== null
    : hasOpened;
  const others = game.participants.filter((one) => knows(one) && one.id !== concerned);
  return { mayMove: Math.min(others.length, MOVED_AT_MOST), refusal: null };
}

/**
 * People in both states of the game who had opened their gift and have a different receiver now. All others
 * notice nothing.
 */
export function movedBetween(before: Game, after: Game): Participant[] {
  const receivers = new Map(after.participants.map((one) => [one.number, one.receiver]));
  return before.participants.filter((one) => {
    const next = receivers.get(one.number);
    return hasOpened(one) && next !== undefined && next !== one.receiver;
  });
}
