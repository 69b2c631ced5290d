import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { KnownGames } from "./known_games.ts";

Deno.test("KnownGames keeps small games for ten minutes, and no others", () => {
  let now = 0;
  const known = new KnownGames<number>(() => now);
  const game = makeGame(3);
  known.keep("a", game, 1);
  now = 9 * 60_000;
  known.keep("b", game, 2);
  assert.deepEqual([known.get("a")?.revision, known.get("b")?.revision], [1, 2]);
  now = 10 * 60_000;
  assert.equal(known.get("b")?.game, game, "a read of any game drops those that are too old");
  now = 0;
  assert.equal(known.get("a"), undefined);
  known.forget("b");
  assert.equal(known.get("b"), undefined);
  known.keep("large", makeGame(41), 1);
  assert.equal(known.get("large"), undefined);
  const full = game.participants.map((one) => ({ ...one, wish: "🎅".repeat(20_000) }));
  known.keep("full", { ...game, participants: full }, 1);
  assert.equal(known.get("full"), undefined);
  known.keep("forty", makeGame(40), 1);
  assert(known.get("forty"));
  for (let i = 0; i < 256; i++) known.keep(`${i}`, game, i);
  assert.deepEqual([known.get("forty"), known.get("0")?.revision], [undefined, 0]);
});
