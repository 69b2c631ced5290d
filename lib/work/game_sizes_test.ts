import assert from "node:assert/strict";
import { GameSizes } from "./game_sizes.ts";

const game = (people: number, pairs = 0) => ({
  participants: Array(people).fill(null),
  exclusions: Array(pairs).fill(null),
});

Deno.test("GameSizes knows how large a game was when it was last read", () => {
  const sizes = new GameSizes();
  assert.equal(sizes.isLarge("123456"), undefined);
  assert.equal(sizes.note("123456", game(20, 30)), false);
  assert.equal(sizes.isLarge("123456"), false);
  assert.equal(sizes.note("123456", game(1_000)), true);
  assert.equal(sizes.isLarge("123456"), true);
  assert.equal(sizes.note("123456", game(100, 500)), true);
});

Deno.test("GameSizes forgets the entry that was noted longest ago", () => {
  const sizes = new GameSizes();
  for (let code = 0; code <= 10_000; code++) sizes.note(String(code), game(3));
  assert.equal(sizes.isLarge("0"), undefined);
  assert.equal(sizes.isLarge("1"), false);
});
