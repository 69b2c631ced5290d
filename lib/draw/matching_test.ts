import assert from "node:assert/strict";
import fc from "fast-check";
import { anyMatching, canServe, range, rulesOf, seededRandom } from "@/tests/support/draws.ts";
import { cheapestMatching } from "./matching.ts";
import { shuffle } from "./random.ts";
import { NOBODY, Rules } from "./rules.ts";

Deno.test("cheapestMatching() keeps both directions consistent, and every rule", () => {
  fc.assert(fc.property(rulesOf({ max: 25 }), fc.nat(), (rules, seed) => {
    const { receiverOf, giverOf } = anyMatching(rules, seed);
    for (const person of range(rules.size)) {
      const receiver = receiverOf[person]!;
      if (receiver !== NOBODY) assert.equal(giverOf[receiver], person);
      if (receiver !== NOBODY) assert.ok(!rules.forbids(person, receiver));
      const giver = giverOf[person]!;
      if (giver !== NOBODY) assert.equal(receiverOf[giver], person);
    }
  }));
});

Deno.test("cheapestMatching() leaves no one out who can be served", () => {
  fc.assert(
    fc.property(rulesOf({ max: 25 }), fc.nat(), (rules, seed) => {
      const { receiverOf } = anyMatching(rules, seed);
      const people = range(rules.size);
      const served = people.filter((giver) => receiverOf[giver] !== NOBODY);
      const permits = (giver: number, receiver: number) => !rules.forbids(giver, receiver);
      assert.equal(!receiverOf.includes(NOBODY), canServe(people, people, permits));
      // No one else can be added to the people served by a largest matching.
      for (const left of people.filter((giver) => receiverOf[giver] === NOBODY)) {
        assert.ok(!canServe([...served, left], people, permits));
      }
    }),
    { numRuns: 300 },
  );
});

/** Rules that permit about this many random pairs for each person, and the first of their draws. */
const sparseProblems = fc.record({
  size: fc.integer({ min: 2, max: 10 }),
  density: fc.constantFrom(1, 2, 3, 5),
  seed: fc.nat(),
}).map(({ size, density, seed }) => {
  const random = seededRandom(seed);
  const people = range(size);
  // Two orders in which everyone gives to the next, so many problems have a draw.
  const [kept, other] = [shuffle([...people], random), shuffle([...people], random)];
  const bans = people.flatMap((giver) =>
    people.filter((to) =>
      to !== kept[giver] && to !== other[giver] && random.below(size) >= density
    )
      .map((to) => [giver, to] as const)
  ).concat(people.filter(() => random.below(4) === 0).map((giver) => [giver, kept[giver]!]));
  const rules = new Rules(size, [], [], bans);
  return {
    rules,
    kept: kept.map((to, giver) => rules.forbids(giver, to) ? NOBODY : to),
    costs: kept.map((to, giver) =>
      rules.forbids(giver, to) ? 0 : [0, 1, 1, 2, 20, -1, -30][random.below(7)]!
    ),
    random,
  };
});

/** Cost for a giver of the receiver kept for them, or of another one. */
function costOf(cost: number, isKept: boolean): number {
  return Math.max(isKept ? -cost : cost, 0);
}

/** The least cost of a draw, or Infinity: for each set of receivers, the cheapest first givers. */
function leastCost(rules: Rules, kept: number[], costs: number[]): number {
  let best = new Map([[0, 0]]);
  for (const giver of range(rules.size)) {
    const next = new Map<number, number>();
    for (const [taken, cost] of best) {
      for (const receiver of rules.receiversFor(giver)) {
        if (taken & 1 << receiver) continue;
        const total = cost + costOf(costs[giver]!, receiver === kept[giver]);
        const set = taken | 1 << receiver;
        next.set(set, Math.min(total, next.get(set) ?? Infinity));
      }
    }
    best = next;
  }
  return Math.min(...best.values());
}

Deno.test("cheapestMatching() finds the least cost", () => {
  let solved = 0;
  fc.assert(
    fc.property(sparseProblems, ({ rules, kept, costs, random }) => {
      const { receiverOf } = cheapestMatching(rules, kept, costs, random);
      const least = leastCost(rules, kept, costs);
      assert.equal(receiverOf.includes(NOBODY), least === Infinity);
      if (least === Infinity) return;
      const cost = range(rules.size)
        .reduce((sum, giver) => sum + costOf(costs[giver]!, receiverOf[giver] === kept[giver]), 0);
      assert.equal(cost, least);
      solved++;
    }),
    { numRuns: 3_000 },
  );
  assert.ok(solved > 500, "Enough of the problems have a draw");
});

Deno.test("cheapestMatching() reports how many pairs it has looked at", () => {
  // Without rules the first choice is free; in a narrow circle many are refused.
  const size = 60;
  const free = anyMatching(new Rules(size, [], []));
  const apart = (one: number, other: number) =>
    Math.min(Math.abs(one - other), size - Math.abs(one - other));
  const narrow = range(size).flatMap((other) =>
    range(other).filter((one) => apart(one, other) > 2).map((one) => [one, other] as const)
  );
  assert.ok(free.work >= size && free.work < 4 * size, `${free.work}`);
  const { work } = anyMatching(new Rules(size, narrow, []));
  assert.ok(work > 10 * size && work < size ** 3, `${work}`);
});
