import assert from "node:assert/strict";
import { range, seededRandom } from "@/tests/support/draws.ts";
import type { Ban } from "./draw.ts";
import { possibleRedraws } from "./discreet_redraw.ts";
import { drawFewMoves } from "./few_moves.ts";
import { Rules } from "./rules.ts";

const [SIZE, BLOCK, FORCED] = [100, 4, 5];

/** The four people of a block give only to those of the next block. */
const next = (giver: number) => (giver + BLOCK) % SIZE;
const isNext = (giver: number, receiver: number) =>
  Math.floor(next(giver) / BLOCK) === Math.floor(receiver / BLOCK);

Deno.test("drawFewMoves() respects its limit of moves even if random search finds nothing", () => {
  const kept = range(SIZE).map(next);
  // In some blocks the first person may not keep their receiver, and swaps with the second.
  const forced = range(FORCED).map((block) => 2 * BLOCK * block);
  const draw = [...kept];
  for (const giver of forced) {
    [draw[giver], draw[giver + 1]] = [next(giver + 1), next(giver)];
  }
  const bans = range(SIZE).flatMap((giver) =>
    range(SIZE).filter((receiver) => !isNext(giver, receiver)).map((receiver): Ban => [
      giver,
      receiver,
    ])
  );
  const rules = new Rules(SIZE, [], [], [
    ...bans,
    ...forced.map((giver): Ban => [giver, next(giver)]),
  ]);
  const limit = 2 * FORCED + 2;
  const few = { rules, draw, free: [], placed: range(SIZE), kept, limit, oneWay: 1 };
  const drawn = drawFewMoves(few, seededRandom(1));
  assert(drawn.every((receiver, giver) => !rules.forbids(giver, receiver)));
  const moved = drawn.filter((receiver, giver) => receiver !== kept[giver]).length;
  assert(moved > 0 && moved <= limit, `${moved} of ${limit}`);
});

Deno.test("redrawDiscreetly() moves three more who have opened if two or fewer have not", () => {
  const size = 7;
  const current = range(size).map((giver) => (giver + 1) % size);
  const most = (unopened: number) => {
    const opened = new Set(range(size - unopened));
    const rematch = { current, opened, mustChange: new Set([0]) };
    const draws = possibleRedraws(
      { size, exclusions: [], households: [] },
      rematch,
      seededRandom(1),
    );
    const moved = draws.map((draw) =>
      [...opened].filter((giver) => giver !== 0 && draw[giver] !== current[giver]).length
    );
    return Math.max(...moved);
  };
  assert.deepEqual([1, 2, 3].map(most), [3, 3, 2]);
});
