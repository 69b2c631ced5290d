import { GameError } from "../game/errors.ts";
import type { Change, Game } from "../game/types.ts";
import { drawDuration } from "../monitoring/metrics.ts";
import { tracedAtOnce } from "../monitoring/spans.ts";

/**
 * Traces a decision, and measures it where it draws pairs or finds that none can be drawn.
 *
 * @param before the game as it is; null: there is none yet.
 */
export function observeDecision<Decided extends Change>(
  action: string,
  before: Game | null,
  decide: () => Decided,
) {
  const start = performance.now();
  const measure = (outcome: string) =>
    drawDuration.record((performance.now() - start) / 1000, { action, outcome });
  return tracedAtOnce(`decide ${action}`, { action }, () => {
    try {
      const decision = decide();
      if (hasDrawn(before, decision.game)) measure("drawn");
      return decision;
    } catch (error) {
      if (error instanceof GameError && error.code === "DRAW_IMPOSSIBLE") measure("impossible");
      throw error;
    }
  });
}

/** Whether somebody gives to another than before: who has not opened their gift is told of no change. */
function hasDrawn(before: Game | null, after: Game): boolean {
  if (before === after) return false;
  const receivers = new Map(before?.participants.map((one) => [one.number, one.receiver]));
  return after.participants.some((one) => receivers.get(one.number) !== one.receiver);
}
