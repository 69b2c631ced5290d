import { decide } from "./actions/decide.ts";
import type { Credential } from "./access.ts";
import { GameError } from "./errors.ts";
import type { GameAction } from "./schemas.ts";
import type { Tokens } from "./tokens.ts";
import type { DecisionContext, Game, Participant } from "./types.ts";

/** What an action would do to the pairs. */
export interface Preview {
  /** Those who stay and would get somebody else, as they are before. */
  moved: Participant[];
  /** Why it cannot be done; null: it can. */
  refusal: GameError | null;
}

/**
 * Tries an action without doing it. The draw itself is made anew when the action is done: how many people
 * it moves stays, which ones may differ.
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
    const { game: after } = decide(game, action, credential, tokens, context);
    return { moved: movedBetween(game, after), refusal: null };
  } catch (error) {
    if (!(error instanceof GameError) || error.status !== 400) throw error;
    return { moved: [], refusal: error };
  }
}

/** Those who are in both games and give to somebody else in the later one, as they were before. */
export function movedBetween(before: Game, after: Game): Participant[] {
  const receivers = new Map(after.participants.map((one) => [one.number, one.receiver]));
  return before.participants.filter(({ number, receiver }) => {
    const next = receivers.get(number);
    return next !== undefined && next !== receiver;
  });
}
