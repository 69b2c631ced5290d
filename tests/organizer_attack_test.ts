import assert from "node:assert/strict";
import type { Effort } from "./organizer_attack/belief.ts";
import { Chance } from "./organizer_attack/chance.ts";
import { KNOWN } from "./organizer_attack/known.ts";
import { beyond, playGame, SURE } from "./organizer_attack/search.ts";
import { Worlds } from "./organizer_attack/worlds.ts";
import { amount } from "./support/sample.ts";

const GAMES = amount(6, 30);
const SEED = 1_000_000;
/** Enough to find certain leaks; `deno task attack` is more thorough. */
const EFFORT: Effort = { size: 30, tries: 300 };

Deno.test({
  name: `an organizer who plays ${GAMES} sealed games knows no pair that they should not`,
  // The database driver keeps timers until it is closed.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    using chance = new Chance();
    await using worlds = await Worlds.open();
    const known = Object.keys(KNOWN);
    let pairs = 0;
    for (let number = 0; number < GAMES; number++) {
      const script = known[number];
      const outcome = await playGame({ worlds, chance }, SEED + number, script, [EFFORT]);
      const what = `game ${number}, ${script ?? "by chance"}: ${JSON.stringify(outcome.moves)}`;
      assert.deepEqual(beyond(outcome.known, SURE), [], what);
      assert.deepEqual(outcome.pages, [], what);
      if (outcome.people <= 5) assert.equal(outcome.lost, null, what);
      pairs += outcome.pairs;
    }
    assert(pairs > 2 * GAMES, `hardly anything was hidden: ${pairs} pairs`);
  },
});
