import assert from "node:assert/strict";
import fc from "fast-check";
import { bodyCost, codesCost, linksCost, readingCost, requestCost } from "./request_cost.ts";

const list = (length: number) => Array.from({ length }, () => null);
const work = (people: number, exclusions = 0, households: number[] = []) => ({
  participants: list(people),
  exclusions: list(exclusions),
  households: households.map(list),
});

Deno.test("requestCost() is one request for families and offices, and more for thousands", () => {
  assert.equal(requestCost(work(3)), 1);
  assert.equal(requestCost(work(20, 30, [2, 2, 4])), 1);
  assert.equal(requestCost(work(120, 60)), 1);
  assert.equal(requestCost(work(1_000, 0, list(40).map(() => 25))), 12);
  assert.equal(requestCost(work(1_000, 20_000)), 50);
});

Deno.test("requestCost() and codesCost() are whole, at least 1, and never less for more", () => {
  const count = fc.integer({ min: 0, max: 20_000 });
  fc.assert(
    fc.property(count, count, count, (people, exclusions, more) => {
      const price = requestCost(work(people, exclusions));
      assert.ok(Number.isInteger(price) && price >= 1);
      assert.ok(requestCost(work(people, exclusions + more)) >= price);
      assert.ok(requestCost(work(people, exclusions, [more])) >= price);
    }),
    { numRuns: 50 },
  );
  assert.equal(codesCost({ participants: [] }), 1);
});

Deno.test("requestCost() counts one-way exclusions, whether they are sent or stored", () => {
  const people = Array.from({ length: 100 }, () => ({}));
  const bans = Array.from({ length: 5_000 }, () => [1, 2]);
  const work = { participants: people, exclusions: [], households: [] };
  assert.equal(requestCost({ ...work, oneWayExclusions: bans }), 11);
  const kept = people.map(() => ({ oneWayExclusions: Array.from({ length: 50 }, () => 1) }));
  assert.equal(requestCost({ ...work, participants: kept }), 11);
});

Deno.test("bodyCost(), linksCost() and readingCost() grow with their input", () => {
  assert.deepEqual([0, 200, 6_144, 6_145, 256 * 1024].map(bodyCost), [1, 1, 1, 2, 43]);
  assert.deepEqual([3, 120, 1_000].map((people) => linksCost(work(people))), [1, 6, 50]);
  assert.deepEqual(readingCost(work(120)), { own: 1, shared: 1 });
  assert.deepEqual(readingCost(work(1_000, 20_000)), { own: 10, shared: 2 });
});
