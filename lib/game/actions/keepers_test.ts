import assert from "node:assert/strict";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { GameError } from "../errors.ts";
import { namedKeepers } from "../keepers.ts";
import type { Game } from "../types.ts";
import { allowKeepers, setKeepers } from "./keepers.ts";
import { muteThread } from "./messages.ts";

const set = (game: Game, keepers: [string, string][], keepersMayDraw?: boolean) =>
  setKeepers(game, {
    action: "setKeepers",
    keepers,
    ...keepersMayDraw === undefined ? {} : { keepersMayDraw },
  }, decisionContext);

function refusalOf(decide: () => unknown) {
  try {
    decide();
  } catch (error) {
    return error instanceof GameError ? error.code : String(error);
  }
}

/** A sealed game of five without addresses, in which P1 keeps P2's gift. */
function sealedAndKept(): Game {
  const participants = ["P1", "P2", "P3", "P4", "P5"].map((name) => ({ name }));
  return makeGame(5, { isSealed: true, participants, keepers: [["P1", "P2"]] });
}

Deno.test("setKeepers() takes names or ids, and moves only who has their keeper", () => {
  const game = makeGame(5);
  const pairs = (one: Game) => one.participants.map(({ receiver }) => receiver);
  const [first] = game.participants;
  const giver = game.participants.find(({ receiver }) => receiver === 1);
  const apart = game.participants.find(({ number }) =>
    number !== 1 && number !== first?.receiver && number !== giver?.number
  );
  assert(first && giver && apart);
  const kept = set(game, [["p1", apart.id], ["P1", apart.name]]);
  assert.deepEqual(namedKeepers(kept.game), [["P1", apart.name]]);
  assert.deepEqual([pairs(kept.game), kept.events], [pairs(game), []]);
  assert.deepEqual(set(kept.game, [[first.id, apart.name]]), { game: kept.game, events: [] });
  const moved = set(game, [[giver.name, "P1"]]).game;
  assert.notEqual(moved.participants[giver.number - 1]?.receiver, 1);
  const allowed = set(game, [[giver.name, "P1"]], true).game;
  assert.deepEqual([pairs(allowed), allowed.keepersMayDraw], [pairs(game), true]);
  const none = set(allowed, []).game;
  assert.deepEqual([namedKeepers(none), none.keepersMayDraw], [[], true]);
  assert.equal(refusalOf(() => set(game, [["P1", "Nobody"]])), "UNKNOWN_PERSON");
  assert.equal(refusalOf(() => set(game, [["P1", "p1"]])), "VALIDATION_FAILED");
});

Deno.test("setKeepers() before the draw only notes them", () => {
  const game = makeGame(4, { draw: "later" });
  const { game: after, events } = set(game, [["P1", "P2"], ["P3", "P2"]]);
  assert.deepEqual(namedKeepers(after), [["P1", "P2"], ["P3", "P2"]]);
  assert.deepEqual([after.isGathering, events], [true, []]);
});

Deno.test("setKeepers() lets a sealed game's organizer add no one, and draws again for who leaves", () => {
  const game = sealedAndKept();
  assert.equal(refusalOf(() => set(game, [["P1", "P2"], ["P3", "P4"]])), "KEEPERS_ARE_SEALED");
  assert.equal(refusalOf(() => set(game, [["P2", "P1"]])), "KEEPERS_ARE_SEALED");
  assert.equal(refusalOf(() => set(game, [["P1", "P2"]], true)), "KEEPERS_ARE_SEALED");
  assert.deepEqual(set(game, [["P1", "P2"]]), { game, events: [] });
  const left = set(game, []);
  assert.deepEqual(namedKeepers(left.game), []);
  assert.equal(left.game.drawCount, game.drawCount + 1);
});

Deno.test("allowKeepers() with a link for which the gift is locked may forbid them, but not allow them", () => {
  const game = sealedAndKept();
  const [, kept = assert.fail()] = game.participants;
  // The former holder had allowed them.
  kept.keepersAllowedForTokenVersion = kept.revealBlockedForTokenVersion = 1;
  kept.tokenVersion = 2;
  const allow = (allowed: boolean) =>
    allowKeepers(game, { action: "allowKeepers", participantId: kept.id, allowed }).game;
  assert.equal(refusalOf(() => allow(true)), "GIFT_WITHHELD");
  assert.equal(allow(false).participants[1]?.keepersAllowedForTokenVersion, 0);
});

Deno.test("muteThread() ends the mails of one thread of one person", () => {
  const game = makeGame(3);
  const participantId = game.participants[1]?.id ?? "";
  const mute = (to: "receiver" | "giver", muted: boolean, before = game) =>
    muteThread(before, { action: "muteThread", participantId, to, muted }).game;
  const muted = (one: Game) =>
    one.participants.map(({ mutesReceiver, mutesGiver }) => [mutesReceiver, mutesGiver]);
  const none = [false, false];
  assert.deepEqual(muted(mute("receiver", true)), [none, [true, false], none]);
  assert.deepEqual(muted(mute("giver", true)), [none, [false, true], none]);
  assert.deepEqual(muted(mute("giver", false, mute("giver", true))), [none, none, none]);
});
