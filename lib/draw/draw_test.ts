import assert from "node:assert/strict";
import fc from "fast-check";
import { drawAssignments, type DrawProblem, findImpossible, findViolation } from "./draw.ts";
import {
  assertSmallestGroup,
  assertUniform,
  avoiding,
  canServe,
  drawOf,
  type Pair,
  permits,
  problems,
  range,
  seededRandom,
  validDraws,
} from "@/tests/support/draws.ts";

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
        assert.equal(findImpossible(problem), null);
        solved++;
      } else {
        assertSmallestGroup(result, size, permits(problem));
        assertSmallestGroup({ ok: false, ...findImpossible(problem)! }, size, permits(problem));
        refused++;
      }
    }
  }
  assert.equal(solved + refused, 1 + 1 + 2 + 8 + 64 + 1024);
  assert.ok(solved > 100 && refused > 100);
});

Deno.test("drawAssignments() solves or refuses every set of one-way bans of four people", () => {
  const random = seededRandom(1);
  const pairs = range(4).flatMap((giver) =>
    range(4).filter((receiver) => receiver !== giver).map((receiver): Pair => [giver, receiver])
  );
  let solved = 0;
  let refused = 0;
  for (const set of range(1 << pairs.length)) {
    const bans = pairs.filter((_, i) => set & 1 << i);
    const problem = { size: 4, exclusions: [], households: [], bans };
    const result = drawAssignments(problem, random);
    if (validDraws(problem).length > 0) {
      assert.equal(findViolation(problem, drawOf(result)), null);
      solved++;
    } else {
      assertSmallestGroup(result, 4, permits(problem));
      refused++;
    }
  }
  assert.ok(solved > 500 && refused > 500, `${solved} and ${refused}`);
});

Deno.test("drawAssignments() avoids pairs if it can, giving up the first lists, and refuses nothing because of them", () => {
  const seen = { all: 0, some: 0, none: 0, refused: 0 };
  fc.assert(
    fc.property(problems({ min: 2, max: 6 }), fc.nat(), (problem, seed) => {
      const { avoided = [] } = problem;
      const valid = validDraws(problem);
      const result = drawAssignments(problem, seededRandom(seed));
      if (valid.length === 0) {
        seen.refused++;
        assertSmallestGroup(result, problem.size, permits(problem));
        return;
      }
      const left = avoiding(problem, valid);
      const draw = drawOf(result);
      assert.ok(left.some((one) => String(one) === String(draw)));
      const isAvoided = avoided.flat().every(([giver, to]) => draw[giver] !== to);
      seen[isAvoided ? "all" : left.length < valid.length ? "some" : "none"]++;
    }),
    { numRuns: 3_000 },
  );
  assert.ok(Object.values(seen).every((times) => times > 25), JSON.stringify(seen));
});

Deno.test("drawAssignments() finds a valid draw whenever one exists", () => {
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
    { size: 5, exclusions: [[0, 1]], households: [], bans: [[2, 3], [3, 4], [4, 0]] },
    {
      size: 6,
      exclusions: [],
      households: [[0, 1], [2, 3]],
      bans: [[0, 4], [4, 2], [5, 1], [5, 0]],
    },
    {
      ...{ size: 6, exclusions: [], households: [[0, 1], [2, 3], [4, 5]], bans: [[0, 2]] },
      avoided: [[[1, 2], [2, 1], [3, 1]], [[0, 3], [1, 4], [2, 5], [3, 0], [4, 2], [5, 1]]],
    },
  ];
  for (const [seed, problem] of examples.entries()) {
    const random = seededRandom(seed);
    const outcomes = avoiding(problem, validDraws(problem)).map(String);
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

Deno.test("drawAssignments() serves a household of half the people, and names one that is larger", () => {
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

Deno.test("drawAssignments() names people without an allowed receiver", () => {
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

Deno.test("findViolation() accepts exactly the valid draws", () => {
  const problem: DrawProblem = {
    ...{ size: 4, exclusions: [[0, 1]], households: [[2, 3], [1, 1]] },
    bans: [[0, 2]],
  };
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
  const rules = { size: 4, exclusions: [[0, 1]], households: [[2, 3]] } as const;
  const problem: DrawProblem = { ...rules, bans: [[3, 1]] };
  const cases: [number[], string][] = [
    [[2, 3, 0], "3 of 4 people give"],
    [[2, 3, 0, 4], "3 gives to 4, who is not one of 4 people"],
    [[2, 3, 0, 0.5], "3 gives to 0.5, who is not one of 4 people"],
    [[0, 3, 1, 2], "0 gives to themselves"],
    [[1, 3, 0, 2], "0 gives to 1, who is excluded"],
    [[2, 0, 3, 1], "1 gives to 0, who is excluded"],
    [[2, 3, 0, 2], "3 gives to 2, who is excluded"],
    [[2, 3, 0, 1], "3 gives to 1, who is excluded"],
    [[2, 2, 1, 0], "0 and 1 both give to 2"],
  ];
  for (const [draw, sentence] of cases) assert.equal(findViolation(problem, draw), sentence);
});
