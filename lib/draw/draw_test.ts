import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Draw,
  drawAssignments,
  type DrawProblem,
  type DrawResult,
  findViolation,
  redrawGently,
} from "./draw.ts";
import { allDraws, assertUniform, canServe, range, seededRandom } from "./draw_testing.ts";

type Pair = readonly [number, number];

/** What the rules permit, written down anew: directly as the problem states them. */
function permits(problem: DrawProblem, bans: readonly Pair[] = []) {
  return (giver: number, receiver: number) =>
    giver !== receiver &&
    !problem.exclusions.some(([one, other]) =>
      (one === giver && other === receiver) || (one === receiver && other === giver)
    ) &&
    !problem.households.some((home) => home.includes(giver) && home.includes(receiver)) &&
    !bans.some(([one, other]) => one === giver && other === receiver);
}

function validDraws(problem: DrawProblem, bans: readonly Pair[] = []): Draw[] {
  return allDraws(range(problem.size), range(problem.size), permits(problem, bans));
}

function drawOf(result: DrawResult): Draw {
  assert.ok(result.ok, "A draw is found");
  return result.draw;
}

/** Asserts that the group cannot be served, and that no smaller one is in that position. */
function assertSmallestGroup(
  result: DrawResult,
  size: number,
  isPermitted: (giver: number, receiver: number) => boolean,
): void {
  assert.ok(!result.ok, "No draw is found");
  const reachedBy = (givers: number[]) =>
    range(size).filter((receiver) => givers.some((giver) => isPermitted(giver, receiver)));
  assert.equal(new Set(result.givers).size, result.givers.length);
  assert.deepEqual([...result.receivers].sort((a, b) => a - b), reachedBy(result.givers));
  assert.ok(result.receivers.length < result.givers.length);
  for (let set = 1; set < 1 << size; set++) {
    const givers = range(size).filter((giver) => set & 1 << giver);
    if (givers.length >= result.givers.length) continue;
    assert.ok(reachedBy(givers).length >= givers.length, `${givers} would be smaller`);
  }
}

function problems({ min = 0, max }: { min?: number; max: number }): fc.Arbitrary<DrawProblem> {
  return fc.integer({ min, max }).chain((size) => {
    const person = fc.nat(Math.max(0, size - 1));
    const maxLength = size === 0 ? 0 : size;
    const pairs = (maxLength: number) =>
      fc.array(fc.tuple(person, person), { maxLength, size: "max" });
    return fc.record({
      size: fc.constant(size),
      exclusions: fc.oneof(pairs(maxLength), pairs(size * maxLength)),
      households: fc.array(fc.array(person, { maxLength: Math.ceil(maxLength / 2) }), {
        maxLength: Math.min(3, maxLength),
      }),
    });
  });
}

Deno.test("drawAssignments() solves or refuses every exclusion graph of up to five people", () => {
  const random = seededRandom(1);
  let solved = 0;
  let refused = 0;
  for (const size of range(6)) {
    const pairs = range(size).flatMap((other) => range(other).map((one): Pair => [one, other]));
    for (let graph = 0; graph < 1 << pairs.length; graph++) {
      const exclusions = pairs.filter((_, i) => graph & 1 << i);
      const problem = { size, exclusions, households: [] };
      const result = drawAssignments(problem, random);
      if (validDraws(problem).length > 0) {
        assert.equal(findViolation(problem, drawOf(result)), null);
        solved++;
      } else {
        assertSmallestGroup(result, size, permits(problem));
        refused++;
      }
    }
  }
  assert.equal(solved + refused, 1 + 1 + 2 + 8 + 64 + 1024);
  assert.ok(solved > 100 && refused > 100);
});

Deno.test("drawAssignments() finds a valid draw wherever one exists", () => {
  let solved = 0;
  fc.assert(
    fc.property(problems({ max: 17 }), fc.nat(), (problem, seed) => {
      const people = range(problem.size);
      const result = drawAssignments(problem, seededRandom(seed));
      assert.equal(result.ok, canServe(people, people, permits(problem)));
      if (!result.ok) return;
      assert.equal(findViolation(problem, result.draw), null);
      solved++;
    }),
    { numRuns: 300 },
  );
  assert.ok(solved > 50, "Enough of the problems have a draw");
});

Deno.test("drawAssignments() draws evenly", () => {
  const examples: DrawProblem[] = [
    { size: 3, exclusions: [], households: [] },
    { size: 5, exclusions: [], households: [] },
    { size: 5, exclusions: [[0, 1], [0, 2]], households: [] },
    { size: 6, exclusions: [], households: [[0, 1], [2, 3], [4, 5]] },
    { size: 6, exclusions: [], households: [[0, 1, 2], [3, 4, 5]] },
    { size: 6, exclusions: [[0, 3]], households: [[0, 1, 2], [3, 4]] },
    { size: 6, exclusions: [[0, 2], [0, 3], [1, 3], [1, 4], [2, 4], [2, 5]], households: [] },
  ];
  for (const [seed, problem] of examples.entries()) {
    const random = seededRandom(seed);
    const outcomes = validDraws(problem).map(String);
    assertUniform(
      outcomes,
      30 * outcomes.length,
      () => String(drawOf(drawAssignments(problem, random))),
    );
  }
});

Deno.test("drawAssignments() serves 10,000 people in households of five", () => {
  const size = 10_000;
  const households = range(size / 5).map((home) => range(5).map((i) => 5 * home + i));
  const problem = { size, exclusions: [], households };
  const draw = drawOf(drawAssignments(problem, seededRandom(1)));
  assert.equal(findViolation(problem, draw), null);
  assert.equal(new Set(draw).size, size);
  assert.ok(draw.every((receiver, giver) => Math.floor(receiver / 5) !== Math.floor(giver / 5)));
});

Deno.test("drawAssignments() serves a household of half the people, and names one of more", () => {
  const half = { size: 200, exclusions: [], households: [range(100)] };
  const draw = drawOf(drawAssignments(half, seededRandom(1)));
  assert.equal(findViolation(half, draw), null);

  const more = { size: 200, exclusions: [], households: [range(101)] };
  const result = drawAssignments(more, seededRandom(1));
  assert.ok(!result.ok);
  assert.equal(result.givers.length, 100);
  assert.ok(result.givers.every((giver) => giver < 101));
  assert.deepEqual(result.receivers.sort((a, b) => a - b), range(200).slice(101));
});

Deno.test("drawAssignments() names who may give to nobody", () => {
  const exclusions = [0, 1, 3, 4].map((other): Pair => [2, other]);
  assert.deepEqual(
    drawAssignments({ size: 5, exclusions, households: [] }, seededRandom(1)),
    { ok: false, givers: [2], receivers: [] },
  );
});

Deno.test("drawAssignments() refuses rules about people it does not have", () => {
  const problem = { size: 3, exclusions: [[0, 3] as const], households: [] };
  assert.throws(() => drawAssignments(problem, seededRandom(1)), RangeError);
});

/** A problem with a present draw some of which is lost, must change, is confirmed or forbidden. */
const rematches = problems({ min: 2, max: 6 }).chain((problem) => {
  const { size } = problem;
  const some = fc.subarray(range(size)).map((people) => new Set(people));
  return fc.record({
    problem: fc.constant(problem),
    draw: fc.shuffledSubarray(range(size), { minLength: size }),
    lost: fc.subarray(range(size), { maxLength: 2 }),
    mustChange: fc.oneof(some, fc.constant(new Set<number>())),
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
    fc.property(rematches, ({ problem, current, mustChange, confirmed, seed }) => {
      const bans = [...mustChange].flatMap((giver): Pair[] => {
        const receiver = current[giver] ?? null;
        return receiver === null ? [] : [[giver, receiver]];
      });
      const result = redrawGently(
        problem,
        { current, mustChange, confirmed },
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
        const moved = range(problem.size).filter((giver) => {
          const receiver = current[giver] ?? null;
          return receiver !== null && isPermitted(giver, receiver) && draw[giver] !== receiver;
        });
        const ofConfirmed = moved.filter((giver) => confirmed.has(giver)).length;
        return 100 * ofConfirmed + moved.length;
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

Deno.test("findViolation() accepts exactly the valid draws", () => {
  const problem: DrawProblem = { size: 4, exclusions: [[0, 1]], households: [[2, 3], [1, 1]] };
  const valid = new Set(validDraws(problem).map(String));
  const people = range(4);
  for (
    const draw of people.flatMap((a) =>
      people.flatMap((b) => people.flatMap((c) => people.map((d) => [a, b, c, d])))
    )
  ) {
    assert.equal(findViolation(problem, draw) === null, valid.has(String(draw)), String(draw));
  }
});

Deno.test("findViolation() says what is wrong", () => {
  const problem: DrawProblem = { size: 4, exclusions: [[0, 1]], households: [[2, 3]] };
  const cases: [number[], string][] = [
    [[2, 3, 0], "3 of 4 people give"],
    [[2, 3, 0, 4], "3 gives to 4, who is not one of 4 people"],
    [[2, 3, 0, 0.5], "3 gives to 0.5, who is not one of 4 people"],
    [[0, 3, 1, 2], "0 gives to themselves"],
    [[1, 3, 0, 2], "0 gives to 1, who is excluded"],
    [[2, 3, 0, 2], "3 gives to 2, who is excluded"],
    [[2, 2, 0, 1], "0 and 1 both give to 2"],
  ];
  for (const [draw, sentence] of cases) assert.equal(findViolation(problem, draw), sentence);
});
