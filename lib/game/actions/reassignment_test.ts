import assert from "node:assert/strict";
import fc from "fast-check";
import { seededRandom } from "@/tests/support/draws.ts";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { changeParticipant } from "../changes.ts";
import type { Game } from "../types.ts";
import { decide } from "./decide.ts";
import {
  approveAllReassignments,
  approveReassignment,
  forceReassignParticipant,
  reassignAll,
} from "./reassignment.ts";

const all = { action: "approveAllReassignments" } as const;

function bodyOf<Name extends string>(action: Name, game: Game, index = 0) {
  return { action, participantId: game.participants[index]?.id ?? "" };
}

/** Makes everyone give to the next one, and some of them, by index, ask for a different person. */
function circle(game: Game, asking: number[] = []): Game {
  const { length } = game.participants;
  return {
    ...game,
    participants: game.participants.map((one, index) => ({
      ...one,
      receiver: (index + 1) % length + 1,
      reassignmentRequestedAt: asking.includes(index) ? game.createdAt : null,
    })),
  };
}

function receivers({ participants }: Game): number[] {
  return participants.map(({ receiver }) => receiver ?? 0);
}

Deno.test("approveReassignment() gives a different receiver, clears the request and reports it as approved", () => {
  const game = circle(makeGame(7), [0]);
  const before = structuredClone(game.participants[0]);
  const { game: after, events } = approveReassignment(
    game,
    bodyOf("approveReassignment", game),
    decisionContext,
  );
  const [first] = after.participants;
  assert.notEqual(first?.receiver, before?.receiver);
  assert.deepEqual([first?.reassignmentRequestedAt, first?.viewedAt], [null, null]);
  assert.deepEqual(
    events.filter(({ type }) => type === "reassignmentApproved"),
    [{ type: "reassignmentApproved", participant: 1 }],
  );
});

Deno.test("approveReassignment() keeps the receivers of those who have confirmed", () => {
  const game = circle(makeGame(7), [0]);
  const confirmed = [1, 2, 3];
  for (const index of confirmed) game.participants[index]!.hasConfirmedAssignment = true;
  const { game: after } = approveReassignment(
    game,
    bodyOf("approveReassignment", game),
    decisionContext,
  );
  for (const index of confirmed) {
    assert.deepEqual(after.participants[index], game.participants[index]);
  }
});

Deno.test("approveReassignment() reverses a circle of three", () => {
  const game = circle(makeGame(3), [0]);
  const { game: after } = approveReassignment(
    game,
    bodyOf("approveReassignment", game),
    decisionContext,
  );
  assert.deepEqual(receivers(after), [3, 1, 2]);
});

Deno.test("approveReassignment() needs a request, and forceReassignParticipant() does not", () => {
  const game = circle(makeGame(5));
  assert.throws(
    () => approveReassignment(game, bodyOf("approveReassignment", game), decisionContext),
    { status: 400, code: "NO_PENDING_REQUEST" },
  );
  const forced = bodyOf("forceReassignParticipant", game);
  const unopened = forceReassignParticipant(game, forced, decisionContext);
  assert.notEqual(unopened.game.participants[0]?.receiver, 2);
  assert.deepEqual(unopened.events, [], "nobody had opened, nobody is told");
  for (const one of game.participants) one.viewedAt = game.createdAt;
  const { game: after, events } = forceReassignParticipant(game, forced, decisionContext);
  assert.notEqual(after.participants[0]?.receiver, 2);
  assert(events.some((event) => event.type === "receiverChanged" && event.participant === 1));
  const nobody = { ...forced, participantId: "nobody" };
  assert.throws(
    () => forceReassignParticipant(game, nobody, decisionContext),
    { code: "PARTICIPANT_NOT_FOUND" },
  );
});

Deno.test("forceReassignParticipant() says that the exclusions leave only the present receiver", () => {
  // P1 may give to P2 alone, and no one else to P1.
  const tied = makeGame(4, { exclusions: [["P1", "P3"], ["P1", "P4"]] });
  tied.participants.forEach((one, index) => one.receiver = [2, 1, 4, 3][index] ?? 0);
  assert.throws(
    () => forceReassignParticipant(tied, bodyOf("forceReassignParticipant", tied), decisionContext),
    (error: Error) => {
      assert.match(error.message, /leave nobody else for P1 to give to/);
      assert.doesNotMatch(error.message, /P2/, "whom they have is nobody's business");
      return true;
    },
  );
});

Deno.test("approveReassignment() notifies the requester, and of the others those who had opened", () => {
  const game = circle(makeGame(7), [0]);
  const knowing = [0, 1, 2];
  for (const index of knowing) game.participants[index]!.viewedAt = game.createdAt;
  for (let i = 0; i < 30; i++) {
    const body = bodyOf("approveReassignment", game);
    const { game: after, events } = approveReassignment(game, body, decisionContext);
    const moved = knowing.filter((index) =>
      after.participants[index]?.receiver !== game.participants[index]?.receiver
    );
    assert.deepEqual(
      events,
      moved.map((index) => ({
        type: index === 0 ? "reassignmentApproved" : "receiverChanged",
        participant: index + 1,
      })),
    );
  }
});

Deno.test("forceReassignParticipant() in a sealed game may give back an earlier receiver", () => {
  const game: Game = { ...circle(makeGame(5)), isSealed: true };
  Object.assign(game.participants[0]!, { earlierReceivers: [3, 4], viewedAt: game.createdAt });
  const forced = (random: number, isSealed: boolean) =>
    forceReassignParticipant(
      { ...game, isSealed },
      bodyOf("forceReassignParticipant", game),
      { ...decisionContext, random: seededRandom(random) },
    ).game.participants[0]?.receiver;
  const all = Array.from({ length: 60 }, (_, seed) => seed);
  assert.deepEqual(new Set(all.map((seed) => forced(seed, true))), new Set([3, 4, 5]));
  assert.deepEqual(new Set(all.map((seed) => forced(seed, false))), new Set([5]));
});

/**
 * Plays an organizer who has opened the gifts of invented people and forces one of them. The receiver that the
 * invented people lose has gone to a real person: to the one who has not opened, if the others keep theirs.
 *
 * @param people.moving how many invented people must move before the organizer guesses; absent: any number.
 * @returns true if they lose exactly one receiver, and the last real person has got it.
 */
function guessLast(
  people: { real: number; invented: number; isConfirmed: boolean; moving?: number },
  seed: number,
): boolean {
  const named = (letter: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `${letter}${index}`,
      email: `${letter}${index}@example.org`,
    }));
  const participants = [...named("R", people.real), ...named("Z", people.invented)];
  const context = { ...decisionContext, random: seededRandom(seed) };
  let game = makeGame(participants.length, { isSealed: true, participants });
  const receiversOf = (letter: string) =>
    game.participants.filter(({ name }) => name.startsWith(letter)).map(({ receiver }) => receiver);
  const open = (index: number) => {
    const facts = { viewedAt: game.createdAt, firstViewedAt: game.createdAt };
    game = changeParticipant(game, game.participants[index]!, facts).game;
  };
  for (let index = 0; index < people.real - 1; index++) {
    open(index);
    if (!people.isConfirmed) continue;
    const one = game.participants[index]!;
    const participantToken = tokens.participant(game, one);
    const body = { ...bodyOf("confirmAssignment", game, index), participantToken };
    game = decide(game, body, {}, tokens, context).game;
  }
  for (let index = people.real; index < participants.length; index++) open(index);
  const before = receiversOf("Z");
  const body = bodyOf("forceReassignParticipant", game, people.real);
  game =
    decide(game, { ...body, organizerToken: tokens.organizer(game) }, {}, tokens, context).game;
  const after = receiversOf("Z");
  const lost = before.filter((receiver) => !after.includes(receiver));
  const moved = before.filter((receiver, index) => receiver !== after[index]).length;
  return lost.length === 1 && moved === (people.moving ?? moved) &&
    game.participants[people.real - 1]?.receiver === lost[0];
}

Deno.test("forceReassignParticipant() on an invented person of a large sealed game reveals no one else's receiver", () => {
  const times = 100;
  for (
    const people of [
      // If all who have confirmed keep theirs, the one real person who has not gets the receiver the others lose.
      { real: 5, invented: 7, isConfirmed: true },
      // If at most six who have opened move, so does the one real person who has not, once six invented ones have.
      { real: 6, invented: 20, isConfirmed: false, moving: 6 },
    ]
  ) {
    const right = Array.from({ length: times }, (_, seed) => guessLast(people, seed))
      .filter(Boolean).length;
    assert(right < times / 12, `${right} of ${times}: ${JSON.stringify(people)}`);
  }
});

Deno.test("a forced or approved person who has not opened in a sealed game may get anyone, and it counts as a draw", () => {
  const made: Game = { ...circle(makeGame(4), [0, 1]), isSealed: true };
  const all = Array.from({ length: 60 }, (_, seed) => seed);
  const acts = {
    forced: (game: Game, context: typeof decisionContext) =>
      forceReassignParticipant(game, bodyOf("forceReassignParticipant", game), context),
    approved: (game: Game, context: typeof decisionContext) =>
      approveReassignment(game, bodyOf("approveReassignment", game), context),
    allApproved: (game: Game, context: typeof decisionContext) =>
      approveAllReassignments(game, {}, context),
  };
  for (const [name, act] of Object.entries(acts)) {
    const changes = all.map((seed) =>
      act(made, { ...decisionContext, random: seededRandom(seed) })
    );
    // If the receiver always changed, an organizer with all gifts but two could force one person and learn it.
    const first = changes.map(({ game }) => game.participants[0]?.receiver);
    assert.deepEqual(new Set(first), new Set([2, 3, 4]), name);
    for (const { game, events, unserved = [] } of changes) {
      assert.deepEqual([game.drawCount, unserved], [made.drawCount + 1, []], name);
      assert.equal(game.participants[0]?.reassignmentRequestedAt, null);
      const approved = { type: "reassignmentApproved", participant: 1 };
      assert(events.some((event) => JSON.stringify(event) === JSON.stringify(approved)), name);
    }
  }
});

Deno.test("approveReassignment() gives no one an earlier receiver if there is someone else", () => {
  const cases = fc.record({
    size: fc.integer({ min: 4, max: 7 }),
    pairs: fc.array(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 })), {
      maxLength: 8,
    }),
    asking: fc.array(fc.nat(6), { minLength: 6, maxLength: 6 }),
    opened: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
    seed: fc.nat(),
  });
  const seen = { new: 0, back: 0, only: 0 };
  fc.assert(
    fc.property(cases, ({ size, pairs, asking, opened, seed }) => {
      let game: Game = {
        ...makeGame(size),
        exclusions: pairs.filter(([a, b]) => a < b && b <= size),
      };
      const draws = drawsOf(game);
      const present = draws[seed % Math.max(draws.length, 1)];
      if (!present) return;
      game.participants.forEach((one, index) => one.receiver = present[index] ?? 0);
      const context = { ...decisionContext, random: seededRandom(seed) };
      const had = new Map<number, Set<number>>();
      for (const asked of asking) {
        const index = asked % size;
        game = {
          ...game,
          participants: game.participants.map((one, i) => ({
            ...one,
            viewedAt: i === index || opened.includes(i) ? game.createdAt : one.viewedAt,
            reassignmentRequestedAt: i === index ? game.createdAt : null,
          })),
        };
        const before = game.participants[index]?.receiver ?? 0;
        game.participants.forEach(({ viewedAt, receiver }, i) => {
          if (viewedAt) had.set(i, (had.get(i) ?? new Set()).add(receiver ?? 0));
        });
        const theirs = had.get(index) ?? new Set();
        const body = bodyOf("approveReassignment", game, index);
        const isPossible = (among: Iterable<number>) => {
          const avoided = new Set(among);
          return draws.some((draw) => !avoided.has(draw[index] ?? 0));
        };
        if (!isPossible([before])) {
          assert.throws(() => approveReassignment(game, body, context), {
            code: "NO_OTHER_PERSON",
          });
          seen.only++;
          continue;
        }
        game = approveReassignment(game, body, context).game;
        const after = game.participants[index]?.receiver ?? 0;
        assert.notEqual(after, before);
        assert.equal(theirs.has(after), !isPossible(theirs));
        seen[theirs.has(after) ? "back" : "new"]++;
      }
    }),
    { numRuns: 400, seed: 1 },
  );
  assert(Object.values(seen).every((times) => times > 20), JSON.stringify(seen));
});

Deno.test("approveAllReassignments() serves every requester if it can", () => {
  const game = circle(makeGame(9), [0, 3, 4]);
  const { game: after, events, unserved } = approveAllReassignments(game, all, decisionContext);
  assert.deepEqual(unserved, []);
  for (const index of [0, 3, 4]) {
    assert.notEqual(after.participants[index]?.receiver, game.participants[index]?.receiver);
    assert.equal(after.participants[index]?.reassignmentRequestedAt, null);
  }
  const approved = events.flatMap((event) =>
    event.type === "reassignmentApproved" ? event.participant : []
  );
  assert.deepEqual(approved, [1, 4, 5]);
});

Deno.test("approveAllReassignments() moves no one if no one asks", () => {
  const game = circle(makeGame(5));
  const change = approveAllReassignments(game, all, decisionContext);
  assert.deepEqual([change.events, change.unserved], [[], []]);
  assert.deepEqual(receivers(change.game), receivers(game));
});

Deno.test("approveAllReassignments() keeps a request if there is no one else for it", () => {
  const game = circle({ ...makeGame(6), exclusions: [[1, 3], [1, 4], [1, 5], [1, 6]] }, [0, 3]);
  game.participants.forEach((one, index) => one.receiver = [2, 1, 4, 5, 6, 3][index] ?? 0);
  const { game: after, unserved } = approveAllReassignments(game, all, decisionContext);
  assert.deepEqual(unserved, [{ participant: 1, reason: "NO_OTHER_PERSON" }]);
  assert.equal(after.participants[0]?.reassignmentRequestedAt, game.createdAt);
  assert.notEqual(after.participants[3]?.receiver, 5);
  assert.equal(after.participants[3]?.reassignmentRequestedAt, null);
});

/** All valid draws of a small game as lists of receivers, found by trying every order. */
function drawsOf(game: Game): number[][] {
  const forbidden = new Set(game.exclusions.flatMap(([a, b]) => [`${a},${b}`, `${b},${a}`]));
  const numbers = game.participants.map(({ number }) => number);
  const extend = (draw: number[]): number[][] => {
    const giver = numbers[draw.length];
    if (giver === undefined) return [draw];
    return numbers.filter((to) =>
      to !== giver && !draw.includes(to) && !forbidden.has(`${giver},${to}`)
    ).flatMap((to) => extend([...draw, to]));
  };
  return extend([]);
}

Deno.test("approveAllReassignments() serves as many as any valid draw does, and says why not the others", () => {
  const cases = fc.record({
    pairs: fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })), {
      maxLength: 12,
    }),
    asking: fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
    seed: fc.nat(),
  });
  let conflicts = 0;
  fc.assert(
    fc.property(cases, ({ pairs, asking, seed }) => {
      const exclusions = pairs.filter(([a, b]) => a < b);
      const game = circle({ ...makeGame(6), exclusions }, asking);
      const draws = drawsOf(game);
      const present = draws[seed % Math.max(draws.length, 1)];
      if (!present) return;
      game.participants.forEach((one, index) => one.receiver = present[index] ?? 0);
      const context = { ...decisionContext, random: seededRandom(seed) };
      const { game: after, unserved = [] } = approveAllReassignments(game, all, context);
      const served = (draw: number[]) => asking.filter((index) => draw[index] !== present[index]);
      const most = Math.max(...draws.map((draw) => served(draw).length));
      assert.equal(served(receivers(after)).length, most);
      assert.equal(unserved.length, asking.length - most);
      for (const { participant, reason } of unserved) {
        const canMove = draws.some((draw) => draw[participant - 1] !== present[participant - 1]);
        assert.equal(reason, canMove ? "NOT_ALL_AT_ONCE" : "NO_OTHER_PERSON");
        if (canMove) conflicts++;
      }
    }),
    { numRuns: 400, seed: 1 },
  );
  assert(conflicts > 0, "some requests are in each other's way");
});

Deno.test("reassignAll() draws again, and ends confirmations and requests", () => {
  const game = circle(makeGame(8), [1]);
  game.participants[0]!.hasConfirmedAssignment = true;
  const { game: after } = reassignAll(game, { action: "reassignAll" }, decisionContext);
  assert(after.participants.every((one) => !one.hasConfirmedAssignment));
  assert(after.participants.every((one) => one.reassignmentRequestedAt === null));
  assert.equal(new Set(receivers(after)).size, 8);
});
