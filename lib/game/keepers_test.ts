import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { keptBy, requireSealedKeepers, withoutEndedKeepers } from "./keepers.ts";
import { type Game, LIMITS, type Participant } from "./types.ts";

/** A sealed game in which P1 keeps the gifts of this many people without a link of their own. */
function keeping(count: number): Game {
  const game = makeGame(8, { isSealed: true });
  for (const one of game.participants.slice(1)) one.email = null;
  const [keeper] = game.participants;
  assert(keeper);
  keeper.keeps = Array.from({ length: count }, (_, index) => index + 2);
  return game;
}

const refused = { code: "KEEPERS_ARE_SEALED" };

Deno.test("requireSealedKeepers() allows few kept people, none with a link of their own", () => {
  requireSealedKeepers(keeping(LIMITS.keptSealed));
  const many = keeping(LIMITS.keptSealed + 1);
  assert.throws(() => requireSealedKeepers(many), refused);
  requireSealedKeepers({ ...many, isSealed: false });
  const drawing = { ...keeping(1), keepersMayDraw: true };
  assert.throws(() => requireSealedKeepers(drawing), refused);
  for (const link of [{ email: "p2@example.org" }, { claimOpenedAt: "2026-12-01T12:00:00.000Z" }]) {
    const game = keeping(2);
    Object.assign(game.participants[1] ?? {}, link);
    assert.throws(() => requireSealedKeepers(game), refused);
    const [keeper] = withoutEndedKeepers(game).participants;
    assert.deepEqual(keeper?.keeps, [3]);
  }
});

Deno.test("keptBy() shows a keeper no gift that is locked, nor one of someone with a link", () => {
  const kept = (number = 0, change: Partial<Participant> = {}) => {
    const game = keeping(2);
    const participants = game.participants.map((one) =>
      one.number === number ? { ...one, ...change } : one
    );
    const [keeper] = participants;
    assert(keeper);
    return keptBy({ ...game, participants }, keeper).map((one) => one.number);
  };
  assert.deepEqual(kept(), [2, 3]);
  assert.deepEqual(kept(2, { email: "p2@example.org" }), [3]);
  assert.deepEqual(kept(3, { revealBlockedForTokenVersion: 1 }), [2]);
  assert.deepEqual(kept(1, { revealBlockedForTokenVersion: 1 }), []);
});
