import assert from "node:assert/strict";
import fc from "fast-check";
import type { Ban } from "../draw/draw.ts";
import { avoiding, range, surestPair, validDraws } from "@/tests/support/draws.ts";
import { decisionContext, inDays, makeGame } from "@/tests/support/games.ts";
import { setExclusions } from "./actions/exclusions.ts";
import { addParticipant, removeParticipant, updateParticipantDetails } from "./actions/people.ts";
import { forceReassignParticipant, reassignAll } from "./actions/reassignment.ts";
import { eraseParticipant } from "./actions/erase.ts";
import { asBody, playAgain, toRepeated } from "./again.ts";
import { addToPairHistory, pairsInHistory, personKeysOf } from "./pair_history.ts";
import { createGameSchema } from "./schemas.ts";
import { Tokens } from "./tokens.ts";
import { type Game, LIMITS } from "./types.ts";

const { personKeys } = decisionContext;

/** A future day, and the same day that many years later. */
function inYears(years: number): string {
  return `${Number(inDays(30).slice(0, 4)) + 1 + years}-12-24`;
}

/** The next game of the series, that many years after the first. */
function next(game: Game, years: number, body: Record<string, unknown> = {}): Game {
  const date = inYears(years);
  const repeated = toRepeated(game);
  const creation = createGameSchema.parse({ ...asBody(repeated), date, ...body });
  return playAgain(repeated, creation, decisionContext).draw().game;
}

/** Pairs by name. */
function pairsOf({ participants }: Game): string[] {
  const names = new Map(participants.map(({ number, name }) => [number, name]));
  return participants.map(({ name, receiver }) => `${name}>${names.get(receiver ?? 0)}`);
}

/** The draw of a game, by position in its list of people. */
function drawOf({ participants }: Game): number[] {
  return participants.map(({ receiver }) =>
    participants.findIndex(({ number }) => number === receiver)
  );
}

Deno.test("playAgain() avoids earlier pairs unless that would reveal one", () => {
  const seen = { none: 0, some: 0 };
  const isSecret = (draws: number[][]) => surestPair(draws, "ownPair") <= 0.5;
  const lines = fc.integer({ min: 4, max: 7 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      exclusions: fc.array(
        fc.tuple(fc.nat(count - 1), fc.nat(count - 1)).filter(([one, other]) => one !== other),
        { maxLength: 3 },
      ),
      isSealed: fc.boolean(),
    })
  );
  fc.assert(
    fc.property(lines, ({ count, exclusions, isSealed }) => {
      const problem = { size: count, exclusions, households: [] };
      const draws = validDraws(problem);
      fc.pre(surestPair(draws, "nothing") <= 0.5);
      const mailed = range(count).map((index) => ({
        name: `P${index + 1}`,
        email: `p${index + 1}@example.org`,
      }));
      let game = makeGame(count, {
        exclusions: exclusions.map((pair) => pair.map((index) => `P${index + 1}`)),
        participants: mailed,
        isSealed,
        date: inYears(0),
      });
      const years: Ban[][] = [];
      for (const year of range(6)) {
        years.push(drawOf(game).map((receiver, giver): Ban => [giver, receiver]));
        game = next(game, year + 1);
        const avoided = years.slice(-5);
        const left = isSecret(draws) ? avoiding({ ...problem, avoided }, draws, isSecret) : draws;
        assert(left.some((draw) => String(draw) === String(drawOf(game))), `year ${year + 1}`);
        seen[left.length === draws.length ? "none" : "some"]++;
      }
    }),
    { numRuns: 25 },
  );
  assert(seen.none > 0 && seen.some > 0, JSON.stringify(seen));
});

Deno.test("redraws avoid earlier pairs, and move no one more because of them", () => {
  const action = { action: "reassignAll" } as const;
  fc.assert(
    fc.property(fc.subarray(range(8)), fc.nat(7), fc.nat(7), (opened, asks, leaves) => {
      const before = makeGame(8, { date: inYears(0) });
      const old = new Set(pairsOf(before));
      const game = next(before, 1);
      const all = reassignAll(game, action, decisionContext).game;
      assert(pairsOf(all).every((pair) => !old.has(pair)));
      for (const index of opened) {
        const one = game.participants[index];
        if (one) one.viewedAt = game.createdAt;
      }
      const [asker, leaver] = [game.participants[asks], game.participants[leaves]];
      assert(asker && leaver);
      const forced = forceReassignParticipant(
        game,
        { action: "forceReassignParticipant", participantId: asker.id },
        decisionContext,
      ).game;
      const removed = removeParticipant(
        game,
        { action: "removeParticipant", participantId: leaver.id },
        decisionContext,
      ).game;
      const joined = addParticipant(game, {
        action: "addParticipant",
        participantName: "Zoe",
        participantEmail: "",
        desiredGift: "",
        wish: "",
      }, decisionContext).game;
      for (const after of [forced, removed, joined]) {
        if (opened.length === 0) assert(pairsOf(after).every((pair) => !old.has(pair)));
        const moved = game.participants.filter((one) =>
          one.viewedAt !== null && one !== leaver &&
          after.participants.find(({ number }) => number === one.number)?.receiver !== one.receiver
        );
        assert(moved.length <= 4, "as few as without a memory");
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test("an opened pair that repeats an earlier one is no reason to move anyone", () => {
  const before = makeGame(6, { date: inYears(0) });
  const game = next(before, 1);
  const copied = {
    ...game,
    participants: game.participants.map((one, index) => ({
      ...one,
      receiver: before.participants[index]?.receiver ?? null,
      viewedAt: game.createdAt,
    })),
  };
  const pairs = pairsOf(copied);
  const apart = range(6).flatMap((one) => range(6).map((other) => [one, other]))
    .find(([one = 0, other = 0]) =>
      one !== other && !pairs.includes(`P${one + 1}>P${other + 1}`) &&
      !pairs.includes(`P${other + 1}>P${one + 1}`)
    );
  assert(apart);
  const exclusions = [apart.map((index) => `P${index + 1}`)] as [string, string][];
  const kept = setExclusions(copied, { action: "setExclusions", exclusions }, decisionContext);
  assert.deepEqual(pairsOf(kept.game), pairs);
  assert.deepEqual(kept.events, []);
});

Deno.test("the memory consists of keyed hashes, and contains no names", () => {
  const game = next(makeGame(5, { date: inYears(0) }), 1);
  assert.equal(game.memory.length, 1);
  assert.equal(game.memory[0]?.pairs.length, 5);
  assert.doesNotMatch(JSON.stringify(game.memory), /"P[1-5]"/);
  const others = personKeysOf(new Tokens(new TextEncoder().encode("another key")));
  assert.deepEqual(pairsInHistory(game, others), [], "without the key it says nothing");
});

Deno.test("addToPairHistory() moves to the present key, and recognizes hashes of older ones", () => {
  const keys = ["first key", "second key", "third key"].map((key) => new TextEncoder().encode(key));
  const [first = keys[0]!, second = first, third = first] = keys;
  const before = makeGame(4, { date: inYears(0) });
  const line = (tokens: Tokens, game: Game) => ({
    ...game,
    memory: addToPairHistory(game, game.participants, inYears(1), personKeysOf(tokens)),
  });
  const game = line(new Tokens(first), before);
  const pairs = (one: Game, tokens: Tokens) =>
    pairsInHistory(one, personKeysOf(tokens)).flat().map(String).toSorted();
  assert.equal(pairs(game, new Tokens(first)).length, 4);
  assert.deepEqual(pairs(game, new Tokens(second, first)), pairs(game, new Tokens(first)));
  const carried = line(new Tokens(second, first), game);
  assert.equal(pairs(carried, new Tokens(third, second)).length, 8, "two games, both known");
});

Deno.test("a person keeps their memory under another name, and it goes with them when they are erased", () => {
  const game = next(makeGame(5, { date: inYears(0) }), 1);
  const [one] = game.participants;
  assert(one);
  const pairs = pairsInHistory(game, personKeys);
  const renamed = updateParticipantDetails(game, {
    action: "updateParticipantDetails",
    participantId: one.id,
    name: "Quinn",
    renewLink: true,
  }, decisionContext).game;
  assert.deepEqual(pairsInHistory(renamed, personKeys), pairs);
  const erased = eraseParticipant(
    { ...renamed, archivedAt: renamed.createdAt },
    renamed.participants[0] ?? one,
    (number) => `Nobody ${number}`,
    decisionContext,
  );
  assert.equal(erased.memory.flatMap((past) => past.pairs).length, 3, "two pairs were theirs");
  const hashes = new Set(personKeys("Quinn"));
  assert(!erased.memory.some((past) => past.pairs.flat().some((key) => hashes.has(key))));
});

Deno.test("the memory reaches five years back, and covers a limited number of games", () => {
  const game = makeGame(4);
  const pairs: [string, string][] = [["a", "b"]];
  const past = ["2020-12-25", "2020-12-23", "2022-01-01", "2021-06-01"]
    .map((date) => ({ date, pairs }));
  const dates = (memory: typeof past, date: string) =>
    addToPairHistory({ ...game, memory, date: "2025-12-24" }, game.participants, date, personKeys)
      .map((one) => one.date);
  assert.deepEqual(dates(past, "2025-12-24"), [
    "2020-12-25",
    "2021-06-01",
    "2022-01-01",
    "2025-12-24",
  ]);
  assert.deepEqual(dates(past, "2031-01-01"), []);
  const many = range(30).map((day) => ({
    date: `2025-11-${String(day + 1).padStart(2, "0")}`,
    pairs,
  }));
  const kept = dates(many, "2026-12-24");
  assert.equal(kept.length, LIMITS.rememberedGames);
  assert.equal(kept.at(-1), "2025-12-24");
});

Deno.test("a game that was not drawn leaves no memory, and a sealed one leaves none to an open one", () => {
  const game = makeGame(4, { date: inYears(0) });
  const body = createGameSchema.parse({
    ...asBody(toRepeated(game)),
    date: inYears(1),
  });
  const memoryOf = (one: Game, isSealed: boolean) => {
    const next = { ...body, isSealed, isProtected: isSealed };
    return playAgain(toRepeated(one), next, decisionContext).draw().game.memory.length;
  };
  const undrawn = game.participants.map((one) => ({ ...one, receiver: null }));
  assert.equal(memoryOf({ ...game, isGathering: true, participants: undrawn }, false), 0);
  assert.equal(memoryOf(game, false), 1);
  assert.equal(memoryOf({ ...game, isSealed: true }, true), 1);
  assert.equal(memoryOf({ ...game, isSealed: true }, false), 0);
  const sealed = { ...next(game, 1), isSealed: true };
  assert.equal(pairsInHistory(sealed, personKeys).length, 1);
  const broken = { ...sealed, sealBrokenAt: sealed.createdAt };
  assert.deepEqual(pairsInHistory(broken, personKeys), [], "who sees pairs could read it");
});
