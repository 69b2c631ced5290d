import assert from "node:assert/strict";
import { seededRandom } from "@/tests/support/draws.ts";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { isNewPair, moveOne, redrawFor, redrawUnopened } from "../assignments.ts";
import { isRevealBlocked } from "../seal.ts";
import { organizerView, participantView } from "../views.ts";
import { forceReassignParticipant, reassignAll } from "./reassignment.ts";
import { replaceParticipant } from "./replace.ts";
import { canOpenInRoom } from "./room.ts";
import { agreeHandover, withhold } from "./seal.ts";

const VIEWED = "2026-12-01T10:00:00.000Z";

function sealed(count = 4) {
  const game = makeGame(count, { isSealed: true });
  const [first] = game.participants;
  assert(first);
  return { game, first };
}

Deno.test("withhold() ends a link, and keeps an opened gift for the person who opened it first", () => {
  const { game, first } = sealed();
  assert.deepEqual(withhold(game, first), {
    tokenVersion: 2,
    isEmailProved: false,
    revealBlockedForTokenVersion: null,
    viewedAt: null,
    keeps: [],
  });
  const opened = { ...first, viewedAt: VIEWED };
  const once = { ...opened, ...withhold(game, opened) };
  assert.deepEqual(withhold(game, once), {
    tokenVersion: 3,
    isEmailProved: false,
    revealBlockedForTokenVersion: 1,
    viewedAt: VIEWED,
    keeps: [],
  });
  // Opened in the room after their address was removed: no one has the present link.
  const lost = { ...opened, email: null, tokenVersion: 2, openedInRoomAt: VIEWED };
  assert.equal(withhold(game, lost).revealBlockedForTokenVersion, 0);
  assert.equal(withhold(game, { ...lost, isEmailProved: true }).revealBlockedForTokenVersion, 2);
});

Deno.test("a locked gift does not reveal to a later link whether a draw had moved its former holder", () => {
  const { game, first } = sealed();
  const opened = { ...first, firstViewedAt: VIEWED };
  const later = "2026-12-02T12:00:00.000Z";
  const [kept, ...others] = ([
    { viewedAt: VIEWED, receiverChange: null },
    { viewedAt: null, receiverChange: "left" },
    { viewedAt: later, receiverChange: null },
    { viewedAt: later, receiverChange: "rules" },
  ] as const).map((facts) => {
    const one = { ...opened, ...facts };
    const locked = { ...one, ...withhold(game, one) };
    const present = { ...game, participants: game.participants.with(0, locked) };
    assert(isRevealBlocked(present, locked));
    const agreed = agreeHandover(present, locked, 1).participants[0];
    assert(agreed);
    assert.equal(isNewPair(present, locked, agreed), false, "messages of the pair stay");
    const access = {
      ...{ role: "participant", participant: locked } as const,
      ...{ hasToken: true, seesAssignment: true },
    };
    return participantView(present, access, tokens, new Date(later)).participants[0];
  });
  for (const other of others) assert.deepEqual(other, kept);
});

Deno.test("a full draw leaves no trace of whether the former holder of a locked gift has agreed", () => {
  const { game } = sealed();
  const [first, ...others] = game.participants.map((one) => ({
    ...one,
    ...{ viewedAt: VIEWED, firstViewedAt: VIEWED },
  }));
  assert(first);
  const locked = { ...game, participants: [{ ...first, ...withhold(game, first) }, ...others] };
  const [holder] = locked.participants;
  assert(holder);
  const seen = [locked, agreeHandover(locked, holder, 1)].map((one) => {
    const drawn = reassignAll(one, {}, decisionContext).game;
    const { participants } = organizerView(drawn, tokens, new Date(VIEWED));
    return participants.map(({ viewedAt }) => viewedAt);
  });
  assert.deepEqual(seen[0], game.participants.map(() => VIEWED));
  assert.deepEqual(seen[1], seen[0]);
});

Deno.test("the draw that unlocks a gift gives its own reason, whatever happened while it was locked", () => {
  const { game } = sealed(6);
  const reasons = ([null, "left", "joined"] as const).map((receiverChange) => {
    const [first = assert.fail(), ...others] = game.participants.map((one) => ({
      ...one,
      ...{ viewedAt: VIEWED, firstViewedAt: VIEWED },
    }));
    const locked = { ...first, ...withhold(game, first), receiverChange };
    const drawn = reassignAll(
      { ...game, participants: [locked, ...others] },
      {},
      { ...decisionContext, random: seededRandom(1) },
    ).game;
    return drawn.participants.map((one) => one.receiverChange);
  });
  assert.equal(reasons[0]?.[0], "redrawn");
  for (const one of reasons) assert.deepEqual(one, reasons[0]);
});

Deno.test("withhold() takes other people's opened gifts from the new holder of a keeper's place", () => {
  const { game, first } = sealed();
  const participants = game.participants.map((one) =>
    one.number === 2 ? { ...one, viewedAt: VIEWED } : one
  );
  const keeper = { ...first, keeps: [2, 3] };
  const { keeps, revealBlockedForTokenVersion } = withhold({ ...game, participants }, keeper);
  assert.deepEqual([keeps, revealBlockedForTokenVersion], [[3], null]);
  const allowing = participants.map((one) => ({ ...one, keepersAllowedForTokenVersion: 1 }));
  assert.deepEqual(
    withhold({ ...game, participants: allowing }, keeper).keeps,
    [],
    "they meant the former",
  );
});

Deno.test("a withheld gift is new after a draw from scratch, even with the same receiver", () => {
  const { game } = sealed();
  const withheld = {
    ...game,
    participants: game.participants.map((one) => ({
      ...one,
      viewedAt: VIEWED,
      revealBlockedForTokenVersion: 1,
    })),
  };
  const random = seededRandom(1);
  const stayed = { all: 0, one: 0 };
  for (let time = 0; time < 30; time++) {
    const context = { ...decisionContext, random };
    const all = reassignAll(withheld, { action: "reassignAll" }, context);
    const one = moveOne(withheld, 1, context);
    assert(one);
    for (const [kind, { game: after, events }] of Object.entries({ all, one })) {
      for (const [index, participant] of after.participants.entries()) {
        assert.equal(participant.revealBlockedForTokenVersion, null);
        assert.equal(participant.viewedAt, null);
        assert(participant.receiverChange);
        if (participant.receiver === game.participants[index]?.receiver) {
          stayed[kind === "all" ? "all" : "one"]++;
        }
      }
      assert.equal(events.filter(({ type }) => type === "receiverChanged").length, 4);
    }
  }
  assert(stayed.all > 0 && stayed.one > 0);
  // A rule that changes nothing releases no gift.
  assert.deepEqual(redrawFor(withheld, [], decisionContext, "rules").game, withheld);
});

Deno.test("a newcomer's locked gift is new after each change that draws it again, even with the same receiver", () => {
  const made = sealed(10);
  const opened = { email: null, viewedAt: VIEWED, firstViewedAt: VIEWED };
  const game = {
    ...made.game,
    participants: made.game.participants.map((one) => ({
      ...one,
      ...opened,
      receiver: one.number % 10 + 1,
    })),
  };
  const idOf = (number: number) =>
    game.participants.find((one) => one.number === number)?.id ?? assert.fail();
  const action = "replaceParticipant" as const;
  const newcomers = { participantName: "New", participantEmail: "", keepRules: true };
  const body = { action, participantId: idOf(1), ...newcomers };
  const { game: before } = replaceParticipant(game, body, decisionContext);
  const newcomer = before.participants.at(-1) ?? assert.fail();
  assert.equal(canOpenInRoom(before, newcomer), false);
  const context = { ...decisionContext, random: seededRandom(3) };
  let stayed = 0;
  for (let time = 0; time < 60; time++) {
    const target = { action: "forceReassignParticipant", participantId: idOf(5) };
    const { game: after } = forceReassignParticipant(before, target, context);
    const same = after.participants.at(-1) ?? assert.fail();
    assert.equal(canOpenInRoom(after, same), true, "whether or not it was moved");
    assert(isNewPair(after, newcomer, same));
    if (same.receiver === newcomer.receiver) stayed++;
  }
  assert(stayed > 0 && stayed < 30, `${stayed}`);
  // Those who have not opened are drawn again, and a locked gift stays with them unchanged.
  assert.deepEqual(redrawUnopened(before, context).game, before);
});

Deno.test("a draw of all names wraps gifts opened in the room again, even with the same receiver", () => {
  const opened = { viewedAt: VIEWED, firstViewedAt: VIEWED, openedInRoomAt: VIEWED, email: null };
  const { game } = sealed(5);
  const facts = [opened, { ...opened, isEmailProved: true }, { ...opened, tokenVersion: 2 }];
  const before = {
    ...game,
    participants: game.participants.map((one, index) => ({ ...one, ...facts[index] })),
  };
  const kept = new Set<boolean>();
  for (let seed = 0; seed < 40; seed++) {
    const context = { ...decisionContext, random: seededRandom(seed) };
    const after = reassignAll(before, { action: "reassignAll" }, context).game.participants;
    const [one, joined, claimed] = after;
    kept.add(one?.receiver === before.participants[0]?.receiver);
    assert.deepEqual([one?.viewedAt, one?.firstViewedAt, one?.openedInRoomAt], [
      ...[null, null, VIEWED],
    ]);
    for (const linked of [joined, claimed]) assert.equal(linked?.firstViewedAt, VIEWED);
  }
  assert.deepEqual(kept.size, 2, "some kept their receiver, and some did not");
  const open = { ...before, isSealed: false };
  const [one] = reassignAll(open, { action: "reassignAll" }, decisionContext).game.participants;
  assert.equal(one?.firstViewedAt, VIEWED, "its organizer sees who has to look again");
});

Deno.test("a draw of all names wraps gifts again that only a former keeper opened, even with the same receiver", () => {
  const opened = { viewedAt: VIEWED, firstViewedAt: VIEWED, email: null };
  const { game } = sealed(5);
  const facts = [opened, opened, {}, {}, { keeps: [2] }];
  const before = {
    ...game,
    participants: game.participants.map((one, index) => ({
      ...one,
      ...facts[index],
      receiver: one.number % 5 + 1,
    })),
  };
  const kept = new Set<boolean>();
  for (let seed = 0; seed < 40; seed++) {
    const context = { ...decisionContext, random: seededRandom(seed) };
    const { game: after } = reassignAll(before, { action: "reassignAll" }, context);
    const [one = assert.fail(), withKeeper] = after.participants;
    kept.add(one.receiver === before.participants[0]?.receiver);
    assert.deepEqual([one.viewedAt, one.firstViewedAt, one.receiverChange], [null, null, null]);
    assert.equal(canOpenInRoom(after, one), true);
    // The keeper may have opened the new gift since.
    assert.equal(withKeeper?.firstViewedAt, VIEWED);
    assert.equal(withhold(after, one).revealBlockedForTokenVersion, null);
  }
  assert.deepEqual(kept.size, 2, "some kept their receiver, and some did not");
  const [one = assert.fail()] = before.participants;
  assert.equal(withhold(before, one).revealBlockedForTokenVersion, 0, "no draw since");
  assert.deepEqual(redrawUnopened(before, decisionContext).game.participants[0], one);
});
