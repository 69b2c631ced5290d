import assert from "node:assert/strict";
import { seededRandom } from "@/tests/support/draws.ts";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import {
  changeToTell,
  countDraws,
  findRefusal,
  hasOpened,
  hasUnopenedGift,
  moveAsMany,
  moveOne,
  redrawAll,
  redrawFor,
  redrawUnopened,
} from "./assignments.ts";
import { type Game, LIMITS, type Participant } from "./types.ts";

const AT = "2026-12-01T10:00:00.000Z";

/** P1 gives to P2, P2 to P3 and so on; some with other facts. */
function ring(
  count: number,
  facts: Record<number, Partial<Participant>> = {},
  body: Record<string, unknown> = {},
): Game {
  const game = makeGame(count, body);
  return {
    ...game,
    participants: game.participants.map((one) => ({
      ...one,
      receiver: one.number % count + 1,
      ...facts[one.number],
    })),
  };
}

const receivers = ({ participants }: Game) => participants.map(({ receiver }) => receiver);
const everyone = (count: number, facts: Partial<Participant>) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, facts]));

Deno.test("hasOpened(), hasUnopenedGift() and changeToTell() follow what a person has seen", () => {
  const one = makeGame(3).participants[0] ?? assert.fail();
  const rows: [Partial<Participant>, boolean, boolean, string | null][] = [
    [{}, false, true, null],
    [{ viewedAt: AT }, true, false, "left"],
    [{ hasConfirmedAssignment: true }, true, true, "left"],
    [{ viewedAt: AT, receiverChange: "asked" }, true, true, "asked"],
    [{ receiverChange: "asked" }, false, true, "asked"],
  ];
  for (const [facts, isOpened, isUnopened, told] of rows) {
    const person = { ...one, ...facts };
    assert.deepEqual(
      [hasOpened(person), hasUnopenedGift(person), changeToTell(person, "left")],
      [isOpened, isUnopened, told],
      JSON.stringify(facts),
    );
  }
});

Deno.test("countDraws() assumes one draw if an earlier release did not count", () => {
  const drawn = makeGame(3);
  assert.equal(countDraws({ ...drawn, drawCount: 0 }), 1);
  assert.equal(countDraws({ ...drawn, drawCount: 4 }), 4);
  assert.equal(countDraws({ ...makeGame(3, { draw: "later" }), drawCount: 0 }), 0);
});

Deno.test("redrawAll() starts from scratch: counted, dated, without confirmations", () => {
  const facts = {
    viewedAt: AT,
    hasConfirmedAssignment: true,
    firstConfirmedAt: AT,
  };
  const game = { ...ring(6, everyone(6, facts)), drawCount: 2 };
  const { game: after, events } = redrawAll(game, decisionContext);
  assert.deepEqual([after.drawCount, after.lastDrawnAt], [3, decisionContext.now.toISOString()]);
  for (const [index, one] of after.participants.entries()) {
    assert.deepEqual(
      [one.hasConfirmedAssignment, one.firstConfirmedAt],
      [false, null],
    );
    const isMoved = one.receiver !== game.participants[index]?.receiver;
    assert.equal(one.receiverChange, isMoved ? "redrawn" : null);
    assert.equal(one.viewedAt, isMoved ? null : AT);
    assert.equal(
      events.some((event) => "participant" in event && event.participant === one.number),
      isMoved,
    );
  }
  const secret = makeGame(4, { isSealed: true });
  const tight: Game = { ...secret, exclusions: [[1, 3], [1, 4], [2, 3], [2, 4]] };
  assert.throws(() => redrawAll(tight, decisionContext), { code: "RULES_TELL_PAIRS" });
  assert.throws(() => redrawFor(tight, [1], decisionContext, "rules"), {
    code: "RULES_TELL_PAIRS",
  });
});

Deno.test("findRefusal() says why a draw would be refused", () => {
  const game = makeGame(4);
  const impossible: Game = { ...game, exclusions: [[1, 2], [1, 3], [1, 4]] };
  const tight: Game = { ...game, exclusions: [[1, 3], [1, 4], [2, 3], [2, 4]] };
  const codeOf = (one: Game) => findRefusal(one)?.code;
  assert.equal(codeOf(game), undefined);
  assert.equal(codeOf(impossible), "DRAW_IMPOSSIBLE");
  assert.equal(codeOf(tight), undefined);
  assert.equal(codeOf({ ...tight, isSealed: true }), "RULES_TELL_PAIRS");
  assert.equal(codeOf({ ...tight, isSealed: true, sealBrokenAt: AT }), undefined);
});

Deno.test("redrawUnopened() leaves those who have opened, and a game that gathers, unchanged", () => {
  const game = ring(8, { 1: { viewedAt: AT }, 2: { hasConfirmedAssignment: true } });
  const { game: after, events } = redrawUnopened(game, {
    ...decisionContext,
    random: seededRandom(1),
  });
  assert.deepEqual(after.participants.slice(0, 2), game.participants.slice(0, 2));
  assert.notDeepEqual(receivers(after), receivers(game));
  assert.deepEqual(events, [], "no one had seen what changed");
  const all = ring(4, everyone(4, { viewedAt: AT }));
  assert.deepEqual(redrawUnopened(all, decisionContext), { game: all, events: [] });
  const gathering = makeGame(4, { draw: "later" });
  assert.deepEqual(redrawUnopened(gathering, decisionContext), { game: gathering, events: [] });
  assert.deepEqual(redrawFor(gathering, [1], decisionContext, "left"), {
    game: gathering,
    events: [],
  });
});

Deno.test("moveOne() remembers receivers that a person knew, up to a limit, and forgets the request", () => {
  const had = Array.from({ length: LIMITS.earlierReceivers }, (_, index) => index + 1000);
  const move = (facts: Partial<Participant>) =>
    moveOne(ring(6, { 1: facts }), 1, decisionContext)?.game.participants[0] ?? assert.fail();
  assert.deepEqual(move({ viewedAt: AT }).earlierReceivers, [2]);
  assert.deepEqual(move({}).earlierReceivers, [2], "they asked for another one");
  assert.deepEqual(move({ viewedAt: AT, earlierReceivers: had }).earlierReceivers, [
    ...had.slice(1),
    2,
  ]);
  const twice = move({ viewedAt: AT, earlierReceivers: [2, 3] });
  assert.deepEqual(twice.earlierReceivers, [3, 2]);
  const asked = move({ viewedAt: AT, reassignmentRequestedAt: AT });
  assert.deepEqual([asked.reassignmentRequestedAt, asked.receiverChange], [null, "asked"]);
});

Deno.test("in a sealed game other people's requests stay, so that they show no one who was moved", () => {
  const facts = everyone(3, { viewedAt: AT, reassignmentRequestedAt: AT });
  for (const isSealed of [false, true]) {
    const game = { ...ring(3, facts), isSealed };
    const { game: after } = moveOne(game, 1, decisionContext) ?? assert.fail();
    const asking = after.participants.map((one) => one.reassignmentRequestedAt !== null);
    assert.deepEqual(asking, isSealed ? [false, true, true] : [false, false, false]);
  }
});

Deno.test("moveAsMany() says why a person stays: no other receiver at all, or none together with the others", () => {
  const tied = ring(4, {}, {});
  tied.participants.forEach((one, index) => one.receiver = [2, 1, 4, 3][index] ?? 0);
  // P1 may give to P2 alone.
  const game: Game = { ...tied, exclusions: [[1, 3], [1, 4]] };
  assert.deepEqual(moveAsMany(game, [1], decisionContext).unserved, [
    { participant: 1, reason: "NO_OTHER_PERSON" },
  ]);
  assert.deepEqual(moveAsMany(game, [], decisionContext).unserved, []);
  assert.equal(moveOne(game, 1, decisionContext), null);
  assert.deepEqual(moveAsMany(ring(5), [1, 3], decisionContext).unserved, []);
});

Deno.test("earlier games are avoided if possible, but in a sealed game only by its first draw", () => {
  const { personKeys } = decisionContext;
  const keyOf = (number: number) => personKeys(`P${number}`)[0];
  const pairs = Array.from({ length: 8 }, (_, index): [string, string] => [
    keyOf(index + 1),
    keyOf((index + 1) % 8 + 1),
  ]);
  const game: Game = {
    ...makeGame(8, { draw: "later" }),
    isGathering: false,
    memory: [{ date: "2025-12-24", pairs }],
  };
  const repeats = (of: Game) => {
    let count = 0;
    for (let seed = 0; seed < 30; seed++) {
      const { game: after } = redrawAll(of, { ...decisionContext, random: seededRandom(seed) });
      count += receivers(after).filter((to, index) => to === (index + 1) % 8 + 1).length;
    }
    return count;
  };
  assert.equal(repeats(game), 0);
  assert.equal(repeats({ ...game, isSealed: true }), 0, "its first draw");
  assert(repeats({ ...ring(8), isSealed: true, memory: game.memory }) > 5, "any further one");
  assert(repeats({ ...game, memory: [] }) > 5);
});

Deno.test("redrawAll() gives those who have not looked since they were moved nobody they had", () => {
  const moved: Partial<Participant> = { receiverChange: "joined", earlierReceivers: [3, 4, 5, 6] };
  const drawnFor = (of: Game) =>
    new Set(
      Array.from({ length: 60 }, (_, seed) =>
        receivers(redrawAll(of, { ...decisionContext, random: seededRandom(seed) }).game)[0]),
    );
  const game = ring(7, { 1: { viewedAt: AT, ...moved } });
  assert.deepEqual(drawnFor(game), new Set([2, 7]));
  assert.equal(drawnFor(ring(7, { 1: { viewedAt: AT, ...moved, receiverChange: null } })).size, 6);
  assert.equal(
    drawnFor({ ...game, isSealed: true }).size,
    6,
    "no pair never occurs in a sealed game",
  );
  const few = ring(5, { 1: { viewedAt: AT, ...moved, earlierReceivers: [3, 4] } });
  assert.equal(drawnFor(few).size, 4, "it would tell pairs");
});
