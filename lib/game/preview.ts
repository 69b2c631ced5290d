import { decide } from "./actions/decide.ts";
import type { Credential } from "./access.ts";
import { hasOpened } from "./assignments.ts";
import { GameError } from "./errors.ts";
import type { GameAction } from "./operations.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import type { Tokens } from "./tokens.ts";
import type { DecisionContext, Game, Participant } from "./types.ts";

/**
 * Tries an action without performing it, for someone who has not looked at the pairs.
 *
 * @returns `mayMove` as `countMovable` counts, and why the action is impossible; null if it is possible.
 * @throws {GameError} 401, 403 or 404 as `decide` does; only a rule of the action (400) is an outcome.
 */
export function previewAction(
  game: Game,
  action: GameAction,
  credential: Credential,
  tokens: Tokens,
  context: DecisionContext,
) {
  try {
    decide(game, action, credential, tokens, context);
  } catch (error) {
    if (!(error instanceof GameError) || error.status !== 400) throw error;
    return { mayMove: 0, refusal: error };
  }
  const concerned = "participantId" in action && action.participantId;
  return { mayMove: countMovable(game, concerned ? [concerned] : []), refusal: null };
}

/**
 * Counts the other people who have opened: a few of them may get someone else. Does not depend on the pairs.
 *
 * @param concerned ids of the people whom an action is about.
 */
export function countMovable(game: Game, concerned: readonly string[] = []): number {
  // In a sealed game everyone who ever opened counts: otherwise the number would drop with each moved person.
  const knows = pairsHiddenFromOrganizer(game)
    ? (one: Participant) => one.firstViewedAt !== null
    : hasOpened;
  return game.participants.filter((one) => knows(one) && !concerned.includes(one.id)).length;
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
