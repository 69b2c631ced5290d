import assert from "node:assert/strict";
import { decisionContext, inDays, makeGame, tokens } from "@/tests/support/games.ts";
import { GameError } from "../errors.ts";
import { namedKeepers } from "../keepers.ts";
import { gameActionSchema } from "../operations.ts";
import type { Game, Participant } from "../types.ts";
import { decide } from "./decide.ts";
import { eraseParticipant } from "./erase.ts";
import { allowKeepers, setKeepers } from "./keepers.ts";
import { muteThread } from "./messages.ts";
import { claimPlace } from "./seal.ts";

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

Deno.test("setKeepers() takes names or ids, and moves only people whose receiver is their keeper", () => {
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

Deno.test("setKeepers() before the draw only stores them", () => {
  const game = makeGame(4, { draw: "later" });
  const { game: after, events } = set(game, [["P1", "P2"], ["P3", "P2"]]);
  assert.deepEqual(namedKeepers(after), [["P1", "P2"], ["P3", "P2"]]);
  assert.deepEqual([after.isGathering, events], [true, []]);
});

Deno.test("setKeepers() lets a sealed game's organizer add no one, and redraws if a keeper is removed", () => {
  const game = sealedAndKept();
  assert.equal(refusalOf(() => set(game, [["P1", "P2"], ["P3", "P4"]])), "KEEPERS_ARE_SEALED");
  assert.equal(refusalOf(() => set(game, [["P2", "P1"]])), "KEEPERS_ARE_SEALED");
  assert.equal(refusalOf(() => set(game, [["P1", "P2"]], true)), "KEEPERS_ARE_SEALED");
  assert.deepEqual(set(game, [["P1", "P2"]]), { game, events: [] });
  const left = set(game, []);
  assert.deepEqual(namedKeepers(left.game), []);
  assert.equal(left.game.drawCount, game.drawCount + 1);
});

/** The same game after one action of its organizer. */
function organize(game: Game, action: string, body: Record<string, unknown> = {}): Game {
  const organizerToken = tokens.organizer(game);
  const asked = gameActionSchema.parse({ action, organizerToken, ...body });
  return decide(game, asked, {}, tokens, decisionContext).game;
}

/** The gifts that P1 keeps, and the pairs that are kept apart. */
const apartIn = (game: Game, keeper = "P1") => [
  game.participants.find(({ name }) => name === keeper)?.keeps,
  game.exclusions,
];

Deno.test("keeper and kept person stay apart if the keeping ends without the organizer's wish", () => {
  const game = sealedAndKept();
  const [keeper = assert.fail(), kept = assert.fail()] = game.participants;
  const claimed = (one: Participant, of = game) => {
    const issued = organize(of, "issueClaim", { participantId: one.id });
    const { claimVersion } = issued.participants.find(({ id }) => id === one.id) ?? assert.fail();
    const claimToken = tokens.claim(issued, { ...one, claimVersion });
    const action = { action: "claimPlace", claimToken } as const;
    return decide(issued, action, {}, tokens, decisionContext).game;
  };
  const opened = {
    ...game,
    participants: game.participants.map((one) =>
      one === kept ? { ...one, viewedAt: game.createdAt, firstViewedAt: game.createdAt } : one
    ),
  };
  const renewed = organize(opened, "regenerateToken", { participantId: keeper.id });
  assert.deepEqual(apartIn(renewed), [[], [[1, 2]]]);
  const email = "p2@example.org";
  const gathering = { ...game, isGathering: true };
  for (const before of [game, gathering]) {
    const entered = organize(before, "updateParticipantDetails", { participantId: kept.id, email });
    assert.deepEqual(apartIn(entered), [[], [[1, 2]]]);
  }
  const taken = claimed(kept);
  assert.deepEqual(apartIn(taken), [[2], []], "the kept one may allow it again");
  assert.deepEqual(apartIn(organize(taken, "breakSeal")), [[], [[1, 2]]]);
  assert.deepEqual(apartIn(claimed(keeper, taken)), [[], [[1, 2]]]);
  const over = { ...game, date: inDays(0) };
  const erased = eraseParticipant(over, keeper, () => "Former member", decisionContext);
  assert.deepEqual(apartIn(erased, "Former member"), [[], [[1, 2]]]);
});

Deno.test("a gift stays closed that one of two keepers may have opened who is gone", () => {
  const made = makeGame(7, {
    isSealed: true,
    participants: ["P1", "P2", "P3", "P4", "P5", "P6", "P7"].map((name) => ({ name })),
    keepers: [["P1", "P2"], ["P3", "P2"], ["P1", "P4"]],
  });
  const viewed = { viewedAt: made.createdAt, firstViewedAt: made.createdAt };
  const opened = {
    ...{ ...made, date: inDays(0) },
    participants: made.participants.map((one) => one.name === "P2" ? { ...one, ...viewed } : one),
  };
  const [keeper = assert.fail()] = opened.participants;
  const participantId = keeper.id;
  const newcomer = { participantId, participantName: "Zoe", participantEmail: "" };
  const ended = [
    organize(opened, "regenerateToken", { participantId }),
    organize({ ...opened, date: made.date }, "replaceParticipant", newcomer),
    eraseParticipant(opened, keeper, () => "Former member", decisionContext),
  ];
  const lockedIn = (game: Game) =>
    ["P2", "P3", "P4"].map((name) =>
      game.participants.find((one) => one.name === name)?.revealBlockedForTokenVersion
    );
  for (const game of ended) {
    assert.deepEqual(lockedIn(game), [0, null, null], "no one has opened the gift of P4");
    const one = game.participants.find(({ name }) => name === "P2") ?? assert.fail();
    const claimed = claimPlace(game, one, decisionContext).game;
    assert.deepEqual(lockedIn(claimed), [0, null, null]);
    assert.equal(
      claimed.participants.find(({ name }) => name === "P2")?.firstViewedAt,
      made.createdAt,
    );
    assert.deepEqual(lockedIn(organize(game, "reassignAll")), [null, null, null]);
  }
  const open = organize({ ...opened, isSealed: false }, "regenerateToken", { participantId });
  assert.deepEqual(lockedIn(open), [null, null, null]);
});

Deno.test("the replacement of a keeper or of a kept person stays apart from the other", () => {
  const game = sealedAndKept();
  const [keeper = assert.fail(), kept = assert.fail()] = game.participants;
  const replaced = (before: Game, one: Participant, keepRules = true) =>
    organize(before, "replaceParticipant", {
      ...{ participantId: one.id, participantName: "New", keepRules },
    });
  const newKeeper = replaced(game, keeper);
  assert.deepEqual(apartIn(newKeeper, "New"), [[], [[2, 6]]]);
  assert.deepEqual(replaced(game, keeper, false).exclusions, []);
  assert.deepEqual(apartIn(replaced(game, kept)), [[6], []], "is kept, too");
  const claimed = {
    ...game,
    participants: game.participants.map((one) =>
      one === kept ? { ...one, keepersAllowedForTokenVersion: one.tokenVersion } : one
    ),
  };
  assert.deepEqual(apartIn(replaced(claimed, kept)), [[], [[1, 6]]]);
  assert.deepEqual(replaced(claimed, kept, false).exclusions, []);
  const gathering = { ...game, isGathering: true };
  assert.deepEqual(apartIn(replaced(gathering, keeper), "New"), [[2], []]);
});

Deno.test("no exclusion is added for keepers who may draw, for an existing exclusion, or at the organizer's wish", () => {
  const game = sealedAndKept();
  const [, kept = assert.fail()] = game.participants;
  const enter = (before: Game) =>
    organize(before, "updateParticipantDetails", {
      ...{ participantId: kept.id, email: "p2@example.org" },
    });
  assert.deepEqual(enter({ ...game, keepersMayDraw: true }).exclusions, []);
  assert.deepEqual(enter({ ...game, exclusions: [[1, 2]] }).exclusions, [[1, 2]]);
  assert.deepEqual(organize(game, "setKeepers", { keepers: [] }).exclusions, []);
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
