import assert from "node:assert/strict";
import fc from "fast-check";
import { type Draw, findViolation } from "./draw.ts";
import {
  assertSmallestGroup,
  assertUniform,
  drawOf,
  type Pair,
  permits,
  problems,
  range,
  seededRandom,
  validDraws,
} from "./draw_testing.ts";
import { movableGivers, redrawGently } from "./gentle_redraw.ts";

/** A problem with a present draw some of which is lost, must change, is confirmed or forbidden. */
const rematches = problems({ min: 2, max: 6 }).chain((problem) => {
  const { size } = problem;
  const some = fc.subarray(range(size)).map((people) => new Set(people));
  return fc.record({
    problem: fc.constant(problem),
    draw: fc.shuffledSubarray(range(size), { minLength: size }),
    lost: fc.subarray(range(size), { maxLength: 2 }),
    mustChange: fc.oneof(some, fc.constant(new Set<number>())),
    shouldChange: fc.oneof(some, fc.constant(new Set<number>())),
    confirmed: some,
    seed: fc.nat(),
  }).map(({ draw, lost, ...rest }) => ({
    ...rest,
    current: draw.map((receiver, giver) => lost.includes(giver) ? null : receiver),
  }));
});

Deno.test("redrawGently() moves as few as possible, confirmed ones last", () => {
  let solved = 0;
  let refused = 0;
  fc.assert(
    fc.property(rematches, ({ problem, current, mustChange, shouldChange, confirmed, seed }) => {
      const bans = [...mustChange].flatMap((giver): Pair[] => {
        const receiver = current[giver] ?? null;
        return receiver === null ? [] : [[giver, receiver]];
      });
      const result = redrawGently(
        problem,
        { current, mustChange, shouldChange, confirmed },
        seededRandom(seed),
      );
      const draws = validDraws(problem, bans);
      if (draws.length === 0) {
        assertSmallestGroup(result, problem.size, permits(problem, bans));
        refused++;
        return;
      }
      const isPermitted = permits(problem, bans);
      const movedIn = (draw: Draw) => {
        const placed = range(problem.size).filter((giver) => {
          const receiver = current[giver] ?? null;
          return receiver !== null && isPermitted(giver, receiver);
        });
        const unserved = placed.filter((giver) =>
          shouldChange.has(giver) && draw[giver] === current[giver]
        );
        const moved = placed.filter((giver) =>
          !shouldChange.has(giver) && draw[giver] !== current[giver]
        );
        const ofConfirmed = moved.filter((giver) => confirmed.has(giver)).length;
        return 10_000 * unserved.length + 100 * ofConfirmed + moved.length;
      };
      const draw = drawOf(result);
      assert.ok(draws.some((other) => String(other) === String(draw)), "The draw is valid");
      assert.equal(movedIn(draw), Math.min(...draws.map(movedIn)));
      solved++;
    }),
    { numRuns: 2_000 },
  );
  assert.ok(solved > 200 && refused > 200, "Enough of the problems have a draw, and have none");
});

Deno.test("redrawGently() changes nothing where nothing is wrong", () => {
  const problem = { size: 5, exclusions: [[0, 2] as const], households: [] };
  const current = [1, 2, 3, 4, 0];
  assert.deepEqual(drawOf(redrawGently(problem, { current }, seededRandom(1))), current);
});

Deno.test("redrawGently() lets a newcomer step into any place that is valid, evenly", () => {
  // The newcomer 6 is excluded from 0; who gives to 0, and 0, cannot make room. 3 has confirmed.
  const problem = { size: 7, exclusions: [[0, 6] as const], households: [] };
  const current = [1, 2, 3, 4, 5, 0, null];
  const outcomes = [1, 2, 4].map((giver) => {
    const draw = current.map((receiver) => receiver ?? NaN);
    draw[6] = draw[giver]!;
    draw[giver] = 6;
    return String(draw);
  });
  const random = seededRandom(1);
  const confirmed = new Set([3]);
  assertUniform(
    outcomes,
    1_500,
    () => String(drawOf(redrawGently(problem, { current, confirmed }, random))),
  );
});

Deno.test("redrawGently() moves a confirmed giver rather than nobody, and each as likely", () => {
  const problem = { size: 4, exclusions: [], households: [] };
  const current = [1, 2, 0, null];
  const confirmed = new Set([0, 1, 2]);
  const random = seededRandom(1);
  assertUniform(
    [[3, 2, 0, 1], [1, 3, 0, 2], [1, 2, 3, 0]].map(String),
    900,
    () => String(drawOf(redrawGently(problem, { current, confirmed }, random))),
  );
});

Deno.test("redrawGently() closes the gap that somebody leaves", () => {
  // Of 0→1→2→3→4→0, 2 has left, and 3 and 4 have become 2 and 3.
  const current = [1, null, 3, 0];
  const problem = { size: 4, exclusions: [], households: [] };
  assert.deepEqual(drawOf(redrawGently(problem, { current }, seededRandom(1))), [1, 2, 3, 0]);
});

Deno.test("redrawGently() moves one more where the gap cannot be closed directly", () => {
  const current = [1, null, 3, 0];
  const problem = { size: 4, exclusions: [[1, 2] as const], households: [] };
  for (const seed of range(20)) {
    const draw = drawOf(redrawGently(problem, { current }, seededRandom(seed)));
    assert.equal(findViolation(problem, draw), null);
    assert.equal(draw.filter((receiver, giver) => receiver !== current[giver]).length, 2);
  }
});

Deno.test("redrawGently() turns the cycle of three round", () => {
  const problem = { size: 3, exclusions: [], households: [] };
  const rematch = {
    current: [1, 2, 0],
    mustChange: new Set([0]),
    confirmed: new Set([0, 1, 2]),
  };
  assert.deepEqual(drawOf(redrawGently(problem, rematch, seededRandom(1))), [2, 0, 1]);
});

Deno.test("redrawGently() names whom a request would leave without anybody", () => {
  // 0 may give to 1 only.
  const problem = { size: 4, exclusions: [[0, 2], [0, 3]] as Pair[], households: [] };
  const rematch = { current: [1, 2, 3, 0], mustChange: new Set([0]) };
  assert.deepEqual(
    redrawGently(problem, rematch, seededRandom(1)),
    { ok: false, givers: [0], receivers: [] },
  );
});

Deno.test("redrawGently() draws evenly among all who must change", () => {
  const problem = { size: 5, exclusions: [], households: [] };
  const current = [1, 2, 3, 4, 0];
  const bans = current.map((receiver, giver): Pair => [giver, receiver]);
  const random = seededRandom(1);
  assertUniform(
    validDraws(problem, bans).map(String),
    20_000,
    () => String(drawOf(redrawGently(problem, { current, mustChange: new Set(range(5)) }, random))),
  );
});

Deno.test("redrawGently() lets one of 10,000 make room for a newcomer", () => {
  const size = 10_001;
  const problem = { size, exclusions: [], households: [] };
  const current = range(size).map((giver) => giver === 10_000 ? null : (giver + 1) % 10_000);
  const draw = drawOf(redrawGently(problem, { current }, seededRandom(1)));
  assert.equal(findViolation(problem, draw), null);
  assert.equal(draw.filter((receiver, giver) => receiver !== current[giver]).length, 2);
});

Deno.test("redrawGently() keeps all confirmed of 1,000 people in a narrow band", () => {
  // Everybody may give to the three on either side in a circle; every third wants a change.
  const size = 1_000;
  const distance = (one: number, other: number) =>
    Math.min((other - one + size) % size, (one - other + size) % size);
  const exclusions = range(size).flatMap((other) =>
    range(other).filter((one) => distance(one, other) > 3).map((one): Pair => [one, other])
  );
  const problem = { size, exclusions, households: [] };
  const current = range(size).map((giver) => (giver + 1) % size);
  const mustChange = new Set(range(size).filter((giver) => giver % 3 === 0));
  const confirmed = new Set(range(size).filter((giver) => giver % 3 === 1));
  const draw = drawOf(redrawGently(problem, { current, mustChange, confirmed }, seededRandom(1)));
  assert.equal(findViolation(problem, draw), null);
  for (const giver of mustChange) assert.notEqual(draw[giver], current[giver]);
  for (const giver of confirmed) assert.equal(draw[giver], current[giver]);
});

Deno.test("movableGivers() are those who have somebody else in another valid draw", () => {
  fc.assert(
    fc.property(problems({ min: 2, max: 6 }), (problem) => {
      const draws = validDraws(problem);
      const [draw] = draws;
      if (!draw) return;
      const movable = range(problem.size)
        .filter((giver) => draws.some((other) => other[giver] !== draw[giver]));
      assert.deepEqual([...movableGivers(problem, draw)].toSorted((a, b) => a - b), movable);
    }),
    { numRuns: 500 },
  );
});
