import assert from "node:assert/strict";
import fc from "fast-check";
import { allDraws, canServe, seededRandom } from "./draw_testing.ts";
import { cheapestMatching, independentParts, NOBODY, Rules, tightGroup } from "./matching.ts";
import { shuffle } from "./random.ts";

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** A maximum matching that starts from nothing. */
function anyMatching(rules: Rules, seed = 1) {
  const nobody = range(rules.size).map(() => NOBODY);
  return cheapestMatching(rules, nobody, range(rules.size).map(() => 0), seededRandom(seed));
}

/** Rules with random exclusions, households and bans; some leave few pairs permitted. */
function rulesOf({ min = 1, max }: { min?: number; max: number }): fc.Arbitrary<Rules> {
  return fc.integer({ min, max }).chain((size) => {
    const person = fc.nat(size - 1);
    const pairs = (maxLength: number) =>
      fc.array(fc.tuple(person, person), { maxLength, size: "max" });
    return fc.record({
      exclusions: fc.oneof(pairs(size), pairs(size * size)),
      households: fc.array(fc.array(person, { maxLength: Math.ceil(size / 2) + 1 }), {
        maxLength: 3,
      }),
      bans: pairs(size),
    }).map(({ exclusions, households, bans }) => new Rules(size, exclusions, households, bans));
  });
}

Deno.test("Rules.forbids() knows oneself, households, exclusions and bans", () => {
  const rules = new Rules(8, [[0, 1]], [[1, 2], [2, 3, 4], [4, 4]], [[5, 6]]);
  const forbidden = [[0, 1], [1, 2], [2, 3], [2, 4], [3, 4]];
  const expected = new Set([
    ...range(8).map((person) => `${person},${person}`),
    ...forbidden.flatMap(([one, other]) => [`${one},${other}`, `${other},${one}`]),
    "5,6",
  ]);
  for (const giver of range(8)) {
    for (const receiver of range(8)) {
      assert.equal(rules.forbids(giver, receiver), expected.has(`${giver},${receiver}`));
    }
  }
});

Deno.test("Rules.choices() counts what Rules.receiversFor() lists and forbids() permits", () => {
  fc.assert(fc.property(rulesOf({ max: 10 }), (rules) => {
    const people = range(rules.size);
    for (const giver of people) {
      const permitted = people.filter((receiver) => !rules.forbids(giver, receiver));
      assert.deepEqual(rules.receiversFor(giver), permitted);
      assert.equal(rules.choices()[giver], permitted.length);
    }
  }));
});

Deno.test("Rules refuse people who are not among them", () => {
  for (const stranger of [-1, 3, 0.5, NaN]) {
    assert.throws(() => new Rules(3, [[0, stranger]], []), RangeError);
    assert.throws(() => new Rules(3, [], [[stranger]]), RangeError);
    assert.throws(() => new Rules(3, [], [], [[stranger, 0]]), RangeError);
  }
});

Deno.test("cheapestMatching() keeps both directions alike and every rule", () => {
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

Deno.test("cheapestMatching() leaves nobody out who can be served", () => {
  fc.assert(
    fc.property(rulesOf({ max: 25 }), fc.nat(), (rules, seed) => {
      const { receiverOf } = anyMatching(rules, seed);
      const people = range(rules.size);
      const served = people.filter((giver) => receiverOf[giver] !== NOBODY);
      const permits = (giver: number, receiver: number) => !rules.forbids(giver, receiver);
      assert.equal(!receiverOf.includes(NOBODY), canServe(people, people, permits));
      // Who is served in a largest matching cannot be joined by anybody else.
      for (const left of people.filter((giver) => receiverOf[giver] === NOBODY)) {
        assert.ok(!canServe([...served, left], people, permits));
      }
    }),
    { numRuns: 300 },
  );
});

/** Rules that permit about so many random pairs for each person, and the first of their draws. */
const sparseProblems = fc.record({
  size: fc.integer({ min: 2, max: 10 }),
  density: fc.constantFrom(1, 2, 3, 5),
  seed: fc.nat(),
}).map(({ size, density, seed }) => {
  const random = seededRandom(seed);
  const people = range(size);
  // Two orders in which everybody gives to the next, so that many problems have a draw.
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
      rules.forbids(giver, to) ? 0 : [0, 1, 1, 2, 20][random.below(5)]!
    ),
    random,
  };
});

/** The least cost of a draw, or Infinity: for each set of receivers, who could have them first. */
function leastCost(rules: Rules, kept: number[], costs: number[]): number {
  let best = new Map([[0, 0]]);
  for (const giver of range(rules.size)) {
    const next = new Map<number, number>();
    for (const [taken, cost] of best) {
      for (const receiver of rules.receiversFor(giver)) {
        if (taken & 1 << receiver) continue;
        const total = cost + (receiver === kept[giver] ? 0 : costs[giver]!);
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
        .reduce((sum, giver) => receiverOf[giver] === kept[giver] ? sum : sum + costs[giver]!, 0);
      assert.equal(cost, least);
      solved++;
    }),
    { numRuns: 3_000 },
  );
  assert.ok(solved > 500, "Enough of the problems have a draw");
});

Deno.test("tightGroup() names fewer receivers than givers, and nobody who can be spared", () => {
  let named = 0;
  fc.assert(
    fc.property(rulesOf({ max: 25 }), (rules) => {
      const matching = anyMatching(rules);
      if (!matching.receiverOf.includes(NOBODY)) return;
      named++;
      const { givers, receivers } = tightGroup(rules, matching);
      const permits = (giver: number, receiver: number) => !rules.forbids(giver, receiver);
      const people = range(rules.size);
      assert.equal(new Set(givers).size, givers.length);
      assert.equal(receivers.length, givers.length - 1);
      const reached = people.filter((to) => givers.some((giver) => permits(giver, to)));
      assert.deepEqual([...receivers].sort((a, b) => a - b), reached);
      for (const spared of givers) {
        assert.ok(canServe(givers.filter((giver) => giver !== spared), people, permits));
      }
    }),
    { numRuns: 300 },
  );
  assert.ok(named > 50, "Enough of the problems have no draw");
});

Deno.test("tightGroup() names a smallest group for up to ten people", () => {
  let named = 0;
  fc.assert(
    fc.property(rulesOf({ min: 3, max: 10 }), (rules) => {
      const matching = anyMatching(rules);
      if (!matching.receiverOf.includes(NOBODY)) return;
      named++;
      const { givers } = tightGroup(rules, matching);
      assert.equal(givers.length, smallestGroupSize(rules));
    }),
    { numRuns: 300 },
  );
  assert.ok(named > 50, "Enough of the problems have no draw");
});

/** By trying every group; receivers are the bits of a number. */
function smallestGroupSize(rules: Rules): number {
  const sets = range(rules.size).map((giver) =>
    rules.receiversFor(giver).reduce((set, receiver) => set | 1 << receiver, 0)
  );
  const count = (set: number) => range(rules.size).filter((i) => set & 1 << i).length;
  let smallest = Infinity;
  for (let group = 1; group < 1 << rules.size; group++) {
    const receivers = sets.reduce((all, set, i) => group & 1 << i ? all | set : all, 0);
    if (count(receivers) < count(group)) smallest = Math.min(smallest, count(group));
  }
  return smallest;
}

Deno.test("tightGroup() prefers the smaller of two groups", () => {
  // 0 to 2 may only give to 3 and 4; 5 and 6 only to 7.
  const rules = new Rules(
    12,
    [],
    [],
    [
      ...[0, 1, 2].flatMap((giver) =>
        range(12).filter((to) => to !== 3 && to !== 4).map((to) => [giver, to] as const)
      ),
      ...[5, 6].flatMap((giver) =>
        range(12).filter((to) => to !== 7).map((to) => [giver, to] as const)
      ),
    ],
  );
  assert.deepEqual(tightGroup(rules, anyMatching(rules)), { givers: [5, 6], receivers: [7] });
});

Deno.test("tightGroup() finds a group that the matching does not show", () => {
  // 0 and 1 may only give to 4, 2 to 4 and 5, 3 to 5. From 0 or 1 unmatched, 4 leads to 2 and 3.
  const choices = [[4], [4], [4, 5], [5], [0, 1, 2, 3], [0, 1, 2, 3]];
  const bans = choices.flatMap((receivers, giver) =>
    range(6).filter((to) => !receivers.includes(to)).map((to) => [giver, to] as const)
  );
  const matching = {
    receiverOf: Int32Array.of(NOBODY, NOBODY, 4, 5, 0, 1),
    giverOf: Int32Array.of(4, 5, NOBODY, NOBODY, 2, 3),
  };
  assert.deepEqual(
    tightGroup(new Rules(6, [], [], bans), matching),
    { givers: [0, 1], receivers: [4] },
  );
});

Deno.test("tightGroup() refuses a matching that leaves nobody out", () => {
  const rules = new Rules(3, [], []);
  assert.throws(() => tightGroup(rules, anyMatching(rules)), Error);
});

Deno.test("independentParts() separates whoever no draw lets exchange", () => {
  let checked = 0;
  fc.assert(
    fc.property(rulesOf({ min: 2, max: 6 }), (rules) => {
      const people = range(rules.size);
      const draws = allDraws(people, people, (one, other) => !rules.forbids(one, other));
      const [draw] = draws;
      if (!draw) return;
      checked++;
      const parts = independentParts(rules, people, draw);
      assert.deepEqual(parts.flat().sort((a, b) => a - b), people);
      for (const part of parts) {
        const own: number[] = part.map((giver) => draw[giver]!).sort((a, b) => a - b);
        // Closed: every draw gives the part its own receivers.
        for (const other of draws) {
          assert.deepEqual(part.map((giver) => other[giver]!).sort((a, b) => a - b), own);
        }
        // Connected: every pair permitted within the part is in some draw.
        for (const giver of part) {
          for (const receiver of own.filter((to) => !rules.forbids(giver, to))) {
            assert.ok(draws.some((other) => other[giver] === receiver));
          }
        }
        // As small as can be: no proper subset of it is closed.
        for (let set = 1; set < (1 << part.length) - 1; set++) {
          const some = part.filter((_, i) => set & 1 << i);
          const theirs = (of: number[]) => String(some.map((giver) => of[giver]!).sort());
          assert.ok(draws.some((other) => theirs(other) !== theirs(draw)));
        }
      }
    }),
    { numRuns: 500 },
  );
  assert.ok(checked > 50, "Enough of the problems have a draw");
});
