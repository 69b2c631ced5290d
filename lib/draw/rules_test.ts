import assert from "node:assert/strict";
import fc from "fast-check";
import { range, rulesOf } from "./draw_testing.ts";
import { Rules } from "./rules.ts";

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
