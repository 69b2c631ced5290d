import assert from "node:assert/strict";
import fc from "fast-check";
import { drawAssignments } from "./draw.ts";
import { anyMatching, canServe, range, rulesOf, seededRandom } from "@/tests/support/draws.ts";
import { shuffle } from "./random.ts";
import { NOBODY, Rules } from "./rules.ts";
import { tightGroup } from "./tight_group.ts";

Deno.test("tightGroup() names fewer receivers than givers, and only necessary givers", () => {
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

Deno.test("drawAssignments() names a smallest group, for 1,500 rules that leave one to three receivers each", () => {
  const random = seededRandom(7);
  let refused = 0;
  for (let run = 0; run < 1_500; run++) {
    const size = 4 + random.below(5);
    const choices = range(size).map((giver) => {
      const others = shuffle(range(size).filter((one) => one !== giver), random);
      return others.slice(0, 1 + random.below(3));
    });
    const bans = choices.flatMap((receivers, giver) =>
      range(size).filter((to) => !receivers.includes(to)).map((to) => [giver, to] as const)
    );
    const problem = { size, exclusions: [], households: [], bans };
    const result = drawAssignments(problem, random);
    if (result.ok) continue;
    refused++;
    assert.equal(result.givers.length, smallestGroupSize(new Rules(size, [], [], bans)));
    assert.equal(result.receivers.length, result.givers.length - 1);
    const reached = result.givers.flatMap((giver) => choices[giver] ?? []);
    assert.deepEqual(new Set(result.receivers), new Set(reached));
  }
  assert.ok(refused > 700, `${refused}`);
});

Deno.test("drawAssignments() names a smallest group whose members are next to each other in the search", () => {
  const choices = [[1, 5, 6], [0, 4, 6], [1], [0, 7], [1, 5], [1, 7], [0, 5], [0, 4]];
  const bans = choices.flatMap((receivers, giver) =>
    range(8).filter((to) => !receivers.includes(to)).map((to) => [giver, to] as const)
  );
  const problem = { size: 8, exclusions: [], households: [], bans };
  const result = drawAssignments(problem, seededRandom(1));
  assert.ok(!result.ok);
  assert.deepEqual(new Set(result.givers), new Set([2, 3, 4, 5, 6]));
  assert.deepEqual(new Set(result.receivers), new Set([0, 1, 5, 7]));
});

/** Tries every group; receivers are the bits of a number. */
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

Deno.test("tightGroup() refuses a matching that leaves no one out", () => {
  const rules = new Rules(3, [], []);
  assert.throws(() => tightGroup(rules, anyMatching(rules)), Error);
});
