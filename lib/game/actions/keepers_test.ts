import assert from "node:assert/strict";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { GameError } from "../errors.ts";
import { namedKeepers } from "../keepers.ts";
import type { Game } from "../types.ts";
import { setKeepers } from "./keepers.ts";
import { muteThread } from "./mute.ts";

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
  const participants = ["P1", "P2", "P3", "P4", "P5"].map((name) => ({ name }));
  const game = makeGame(5, { isSealed: true, participants, keepers: [["P1", "P2"]] });
  assert.equal(refusalOf(() => set(game, [["P1", "P2"], ["P3", "P4"]])), "KEEPERS_ARE_SEALED");
  assert.equal(refusalOf(() => set(game, [["P2", "P1"]])), "KEEPERS_ARE_SEALED");
  assert.equal(refusalOf(() => set(game, [["P1", "P2"]], true)), "KEEPERS_ARE_SEALED");
  assert.deepEqual(set(game, [["P1", "P2"]]), { game, events: [] });
  const left = set(game, []);
  assert.deepEqual(namedKeepers(left.game), []);
  assert.equal(left.game.drawCount, game.drawCount + 1);
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
