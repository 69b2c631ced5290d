import assert from "node:assert/strict";
import fc from "fast-check";
import { priceOf, priceOfBody, priceOfCodes, priceOfLinks, readingPrice } from "./price.ts";

const list = (length: number) => Array.from({ length }, () => null);
const work = (people: number, exclusions = 0, households: number[] = []) => ({
  participants: list(people),
  exclusions: list(exclusions),
  households: households.map(list),
});

Deno.test("priceOf() is one request for families and offices, and more for thousands", () => {
  assert.equal(priceOf(work(3)), 1);
  assert.equal(priceOf(work(20, 30, [2, 2, 4])), 1);
  assert.equal(priceOf(work(120, 60)), 1);
  assert.equal(priceOf(work(1_000, 0, list(40).map(() => 25))), 12);
  assert.equal(priceOf(work(1_000, 20_000)), 50);
});

Deno.test("priceOf() and priceOfCodes() are whole, at least 1, and never less for more", () => {
  const count = fc.integer({ min: 0, max: 20_000 });
  fc.assert(
    fc.property(count, count, count, (people, exclusions, more) => {
      const price = priceOf(work(people, exclusions));
      assert.ok(Number.isInteger(price) && price >= 1);
      assert.ok(priceOf(work(people, exclusions + more)) >= price);
      assert.ok(priceOf(work(people, exclusions, [more])) >= price);
    }),
    { numRuns: 50 },
  );
  assert.equal(priceOfCodes({ participants: [] }), 1);
});

Deno.test("priceOf() counts rules of one direction, where they are sent and where they are kept", () => {
  const people = Array.from({ length: 100 }, () => ({}));
  const bans = Array.from({ length: 5_000 }, () => [1, 2]);
  const work = { participants: people, exclusions: [], households: [] };
  assert.equal(priceOf({ ...work, oneWayExclusions: bans }), 11);
  const kept = people.map(() => ({ oneWayExclusions: Array.from({ length: 50 }, () => 1) }));
  assert.equal(priceOf({ ...work, participants: kept }), 11);
});

Deno.test("priceOfBody(), priceOfLinks() and readingPrice() grow with what they are for", () => {
  assert.deepEqual([0, 200, 6_144, 6_145, 256 * 1024].map(priceOfBody), [1, 1, 1, 2, 43]);
  assert.deepEqual([3, 120, 1_000].map((people) => priceOfLinks(work(people))), [1, 6, 50]);
  assert.deepEqual(readingPrice(work(120)), { own: 1, shared: 1 });
  assert.deepEqual(readingPrice(work(1_000, 20_000)), { own: 10, shared: 2 });
});
