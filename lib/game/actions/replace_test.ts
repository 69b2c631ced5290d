import assert from "node:assert/strict";
import fc from "fast-check";
import { accessOf, decisionContext, makeGame } from "@/tests/support/games.ts";
import { memberByNumber } from "../members.ts";
import { Tokens } from "../tokens.ts";
import type { Game, Participant } from "../types.ts";
import { participantView } from "../views.ts";
import { removalOf, replaceParticipant } from "./replace.ts";
import { breakSeal } from "./seal.ts";

const NOW = "2026-12-01T10:00:00.000Z";

/** Six people with every kind of rule about P2, who has said, seen and asked for everything. */
function gameOf(): Game {
  const game = makeGame(6, {
    exclusions: [["P1", "P2"]],
    households: [["P2", "P3"], ["P4", "P5"]],
  });
  const participants = game.participants.map((one): Participant => ({
    ...one,
    ...(one.name === "P2" && {
      wish: "Tea",
      desiredGift: "A cup",
      language: "de" as const,
      tokenVersion: 4,
      hasConfirmedAssignment: true,
      reassignmentRequestedAt: NOW,
      viewedAt: NOW,
      firstViewedAt: NOW,
      earlierReceivers: [4],
      oneWayExclusions: [5],
      keeps: [6],
      leaveRequestedAt: NOW,
      openedInRoomAt: NOW,
    }),
    ...(one.name === "P4" && { earlierReceivers: [1, 2], oneWayExclusions: [2], keeps: [2, 3] }),
  }));
  return { ...game, participants };
}

function replace(game: Game, { name = "Zoe", keepRules = true } = {}) {
  const leaver = game.participants[1];
  assert(leaver);
  const change = replaceParticipant(game, {
    action: "replaceParticipant",
    participantId: leaver.id,
    participantName: name,
    participantEmail: "zoe@example.org",
    keepRules,
  }, decisionContext);
  const newcomer = change.game.participants.at(-1);
  assert(newcomer);
  return { ...change, leaver, newcomer };
}

Deno.test("replaceParticipant() gives the newcomer only the place, and nothing else of the leaver", () => {
  const before = gameOf();
  const { game, leaver, newcomer } = replace(before);
  assert.equal(newcomer.number, before.nextNumber);
  assert.equal(game.nextNumber, before.nextNumber + 1);
  assert(!before.participants.some(({ id }) => id === newcomer.id));
  const { number, id, name, email, receiver, oneWayExclusions, keeps, ...rest } = newcomer;
  assert.deepEqual([name, email, receiver], ["Zoe", "zoe@example.org", leaver.receiver]);
  assert.deepEqual([oneWayExclusions, keeps], [[5], [6]]);
  const fresh = makeGame(3).participants[0];
  assert(fresh && number && id);
  for (const [field, value] of Object.entries(rest)) {
    assert.deepEqual(value, Object.entries(fresh).find(([known]) => known === field)?.[1], field);
  }
  for (const one of before.participants) {
    const after = game.participants.find((other) => other.number === one.number);
    if (one === leaver) assert.equal(after, undefined);
    else assert.equal(after?.receiver, one.receiver === leaver.number ? number : one.receiver);
  }
});

Deno.test("replaceParticipant() hands the rules on, or drops them with the leaver", () => {
  const kept = replace(gameOf()).game;
  assert.deepEqual(kept.exclusions, [[1, 7]]);
  assert.deepEqual(kept.households, [[7, 3], [4, 5]]);
  const find = (game: Game) => memberByNumber(game, (one) => one)(4);
  assert.deepEqual(find(kept).oneWayExclusions, [7]);
  assert.deepEqual(find(kept).keeps, [7, 3]);
  assert.deepEqual(find(kept).earlierReceivers, [1], "they never had the newcomer");
  const dropped = replace(gameOf(), { keepRules: false });
  assert.deepEqual(dropped.game.exclusions, []);
  assert.deepEqual(dropped.game.households, [[4, 5]]);
  assert.deepEqual(find(dropped.game).oneWayExclusions, []);
  assert.deepEqual(find(dropped.game).keeps, [3]);
  assert.deepEqual([dropped.newcomer.oneWayExclusions, dropped.newcomer.keeps], [[], []]);
});

Deno.test("replaceParticipant() hands keepers on if the seal was broken after a claim", () => {
  const withPerson = (game: Game, name: string, patch: Partial<Participant>): Game => ({
    ...game,
    participants: game.participants.map((one) => one.name === name ? { ...one, ...patch } : one),
  });
  const claimed = withPerson({ ...gameOf(), isSealed: true }, "P2", {
    keepersAllowedForTokenVersion: 0,
  });
  const { game: broken } = breakSeal(claimed, {}, decisionContext);
  const { game, newcomer } = replace(withPerson(broken, "P4", { keeps: [2] }));
  assert.deepEqual(game.participants.find(({ name }) => name === "P4")?.keeps, [newcomer.number]);
});

Deno.test("replaceParticipant() notifies the newcomer, the leaver, and the giver if they had looked", () => {
  const game = gameOf();
  const told = (game: Game) =>
    replace(game).events.map((event) => [
      event.type,
      "participant" in event ? event.participant : "name" in event ? event.name : null,
    ]);
  assert.deepEqual(told(game), [["participantAdded", 7], ["participantRemoved", "P2"]]);
  const giver = game.participants.find(({ receiver }) => receiver === 2);
  assert(giver);
  giver.viewedAt = giver.firstViewedAt = giver.reassignmentRequestedAt = NOW;
  giver.hasConfirmedAssignment = true;
  assert.deepEqual(told(game).at(-1), ["receiverChanged", giver.number]);
  const after = memberByNumber(replace(game).game, (one) => one)(giver.number);
  assert.deepEqual([after.viewedAt, after.hasConfirmedAssignment], [null, false]);
  assert.equal(after.firstViewedAt, NOW);
  assert.equal(
    after.reassignmentRequestedAt,
    NOW,
    "what they asked for reveals no pair",
  );
});

Deno.test("removalOf() notifies the leaver in their own language, or else in the game's", () => {
  const game = makeGame(3, { language: "fr" });
  const [leaver = assert.fail()] = game.participants;
  const told = { type: "participantRemoved", name: "P1", email: "p1@example.org" };
  assert.deepEqual(removalOf(game, { ...leaver, language: "de" }, {}), { ...told, language: "de" });
  assert.deepEqual(removalOf(game, leaver, {}), { ...told, language: "fr" });
});

Deno.test("removalOf() knows who is aware of the game: through a mail, their gift, or a request of their own", () => {
  const game = makeGame(3);
  const [leaver = assert.fail()] = game.participants;
  const knew = (fields: Partial<Participant>, mailed: number[] = []) => {
    const event = removalOf(game, { ...leaver, ...fields }, { mailed: new Set(mailed) });
    return event.type === "participantRemoved" && event.knewGame === true;
  };
  assert.deepEqual([knew({}), knew({}, [2])], [false, false]);
  assert(knew({}, [1]) && knew({ firstViewedAt: NOW }) && knew({ leaveRequestedAt: NOW }));
});

Deno.test("replaceParticipant() refuses a repeated name, but accepts the leaver's own", () => {
  assert.throws(() => replace(gameOf(), { name: "p3" }), { code: "NAME_TAKEN" });
  assert.equal(replace(gameOf(), { name: "P2" }).newcomer.name, "P2");
});

Deno.test("replaceParticipant() in a sealed game withholds the gift that the leaver had opened", () => {
  const sealed = { ...gameOf(), isSealed: true };
  assert.notEqual(replace(sealed).newcomer.revealBlockedForTokenVersion, null);
  assert.equal(
    replace({ ...sealed, sealBrokenAt: NOW }).newcomer.revealBlockedForTokenVersion,
    null,
  );
  const blocked = (facts: Partial<Participant>) => {
    const participants = sealed.participants.map((one) => ({
      ...{ ...one, viewedAt: null, hasConfirmedAssignment: false },
      ...facts,
    }));
    return replace({ ...sealed, participants }).newcomer.revealBlockedForTokenVersion;
  };
  assert.equal(blocked({ firstViewedAt: null }), null);
  const moved = { firstViewedAt: NOW, receiverChange: "left" } as const;
  assert.equal(blocked(moved), blocked({ firstViewedAt: NOW, viewedAt: NOW }), "moved or not");
});

Deno.test("replaceParticipant() shows the holder of a withheld gift nothing", () => {
  const tokens = new Tokens(new Uint8Array(32));
  const viewOf = (game: Game, receiver: Participant) => {
    const participant = game.participants.find((one) => one.receiver === receiver.number);
    assert(participant);
    const { participants } = participantView(game, accessOf(participant), tokens, new Date(NOW));
    return participants.find(({ id }) => id === participant.id);
  };
  const game = { ...gameOf(), isSealed: true };
  game.participants = game.participants.map((one) => ({
    ...one,
    hasConfirmedAssignment: true,
    viewedAt: NOW,
    revealBlockedForTokenVersion: one.tokenVersion,
  }));
  const { game: after, leaver, newcomer, events } = replace(game);
  assert.deepEqual(viewOf(after, newcomer), viewOf(game, leaver));
  assert(!events.some(({ type }) => type === "receiverChanged"));
});

Deno.test("replaceParticipant() works while the game gathers", () => {
  const game = gameOf();
  const participants = game.participants.map((one) => ({ ...one, receiver: null, viewedAt: null }));
  const { game: after, newcomer } = replace({ ...game, isGathering: true, participants });
  assert.equal(newcomer.receiver, null);
  assert(after.participants.every(({ receiver }) => receiver === null));
});

Deno.test("replaceParticipant() leaves a valid draw after any replacement", () => {
  fc.assert(fc.property(fc.array(fc.nat(5), { maxLength: 12 }), (places) => {
    let game = makeGame(6, { exclusions: [["P1", "P2"]], households: [["P3", "P4"]] });
    for (const [round, place] of places.entries()) {
      const leaver = game.participants[place];
      assert(leaver);
      game = replaceParticipant(game, {
        action: "replaceParticipant",
        participantId: leaver.id,
        participantName: `N${round}`,
        participantEmail: "",
        keepRules: true,
      }, decisionContext).game;
    }
    const numbers = game.participants.map(({ number }) => number);
    assert.deepEqual(
      game.participants.map(({ receiver }) => receiver).toSorted(),
      numbers.toSorted(),
    );
    const excluded = new Set(
      [...game.exclusions, ...game.households].flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]),
    );
    assert.equal(excluded.size, 4);
    assert(game.exclusions.every(([a, b]) => a < b));
    for (const { number, receiver } of game.participants) {
      assert.notEqual(number, receiver);
      assert(!excluded.has(`${number} ${receiver}`));
    }
  }));
});

Deno.test("replaceParticipant() hands no keeper on whom only the leaver could allow", () => {
  const made = gameOf();
  const keptOf = (patch: Partial<Participant>) => {
    const participants = made.participants.map((one) => ({
      ...one,
      ...one.name === "P2" && patch,
      ...one.name === "P4" && { keeps: [2] },
    }));
    const { game } = replace({ ...made, isSealed: true, participants });
    return game.participants.find(({ name }) => name === "P4")?.keeps;
  };
  assert.deepEqual(keptOf({}), [made.nextNumber]);
  assert.deepEqual(keptOf({ keepersAllowedForTokenVersion: 0 }), []);
});
