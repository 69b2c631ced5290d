import assert from "node:assert/strict";
import { assertUniform, seededRandom } from "@/tests/support/draws.ts";
import { belowLarge, cryptoRandom, randomFromWords, shuffle } from "./random.ts";

/** Hands out these words, and throws when there are no more. */
function randomOf(...words: number[]) {
  return randomFromWords(() => {
    const word = words.shift();
    assert.ok(word !== undefined, "More words drawn than expected");
    return word;
  });
}

Deno.test("randomFromWords() draws again beyond the last whole multiple", () => {
  // 2 ** 32 - 1 is a multiple of 3, so only the very last word is one too many.
  assert.equal(randomOf(2 ** 32 - 1, 5).below(3), 2);
  assert.equal(randomOf(2 ** 32 - 2).below(3), 2);
  // Only one whole multiple of 2 ** 31 + 1 fits: nearly half of all words are too large.
  assert.equal(randomOf(2 ** 31 + 1, 2 ** 32 - 1, 7).below(2 ** 31 + 1), 7);
  assert.equal(randomOf(2 ** 31).below(2 ** 31 + 1), 2 ** 31);
});

Deno.test("randomFromWords() uses every word if the range divides them", () => {
  assert.equal(randomOf(2 ** 32 - 1).below(2 ** 32), 2 ** 32 - 1);
  assert.equal(randomOf(2 ** 32 - 1).below(16), 15);
  assert.equal(randomOf(2 ** 32 - 1).below(1), 0);
});

Deno.test("belowLarge() combines two words into a number, each number from exactly one pair of words", () => {
  const word = 2 ** 32;
  const n = 2.5 * word;
  for (const [high, low] of [[0, 0], [0, word - 1], [1, 0], [1, 7], [2, 0], [2, word / 2 - 1]]) {
    assert.ok(high !== undefined && low !== undefined);
    assert.equal(belowLarge(n, randomOf(high, low)), high * word + low);
  }
  // Only half of the last of three high words is used: if the number is too large, both words are drawn again.
  assert.equal(belowLarge(n, randomOf(2, word / 2, 1, 5)), word + 5);
  assert.equal(belowLarge(n, randomOf(2, word - 1, 2, word / 2, 0, 3)), 3);
  assert.equal(belowLarge(word + 1, randomOf(1, 1, 1, 0)), word);
});

Deno.test("belowLarge() takes one word for a range of one word, and reaches 2 ** 53", () => {
  assert.equal(belowLarge(2 ** 32, randomOf(2 ** 32 - 1)), 2 ** 32 - 1);
  assert.equal(belowLarge(10, randomOf(19)), 9);
  assert.equal(belowLarge(2 ** 53, randomOf(2 ** 21 - 1, 2 ** 32 - 1)), 2 ** 53 - 1);
});

Deno.test("belowLarge() is even over a range that is no power of two", () => {
  const random = seededRandom(5);
  const n = 2 ** 32 * 1.25;
  // Fifths of the range: taking the remainder of two words would make the first ones more frequent.
  assertUniform(
    ["0", "1", "2", "3", "4"],
    20_000,
    () => String(Math.floor(belowLarge(n, random) / (n / 5))),
  );
});

Deno.test("cryptoRandom.below() stays in its range and reaches all of it", () => {
  const seen = new Set<number>();
  for (let i = 0; i < 5_000; i++) seen.add(cryptoRandom.below(7));
  assert.deepEqual([...seen].sort(), [0, 1, 2, 3, 4, 5, 6]);
});

Deno.test("cryptoRandom.below() refuses an invalid range", () => {
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
