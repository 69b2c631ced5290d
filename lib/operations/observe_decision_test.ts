import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { GameError } from "../game/errors.ts";
import { collectMetrics } from "../monitoring/metrics.ts";
import { observeDecision } from "./observe_decision.ts";

/** Number of measured draws, by action and outcome. */
function measured(): Map<string, number> {
  const counts = collectMetrics().write().matchAll(
    /^gift_exchange_draw_duration_seconds_count\{action="(\w+)",outcome="(\w+)"\} (\d+)$/gm,
  );
  return new Map(
    [...counts].map(([, action, outcome, count]) => [`${action} ${outcome}`, Number(count)]),
  );
}

Deno.test("observeDecision() measures draws, and failures to draw", () => {
  const change = { game: makeGame(3), events: [] };
  const impossible = () => {
    throw new GameError("DRAW_IMPOSSIBLE", { givers: [], receivers: [] });
  };
  const other = () => {
    throw new GameError("NOT_DRAWN_YET");
  };
  for (
    const [action, decide, outcome] of [
      ["createGame", () => change, "drawn"],
      ["reassignAll", () => change, "drawn"],
      ["updateWish", () => change, null],
      ["createGame", impossible, "impossible"],
      ["setExclusions", impossible, "impossible"],
      ["reassignAll", other, null],
    ] as const
  ) {
    const before = measured();
    if (decide === impossible || decide === other) {
      assert.throws(() => observeDecision(action, decide), GameError);
    } else assert.equal(observeDecision(action, decide), change);
    const changed = [...measured()].filter(([key, count]) => count !== (before.get(key) ?? 0));
    assert.deepEqual(changed.map(([key]) => key), outcome ? [`${action} ${outcome}`] : []);
  }
});
