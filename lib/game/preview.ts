import { decide } from "./actions/decide.ts";
import type { Credential } from "./access.ts";
import { hasOpened } from "./assignments.ts";
import { GameError } from "./errors.ts";
import type { GameAction } from "./operations.ts";
import { pairsHiddenFromOrganizer } from "./seal.ts";
import type { Tokens } from "./tokens.ts";
import type { DecisionContext, Game, Participant } from "./types.ts";

/** How many others, as a rule, move at most where one who has opened must; see `redrawDiscreetly`. */
const MOVED_AT_MOST = 3;

/** What may be said of an action to someone who has not asked for the pairs. */
export interface Preview {
  /**
   * How many of those who have opened may get someone else, besides the one that it is about; more
   * only where the exclusions leave no other way. It is the same whoever gives to whom.
   */
  mayMove: number;
  /** Why it cannot be done; null: it can. */
  refusal: GameError | null;
}

/**
 * Tries an action without doing it.
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
  // In a sealed game who has opened at all counts: else the number would go down with those who are moved.
  const knows = pairsHiddenFromOrganizer(game)
    ? (one: Participant) => one.firstViewedAt !== null
    : hasOpened;
  const others = game.participants.filter((one) => knows(one) && one.id !== concerned);
  return { mayMove: Math.min(others.length, MOVED_AT_MOST), refusal: null };
}

/**
 * Those who are in both games, had opened their gift, and give to someone else in the later one. All
 * others notice nothing, and nobody needs to tell them.
 */
export function movedBetween(before: Game, after: Game): Participant[] {
  const receivers = new Map(after.participants.map((one) => [one.number, one.receiver]));
  return before.participants.filter((one) => {
    const next = receivers.get(one.number);
    return hasOpened(one) && next !== undefined && next !== one.receiver;
  });
}
