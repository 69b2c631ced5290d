import assert from "node:assert/strict";
import fc from "fast-check";
import { tellsPairs } from "./disclosure.ts";
import type { Ban, DrawProblem } from "./draw.ts";
import { range, surestPair, validDraws } from "@/tests/support/draws.ts";

function problemOf(size: number, bans: Ban[] = [], households: number[][] = []): DrawProblem {
  return { size, exclusions: [], households, bans };
}

for (const knowledge of ["nothing", "ownPair"] as const) {
  Deno.test(`tellsPairs() with ${knowledge} known agrees with a list of all draws`, () => {
    const seen = { true: 0, false: 0 };
    const problems = fc.integer({ min: 3, max: 7 }).chain((size) => {
      const pair = fc.tuple(fc.nat(size - 1), fc.nat(size - 1))
        .filter(([one, other]) => one !== other);
      return fc.record({
        size: fc.constant(size),
        exclusions: fc.array(pair, { maxLength: 3 }),
        bans: fc.array(pair, { maxLength: 2 * size }),
        households: fc.array(fc.subarray(range(size), { minLength: 2, maxLength: 3 }), {
          maxLength: 2,
        }),
      });
    });
    fc.assert(
      fc.property(problems, (problem) => {
        const isTold = tellsPairs(problem, knowledge);
        assert.equal(isTold, surestPair(validDraws(problem), knowledge) > 0.5);
        seen[`${isTold}`]++;
      }),
      { numRuns: 400, seed: 21 },
    );
    assert(seen.true > 20 && seen.false > 20, JSON.stringify(seen));
  });
}

Deno.test("tellsPairs() allows two draws, but not seven bans among four people that leave one", () => {
  assert.equal(tellsPairs(problemOf(3), "nothing"), false, "each pair in one of two draws");
  assert.equal(tellsPairs(problemOf(4, [], [[0, 1], [2, 3]]), "nothing"), false);
  const seven: Ban[] = [[0, 2], [0, 3], [1, 0], [1, 3], [2, 0], [2, 1], [3, 1]];
  assert.equal(tellsPairs(problemOf(4, seven), "nothing"), true);
  assert.equal(tellsPairs(problemOf(4, [], [range(3)]), "nothing"), true, "no draw at all");
});

Deno.test("tellsPairs() knows that one's own pair reveals the others among three and four people, but not five", () => {
  assert.deepEqual(
    [3, 4, 5, 8, 30].map((size) => tellsPairs(problemOf(size), "ownPair")),
    [true, true, false, false, false],
  );
});

Deno.test("tellsPairs() looks at each independent part separately", () => {
  // Two groups that only give to each other: half of all receivers are forbidden to everyone.
  const halves = [range(500), range(500).map((person) => 500 + person)];
  assert.equal(tellsPairs(problemOf(1000, [], halves), "nothing"), false);
  assert.equal(tellsPairs(problemOf(1000, [], halves), "ownPair"), false);
  const forced = range(999).filter((one) => one !== 1).map((one): Ban => [0, one + 1]);
  assert.equal(tellsPairs(problemOf(1000, [...forced], []), "nothing"), true, "one has no choice");
});

/** Everyone may give only to the next `choices` people of a circle. */
function circle(size: number, choices: number): Ban[] {
  return range(size).flatMap((giver) =>
    range(size).filter((receiver) => (receiver - giver + size) % size > choices)
      .map((receiver): Ban => [giver, receiver])
  );
}

Deno.test("tellsPairs() samples draws by a walk if counting would take too long", () => {
  for (const [size, choices] of [[30, 3], [60, 8]] as const) {
    const bans = circle(size, choices);
    assert.equal(tellsPairs(problemOf(size, bans), "nothing"), false, `${size} even`);
    assert.equal(
      tellsPairs(problemOf(size, bans), "ownPair"),
      true,
      "and does not try with a pair",
    );
    // The first person gives only to the next two, and hardly anyone else can give to one of these.
    const uneven = bans.filter(([giver]) => giver !== 0).concat(
      range(size).filter((one) => one > 2).map((one): Ban => [0, one]),
      range(size).filter((one) => one > 3).map((one): Ban => [one, 1]),
    );
    assert.equal(tellsPairs(problemOf(size, uneven), "nothing"), true, `${size} uneven`);
  }
});

Deno.test("tellsPairs() answers for 1,000 people and 20,000 bans", () => {
  const few = range(20).flatMap((giver) =>
    range(1000).filter((one) => one !== giver && (one - giver + 1000) % 1000 > 4)
      .map((receiver): Ban => [giver, receiver])
  );
  assert.equal(tellsPairs(problemOf(1000, few), "nothing"), false);
  assert.equal(tellsPairs(problemOf(1000, few), "ownPair"), true);
});

Deno.test("tellsPairs() counts all draws of twelve people if a pair is known, and of ten in a large game", () => {
  // Too narrow to answer without counting: each may give to six of the others.
  assert.equal(tellsPairs(problemOf(12, circle(12, 6)), "ownPair"), false);
  assert.equal(tellsPairs(problemOf(13, circle(13, 6)), "ownPair"), true, "it is not tried");
  for (const [size, isTold] of [[10, false], [11, true]] as const) {
    const others = range(100 + size).slice(size);
    const apart = range(size).flatMap((one) => others.map((other): Ban => [one, other]));
    const large = problemOf(100 + size, [...circle(size, 6), ...apart]);
    assert.equal(tellsPairs(large, "ownPair"), isTold, `${size}`);
  }
});
