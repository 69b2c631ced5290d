import { GameError } from "../game/errors.ts";
import { type ActionName, mayDraw } from "../game/operations.ts";
import type { Change } from "../game/types.ts";
import { drawDuration } from "../monitoring/metrics.ts";
import { tracedAtOnce } from "../monitoring/spans.ts";

/** Traces a decision, and measures its duration if it draws pairs or finds that none can be drawn. */
export function observeDecision<Decided extends Change | null>(
  action: ActionName | "createGame",
  decide: () => Decided,
) {
  const start = performance.now();
  const measure = (outcome: string) =>
    drawDuration.record((performance.now() - start) / 1000, { action, outcome });
  return tracedAtOnce(`decide ${action}`, { action }, () => {
    try {
      const decision = decide();
      if (action === "createGame" || mayDraw(action)) measure("drawn");
      return decision;
    } catch (error) {
      if (error instanceof GameError && error.code === "DRAW_IMPOSSIBLE") measure("impossible");
      throw error;
    }
  });
}
