import assert from "node:assert/strict";
import { inDays, makeGame } from "@/tests/support/games.ts";
import { creationOf, playAgainSchema, toRepeated } from "./again.ts";
import { LIMITS } from "./types.ts";

const again = (body: Record<string, unknown> = {}) =>
  playAgainSchema.parse({ date: inDays(300), ...body });

Deno.test("creationOf() keeps of the keepers those that a sealed game may have", () => {
  const kept = ["P2", "P3", "P4", "P5", "P6"];
  const game = makeGame(9, { keepers: kept.map((name) => ["P1", name]), keepersMayDraw: true });
  for (const one of game.participants.slice(1, -4)) one.email = null;
  const ofSealed = (body: Record<string, unknown> = {}) =>
    creationOf(toRepeated(game), again({ isSealed: true, ...body }));
  const { keepers, keepersMayDraw, isProtected } = ofSealed();
  assert.deepEqual([keepersMayDraw, isProtected], [false, true]);
  assert.deepEqual(keepers, ["P2", "P3", "P4"].map((name) => ["P1", name]));
  assert.equal(keepers.length, LIMITS.keptSealed);
  const asked = kept.map((name) => ["P1", name]);
  assert.deepEqual(
    ofSealed({ keepers: asked }).keepers,
    asked,
    "what is asked for is refused later",
  );
});
