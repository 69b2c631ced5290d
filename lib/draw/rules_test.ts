import assert from "node:assert/strict";
import fc from "fast-check";
import { range, rulesOf } from "@/tests/support/draws.ts";
import { Rules } from "./rules.ts";

Deno.test("Rules.forbids() covers oneself, households, exclusions and bans", () => {
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

Deno.test("Rules.choices(), permitted() and receiversFor() agree with forbids()", () => {
  fc.assert(fc.property(rulesOf({ max: 10 }), (rules) => {
    const people = range(rules.size);
    for (const giver of people) {
      const permitted = people.filter((receiver) => !rules.forbids(giver, receiver));
      assert.deepEqual(rules.receiversFor(giver), permitted);
      assert.equal(rules.choices()[giver], permitted.length);
      const isPermitted = people.map((receiver) => permitted.includes(receiver) ? 1 : 0);
      assert.deepEqual([...rules.permitted(giver)], isPermitted);
    }
  }));
});

Deno.test("Rules for thousands of people forbid the same pairs", () => {
  const size = 5_000;
  const rules = new Rules(size, [[0, 4_999]], [[1, 2], [2, 40, 3_333]], [[7, 8], [1, 2]]);
  assert.deepEqual([0, 1, 2, 7, 9].map((giver) => rules.choices()[giver]), [
    ...[size - 2, size - 2, size - 4, size - 2, size - 1],
  ]);
  assert.deepEqual([1, 2, 40, 3_333].map((person) => rules.permitted(2)[person]), [0, 0, 0, 0]);
});

Deno.test("Rules refuse unknown people", () => {
  for (const stranger of [-1, 3, 0.5, NaN]) {
    assert.throws(() => new Rules(3, [[0, stranger]], []), RangeError);
    assert.throws(() => new Rules(3, [], [[stranger]]), RangeError);
    assert.throws(() => new Rules(3, [], [], [[stranger, 0]]), RangeError);
  }
});
