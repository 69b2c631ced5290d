import assert from "node:assert/strict";
import { allDraws, assertUniform, range, seededRandom } from "@/tests/support/draws.ts";
import { byWalking } from "./random_walk.ts";
import { Rules } from "./rules.ts";
import { byCounting } from "./counting.ts";
import { byBounds } from "./bounded_sampling.ts";
import { byRejection, type Part } from "./sampling.ts";
import { amount } from "@/tests/support/sample.ts";

interface Case {
  name: string;
  rules: Rules;
  /** The receivers are in the order of a valid draw, which the walk starts from. */
  part: Part;
  outcomes: string[];
}

function caseOf(name: string, rules: Rules, givers = range(rules.size), among = givers): Case {
  const draws = allDraws(givers, among, (one, other) => !rules.forbids(one, other));
  const [receivers] = draws;
  assert.ok(receivers, `${name}: there is a valid draw`);
  return { name, rules, part: { givers, receivers }, outcomes: draws.map(String) };
}

const cases = [
  caseOf("no exclusions", new Rules(4, [], [])),
  caseOf("a chain of exclusions", new Rules(6, [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5]], [])),
  caseOf("households", new Rules(6, [], [[0, 1], [2, 3, 4]])),
  caseOf("households and exclusions", new Rules(6, [[0, 2], [1, 5]], [[0, 1], [2, 3]])),
  caseOf(
    "overlapping households and a ban of one direction",
    new Rules(7, [], [[0, 1, 2], [2, 3]], [[6, 0]]),
  ),
  caseOf(
    "other receivers than givers",
    new Rules(9, [[0, 6]], [[0, 1, 5], [2, 6, 7], [3, 8]]),
    [0, 1, 2, 3, 4],
    [4, 5, 6, 7, 8],
  ),
];

const samplers = {
  byRejection: ({ rules, part }: Case, random = seededRandom(1)) =>
    byRejection(rules, part, random, 100_000),
  byBounds: ({ rules, part }: Case, random = seededRandom(5)) =>
    byBounds(rules, part, random, 100_000),
  byCounting: ({ rules, part }: Case, random = seededRandom(2)) => byCounting(rules, part, random),
  byWalking: ({ rules, part }: Case, random = seededRandom(4)) =>
    byWalking(rules, part, random, 1_000),
};

for (const [name, sample] of Object.entries(samplers)) {
  for (const one of cases) {
    Deno.test(`${name}() draws evenly with ${one.name}`, () => {
      const random = seededRandom(one.outcomes.length);
      assertUniform(one.outcomes, 20 * one.outcomes.length, () => String(sample(one, random)));
    });
  }
}

Deno.test("byBounds() and byCounting() draw evenly under random rules", () => {
  const random = seededRandom(6);
  let checked = 0;
  while (checked < amount(20, 60)) {
    const size = 5 + random.below(2);
    const pairs = range(size).flatMap((one) => range(one).map((other) => [one, other] as const));
    const exclusions = pairs.filter(() => random.below(4) === 0);
    const bans = pairs.filter(() => random.below(8) === 0);
    const households = random.below(3) === 0 ? [range(2 + random.below(2))] : [];
    const rules = new Rules(size, exclusions, households, bans);
    const givers = range(size);
    const outcomes = allDraws(givers, givers, (one, other) => !rules.forbids(one, other));
    if (outcomes.length < 2) continue;
    checked++;
    for (const sample of [byBounds, byCounting]) {
      assertUniform(outcomes.map(String), 20 * outcomes.length, () => {
        const drawn = sample(rules, { givers, receivers: givers }, random, 1_000_000);
        assert.ok(drawn);
        return String(drawn);
      });
    }
  }
});

Deno.test("byBounds() serves 1,000 people with thousands of exclusions, in households or without", () => {
  const random = seededRandom(7);
  const givers = range(1_000);
  const departments = range(10).map((home) => range(100).map((i) => 100 * home + i));
  const pairs = range(6_000).map(() => [random.below(1_000), random.below(1_000)] as const);
  for (const households of [[], departments, [range(300), range(200).map((i) => 300 + i)]]) {
    const rules = new Rules(1_000, pairs, households);
    const drawn = byBounds(rules, { givers, receivers: givers }, random, 40_000_000);
    assert.ok(drawn);
    assert.equal(new Set(drawn).size, 1_000);
    assert.ok(drawn.every((receiver, giver) => !rules.forbids(giver, receiver)));
  }
});

Deno.test("byCounting() counts chains of any length, and gives up where too much is open", () => {
  // In a circle of 60, everyone gives to a neighbour: to the left, to the right, or in couples.
  const size = 60;
  const givers = range(size);
  const apart = (one: number, other: number) => (other - one + size) % size;
  const exclusions = givers.flatMap((one) =>
    givers.filter((other) => apart(one, other) > 1 && apart(one, other) < size - 1)
      .map((other) => [one, other] as const)
  );
  const part = { givers, receivers: givers };
  const couple = (giver: number, first: number) =>
    (giver + (giver % 2 === first ? 1 : size - 1)) % size;
  const random = seededRandom(8);
  assertUniform(
    [
      givers.map((giver) => (giver + 1) % size),
      givers.map((giver) => (giver + size - 1) % size),
      givers.map((giver) => couple(giver, 0)),
      givers.map((giver) => couple(giver, 1)),
    ].map(String),
    400,
    () => String(byCounting(new Rules(size, exclusions, []), part, random, 10_000)),
  );
  assert.equal(byCounting(new Rules(size, [], []), part, random, 10_000), null);
  assert.equal(byCounting(new Rules(size, exclusions, []), part, random, 100), null);
});

Deno.test("byWalking() finds receivers by trial in large parts, and from a list if few are permitted", () => {
  // Two halves of 600 people who give to each other, but one person can give to only one other.
  const half = 600;
  const givers = range(2 * half);
  const rules = new Rules(
    2 * half,
    range(half - 1).map((i) => [0, half + 1 + i]),
    [range(half), range(half).map((i) => half + i)],
  );
  const receivers = givers.map((giver) => (giver + half) % (2 * half));
  const drawn = byWalking(rules, { givers, receivers }, seededRandom(1), 200_000);
  assert.equal(drawn[0], half);
  assert.equal(drawn[half], 0);
  assert.equal(new Set(drawn).size, 2 * half);
  assert.ok(givers.every((giver, i) => !rules.forbids(giver, drawn[i]!)));
  const moved = drawn.filter((receiver, i) => receiver !== receivers[i]);
  assert.ok(moved.length > half, "Nearly everybody has got somebody else");
});

Deno.test("byWalking() favours no draw because of the length of the rounds that end there", () => {
  const one = caseOf("bans", new Rules(4, [], [], [[1, 0], [3, 1], [3, 2]]));
  const random = seededRandom(1);
  assertUniform(
    one.outcomes,
    20_000,
    () => String(byWalking(one.rules, one.part, random, 400)),
  );
});

Deno.test("byWalking() goes round a cycle as long as the part", () => {
  // In a circle of 9, all give to the left or all to the right.
  const size = 9;
  const givers = range(size);
  const apart = (one: number, other: number) => (other - one + size) % size;
  const rules = new Rules(
    size,
    givers.flatMap((one) =>
      givers.filter((other) => apart(one, other) > 1 && apart(one, other) < size - 1)
        .map((other) => [one, other] as const)
    ),
    [],
  );
  const left = givers.map((giver) => (giver + 1) % size);
  const right = givers.map((giver) => (giver + size - 1) % size);
  const random = seededRandom(1);
  assertUniform(
    [String(left), String(right)],
    400,
    () => String(byWalking(rules, { givers, receivers: left }, random, 5_000)),
  );
});

Deno.test("byBounds() serves large households that hardly fit", () => {
  // 99 of 200 people are in one household: only two of the others can give to each other.
  const rules = new Rules(200, [], [range(99)]);
  const givers = range(200);
  const random = seededRandom(1);
  const among = new Map<string, number>();
  for (let i = 0; i < 60; i++) {
    const drawn = byBounds(rules, { givers, receivers: givers }, random, 10_000_000);
    assert.ok(drawn);
    assert.equal(new Set(drawn).size, 200);
    assert.ok(givers.every((giver, i) => !rules.forbids(giver, drawn[i]!)));
    const givenAmong = givers.filter((giver) => giver >= 99 && drawn[giver]! >= 99);
    assert.equal(givenAmong.length, 2);
    among.set(String(givenAmong), 1);
  }
  assert.ok(among.size > 55, "It is not always the same two");
});

Deno.test("byBounds() weighs exactly how many people give within a rest that hardly fits", () => {
  // Two households of 12 and a couple.
  const rules = new Rules(26, [], [range(12), range(12).map((i) => 12 + i), [24, 25]]);
  const givers = range(26);
  const random = seededRandom(1);
  // With x of the couple giving into the first household, 12 - x of the second do. The first has
  // then 12 - x members who give into the second and x who give to the couple, and so on: the
  // number of draws is (C(2, x) P(12, x) P(12, 2 - x))² (12 - x)! (10 + x)!, for x = 0, 1, 2.
  const falling = (n: number, k: number): number => k === 0 ? 1 : n * falling(n - 1, k - 1);
  const factorial = (n: number) => falling(n, n);
  const weights = [0, 1, 2].map((x) =>
    ([1, 2, 1][x]! * falling(12, x) * falling(12, 2 - x)) ** 2 *
    factorial(12 - x) * factorial(10 + x)
  );
  const total = weights.reduce((sum, weight) => sum + weight);
  const counts = [0, 0, 0];
  const samples = 2_000;
  for (let i = 0; i < samples; i++) {
    const drawn = byBounds(rules, { givers, receivers: givers }, random, 1_000_000);
    assert.ok(drawn);
    const x = [24, 25].filter((giver) => drawn[giver]! < 12).length;
    counts[x]!++;
  }
  counts.forEach((count, x) => {
    const share = weights[x]! / total;
    const deviation = Math.sqrt(samples * share * (1 - share));
    assert.ok(Math.abs(count - samples * share) < 4 * deviation);
  });
});

Deno.test("byRejection() and byBounds() give up if chance alone will not do", () => {
  const givers = range(40);
  const exclusions = givers.flatMap((one) =>
    givers.filter((other) => other > one + 2).map((other) => [one, other] as const)
  );
  const part = { givers, receivers: givers };
  const rules = new Rules(40, exclusions, []);
  assert.equal(byRejection(rules, part, seededRandom(1), 10_000), null);
  assert.equal(byBounds(rules, part, seededRandom(1), 10_000), null);
  const tooWide = new Rules(40, [], [range(20), range(19).map((i) => 20 + i)]);
  assert.equal(byBounds(tooWide, part, seededRandom(1), 10), null);
});
