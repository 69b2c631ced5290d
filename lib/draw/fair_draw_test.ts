import assert from "node:assert/strict";
import { allDraws, assertUniform, range, seededRandom } from "@/tests/support/draws.ts";
import { drawAmong } from "./fair_draw.ts";
import { Rules } from "./rules.ts";

Deno.test("drawAmong() draws evenly across independent parts", () => {
  // Two halves, each of which can only give to the other.
  const rules = new Rules(6, [], [[0, 1, 2], [3, 4, 5]]);
  const draws = allDraws(range(6), range(6), (one, other) => !rules.forbids(one, other));
  assert.equal(draws.length, 36);
  const random = seededRandom(1);
  assertUniform(
    draws.map(String),
    2_000,
    () => String(drawAmong(rules, range(6), [3, 4, 5, 0, 1, 2], random)),
  );
});

Deno.test("drawAmong() counts draws if chance rarely finds one of a few", () => {
  // A circle of 15 in which everyone may only give to a neighbour has two draws.
  const size = 15;
  const exclusions = range(size).flatMap((one) =>
    range(size).filter((other) => other > one + 1 && other - one < size - 1)
      .map((other) => [one, other] as const)
  );
  const rules = new Rules(size, exclusions, []);
  const left = range(size).map((giver) => (giver + 1) % size);
  const right = range(size).map((giver) => (giver + size - 1) % size);
  const random = seededRandom(1);
  assertUniform(
    [String(left), String(right)],
    100,
    () => String(drawAmong(rules, range(size), left, random)),
  );
});

Deno.test("drawAmong() lets everyone else keep their receiver", () => {
  const rules = new Rules(6, [], []);
  const draw = [1, 2, 3, 4, 5, 0];
  const random = seededRandom(1);
  const outcomes = allDraws([0, 2, 4], [1, 3, 5], () => true)
    .map(([a, b, c]) => String([a, 2, b, 4, c, 0]));
  assertUniform(outcomes, 600, () => String(drawAmong(rules, [0, 2, 4], draw, random)));
});

Deno.test("drawAmong() draws validly if only the walk is left", () => {
  // A band: everyone may give to the two on either side in a circle of 40.
  const size = 40;
  const distance = (one: number, other: number) =>
    Math.min((other - one + size) % size, (one - other + size) % size);
  const exclusions = range(size).flatMap((one) =>
    range(one).filter((other) => distance(one, other) > 2).map((other) => [one, other] as const)
  );
  const rules = new Rules(size, exclusions, []);
  const left = range(size).map((giver) => (giver + 1) % size);
  const drawn = drawAmong(rules, range(size), left, seededRandom(1));
  assert.equal(new Set(drawn).size, size);
  assert.ok(drawn.every((receiver, giver) => !rules.forbids(giver, receiver)));
  assert.notDeepEqual(drawn, left);
});

Deno.test("drawAmong() ends soon under any rules", () => {
  // These once took half a second: 20 to 200 people with most pairs excluded.
  const random = seededRandom(1);
  for (
    const [size, percent] of [[20, 60], [30, 60], [40, 50], [60, 60], [60, 85], [200, 90]] as const
  ) {
    const left = range(size).map((giver) => (giver + 1) % size);
    const exclusions = range(size).flatMap((one) =>
      range(one).filter((other) => one - other > 1 && random.below(100) < percent)
        .map((other) => [one, other] as const)
    ).filter(([one, other]) => one - other !== size - 1);
    const rules = new Rules(size, exclusions, []);
    let numbers = 0;
    const counted = {
      below(n: number) {
        numbers++;
        return random.below(n);
      },
    };
    const drawn = drawAmong(rules, range(size), left, counted);
    assert.equal(new Set(drawn).size, size);
    assert.ok(drawn.every((receiver, giver) => !rules.forbids(giver, receiver)));
    assert.ok(numbers < 1_000_000, `${size} people took ${numbers} random numbers`);
  }
});
