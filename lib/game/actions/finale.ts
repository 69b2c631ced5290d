import { GameError } from "../errors.ts";
import { finaleFrom, isOver } from "../finale.ts";
import { KEEPS_PAIRS, operation, organizerBody } from "../operation.ts";
import type { Change, DecisionContext, Game } from "../types.ts";

export const startFinaleRow = operation(organizerBody("startFinale", {}), {
  by: { organizer: startFinale },
  ...KEEPS_PAIRS,
  needsPairs: true,
  refusals: ["NO_FINALE", "TOO_EARLY"],
});

/**
 * Ends the event on its day, so that everyone in the game sees all pairs. Does nothing once it is over.
 *
 * @throws {GameError} 400 if the pairs stay secret, or the event has not begun.
 */
export function startFinale(game: Game, _: unknown, { now }: DecisionContext): Change {
  if (game.reveal === "never") throw new GameError("NO_FINALE");
  if (isOver(game, now)) return { game, events: [] };
  const from = new Date(finaleFrom(game));
  if (now < from) throw new GameError("TOO_EARLY", { from: from.toISOString() });
  return {
    game: { ...game, finaleStartedAt: now.toISOString() },
    events: [{ type: "finaleStarted" }],
  };
}
