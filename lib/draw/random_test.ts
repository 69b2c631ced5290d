import assert from "node:assert/strict";
import { assertUniform, seededRandom } from "./draw_testing.ts";
import { cryptoRandom, randomFromWords, shuffle } from "./random.ts";

/** Hands out these words, and throws when there are no more. */
function randomOf(...words: number[]) {
  return randomFromWords(() => {
    const word = words.shift();
    assert.ok(word !== undefined, "More words drawn than expected");
    return word;
  });
}

Deno.test("randomFromWords() draws again beyond the last whole multiple", () => {
  // 2 ** 32 - 1 is a multiple of 3, so that only the very last word is one too many.
  assert.equal(randomOf(2 ** 32 - 1, 5).below(3), 2);
  assert.equal(randomOf(2 ** 32 - 2).below(3), 2);
  // Of 2 ** 31 + 1 there is one whole multiple: nearly half of all words are too many.
  assert.equal(randomOf(2 ** 31 + 1, 2 ** 32 - 1, 7).below(2 ** 31 + 1), 7);
  assert.equal(randomOf(2 ** 31).below(2 ** 31 + 1), 2 ** 31);
});

Deno.test("randomFromWords() uses every word where the range divides them", () => {
  assert.equal(randomOf(2 ** 32 - 1).below(2 ** 32), 2 ** 32 - 1);
  assert.equal(randomOf(2 ** 32 - 1).below(16), 15);
  assert.equal(randomOf(2 ** 32 - 1).below(1), 0);
});

Deno.test("cryptoRandom.below() stays in its range and reaches all of it", () => {
  const seen = new Set<number>();
  for (let i = 0; i < 5_000; i++) seen.add(cryptoRandom.below(7));
  assert.deepEqual([...seen].sort(), [0, 1, 2, 3, 4, 5, 6]);
});

Deno.test("cryptoRandom.below() refuses what is no range", () => {
  for (const n of [0, -1, 1.5, NaN, Infinity, 2 ** 32 + 1]) {
    assert.throws(() => cryptoRandom.below(n), RangeError);
  }
});

Deno.test("shuffle() reaches every order equally often, in place", () => {
  const random = seededRandom(1);
  const orders = ["abc", "acb", "bac", "bca", "cab", "cba"];
  assertUniform(orders, 6_000, () => shuffle(["a", "b", "c"], random).join(""));
  const items = [1, 2, 3];
  assert.equal(shuffle(items, random), items);
});
