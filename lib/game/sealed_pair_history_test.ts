import assert from "node:assert/strict";
import { decisionContext, inDays, makeGame, people, tokens } from "@/tests/support/games.ts";
import { range } from "@/tests/support/draws.ts";
import { gameActionSchema } from "./operations.ts";
import { decide } from "./actions/decide.ts";
import { creationOf, playAgain, playAgainSchema, toRepeated } from "./again.ts";
import { overAt } from "./finale.ts";
import { isRevealBlocked } from "./seal.ts";
import { endSealedMemory, hasSealedMemory, settleSealedMemory } from "./sealed_pair_history.ts";
import { type Game, LIMITS, type PairHistory } from "./types.ts";

const NOW = decisionContext.now.toISOString();

/** A sealed game of twelve people with addresses; the first two have opened. */
function sealedGame(body: Record<string, unknown> = {}): Game {
  return opened(makeGame(12, { isSealed: true, exclusions: [["P1", "P2"]], ...body }));
}

function opened(game: Game): Game {
  const open = (one: Game["participants"][number], index: number) =>
    index < 2 && !game.isGathering ? { ...one, viewedAt: NOW, firstViewedAt: NOW } : one;
  return { ...game, participants: game.participants.map(open) };
}

/** The next game of a series. */
function next(game: Game, body: Record<string, unknown> = {}): Game {
  const repeated = toRepeated(game);
  const asked = playAgainSchema.parse({ date: inDays(300), ...body });
  const { draw } = playAgain(repeated, creationOf(repeated, asked), decisionContext);
  return opened(draw().game);
}

function act(game: Game, action: Record<string, unknown>): Game {
  const shown = { organizerToken: tokens.organizer(game) };
  return decide(game, gameActionSchema.parse(action), shown, tokens, decisionContext).game;
}

/** Pairs by name. */
function pairsOf({ participants }: Game): string[] {
  const names = new Map(participants.map(({ number, name }) => [number, name]));
  return participants.map(({ name, receiver }) => `${name} ${names.get(receiver ?? 0)}`);
}

function idOf({ participants }: Game, name: string): string {
  return participants.find((one) => one.name === name)?.id ?? "";
}

/** True if any of some games has a pair of this one: by chance, one in each of twelve people. */
function repeats(game: Game, again: () => Game): boolean {
  const old = new Set(pairsOf(game));
  return range(20).some(() => pairsOf(again()).some((pair) => old.has(pair)));
}

Deno.test("a sealed game is remembered if the same people play again under no further rule", () => {
  const first = sealedGame();
  const again = () => next(first);
  assert.equal(hasSealedMemory(again()), true);
  assert.equal(repeats(first, again), false);
  const second = next(first, { exclusions: [] });
  assert.equal(second.memory.length, 1, "with fewer rules");
  assert.deepEqual(next(second).memory.map(({ isSealed }) => isSealed), [true, true]);
});

for (
  const [what, body] of Object.entries({
    "invented people": { participants: [...people(11), { name: "Zed", email: "z@example.org" }] },
    "people left out": { participants: people(11) },
    "people without addresses": { participants: people(12).map(({ name }) => ({ name })) },
    "another address": {
      participants: people(12).map((one) =>
        one.name === "P7" ? { ...one, email: "mine@example.org" } : one
      ),
    },
    "a rule of one direction": { oneWayExclusions: [["P5", "P6"]] },
    "a rule of both directions": { exclusions: [["P1", "P2"], ["P5", "P6"]] },
    "a household": { households: [["P5", "P6"]] },
    "a seal that is gone": { isSealed: false },
  })
) {
  Deno.test(`a sealed game played again with ${what} is not remembered`, () => {
    const first = sealedGame();
    assert.deepEqual(next(first, body).memory, []);
    assert.equal(repeats(first, () => next(first, body)), true);
  });
}

Deno.test("a game made from one that gathers does not remember the sealed game before it", () => {
  const first = sealedGame();
  const gathering = next(first, { draw: "later" });
  assert.equal(hasSealedMemory(gathering), true);
  for (const draw of ["later", "now"]) assert.deepEqual(next(gathering, { draw }).memory, [], draw);
  const drawn = () => act(gathering, { action: "drawNames" });
  assert.equal(repeats(first, drawn), false, "that one game avoids the old pairs");
  assert.equal(next(drawn()).memory.length, 2, "once it is drawn, the next one does, too");
});

Deno.test("no dates keep a sealed game in the history of a series longer than the games after it", () => {
  const day = (number: number) => inDays(10 + number);
  const choices: Record<string, (number: number) => string> = {
    "later each": (number) => day(4000 + number),
    "all before it": day,
    "turns more than five years apart": (number) => day(number % 2 === 0 ? number : 2500),
  };
  for (const [what, dateOf] of Object.entries(choices)) {
    const first = sealedGame({ date: day(3000) });
    let game = next(first, { date: dateOf(1) });
    const pairs = String(game.memory[0]?.pairs);
    assert.equal(game.memory.length, 1, what);
    const remembering = range(LIMITS.rememberedGames + 2).map((number) => {
      const isRemembered = game.memory.some((one) => String(one.pairs) === pairs);
      if (isRemembered) assert.equal(game.memory.length, number + 1, what);
      game = next(game, { date: dateOf(number + 2) });
      return isRemembered;
    });
    assert.equal(remembering.at(-1), false, what);
  }
});

Deno.test("a game that gathers hands on the open games before the sealed one", () => {
  const sealed = next(makeGame(12), { isSealed: true });
  const gathering = next(sealed, { draw: "later" });
  assert.deepEqual(gathering.memory.map(({ isSealed }) => isSealed), [false, true]);
  assert.deepEqual(next(gathering).memory.map(({ isSealed }) => isSealed), [false]);
});

Deno.test("open games before a sealed one are remembered with any people", () => {
  const open = makeGame(12);
  const sealed = next(open, { isSealed: true });
  assert.deepEqual(sealed.memory.map(({ isSealed }) => isSealed), [false]);
  assert.equal(hasSealedMemory(sealed), false);
  const strangers = next(sealed, { participants: people(12).map(({ name }) => ({ name })) });
  assert.deepEqual(strangers.memory.map(({ isSealed }) => isSealed), [false]);
  assert.deepEqual(
    act(sealed, { action: "issueClaim", participantId: idOf(sealed, "P7") }).memory,
    sealed.memory,
    "and nothing ends that",
  );
});

Deno.test("the memory of an earlier release counts as sealed in a series that is", () => {
  const first = sealedGame();
  const withoutFlag = (game: Game): Game => ({
    ...game,
    memory: game.memory.map(({ date, pairs }): PairHistory => ({ date, pairs })),
  });
  const second = withoutFlag(next(first));
  assert.equal(hasSealedMemory(second), true);
  const shared = { participants: people(12).map(({ name }) => ({ name })) };
  assert.deepEqual(next(second, shared).memory, []);
  assert.equal(hasSealedMemory(withoutFlag(next(makeGame(12)))), false);
});

/** Actions of an organizer that end a game's memory of a sealed one. */
const ENDS: Record<string, (game: Game) => Game> = {
  "a claim is issued": (game) =>
    act(game, { action: "issueClaim", participantId: idOf(game, "P7") }),
  "an address changes": (game) =>
    act(game, {
      action: "updateParticipantDetails",
      participantId: idOf(game, "P7"),
      email: "mine@example.org",
    }),
  "a place is taken": (game) =>
    act(game, {
      action: "replaceParticipant",
      participantId: idOf(game, "P7"),
      participantName: "Zed",
    }),
  "someone is added": (game) => act(game, { action: "addParticipant", participantName: "Zed" }),
  "someone joins": (game) =>
    act(game, {
      action: "joinInvitation",
      invitationToken: tokens.invitation(game),
      participantName: "Zed",
    }),
  "someone is removed": (game) =>
    act(game, { action: "removeParticipant", participantId: idOf(game, "P7") }),
  "a rule is added": (game) => act(game, { action: "setExclusions", exclusions: [["P5", "P6"]] }),
};

for (const [what, end] of Object.entries(ENDS)) {
  Deno.test(`the memory of a sealed game ends as soon as ${what}`, () => {
    const first = sealedGame();
    const second = next(first);
    const after = end(second);
    assert.deepEqual(after.memory, []);
    // Zed replaces P7: enough of the others are left.
    assert.equal(repeats(first, () => end(second)), true, "who has not opened is drawn without it");
    const known = (game: Game) => pairsOf(game).slice(0, 2);
    if (["a claim is issued", "an address changes"].includes(what)) {
      assert.deepEqual(known(after), known(second), "and who has opened keeps theirs");
    }
    const gathering = next(first, { draw: "later" });
    if (what === "a claim is issued" || what === "an address changes") return;
    const drawn = act(end(gathering), { action: "drawNames" });
    assert.deepEqual(drawn.memory, [], "while people join, too");
  });
}

for (const size of [4, 5, 8, 9, 12]) {
  Deno.test(`an opened gift stays withheld when the memory of a sealed game of ${size} ends`, () => {
    const second = next(makeGame(size, { isSealed: true }));
    const [holder] = second.participants;
    assert(holder && hasSealedMemory(second));
    const shown = { organizerToken: tokens.organizer(second) };
    const attempts = [
      { action: "updateParticipantDetails", email: "mine@example.org" },
      { action: "replaceParticipant", participantName: "Zed", participantEmail: "z@example.org" },
    ];
    for (const attempt of range(10).flatMap(() => attempts)) {
      const action = gameActionSchema.parse({ ...attempt, participantId: holder.id });
      const { game, events } = decide(second, action, shown, tokens, decisionContext);
      const isReplaced = attempt.action === "replaceParticipant";
      const now = game.participants.at(isReplaced ? -1 : 0);
      assert(now && !hasSealedMemory(game));
      assert.equal(now.receiver, holder.receiver);
      assert.equal(isRevealBlocked(game, now), true);
      assert.equal(now.receiverChange, null);
      const told = events.filter(({ type }) => type === "receiverChanged");
      assert(isReplaced || told.length === 0, "no one is told of a change");
    }
  });
}

Deno.test("two of four people may give to each other when the memory of a sealed game ends", () => {
  const second = next(makeGame(4, { isSealed: true }));
  const numbers = second.participants.map(({ number }) => number);
  // The first two have opened, and do not give to each other.
  const participants = second.participants.map((one, index) => ({
    ...one,
    receiver: numbers[[2, 3, 1, 0][index] ?? 0] ?? null,
  }));
  const ends = range(200).map(() =>
    pairsOf(endSealedMemory({ ...second, participants }, decisionContext).game)
  );
  const isMutual = (pairs: string[]) => pairs.includes("P3 P1");
  // One in four: never would reveal all pairs to an organizer who holds two links, and so would always.
  assert(ends.some(isMutual) && !ends.every(isMutual));
  assert(ends.every((pairs) => pairs[0] === "P1 P3" && pairs[1] === "P2 P4"));
});

Deno.test("the memory of a sealed game survives everything else that its organizer does", () => {
  const game = next(sealedGame());
  const stays: Record<string, unknown>[] = [
    { action: "updateGameDetails", location: "Bern" },
    { action: "updateParticipantDetails", participantId: idOf(game, "P7"), name: "Quinn" },
    { action: "regenerateToken", participantId: idOf(game, "P7") },
    { action: "setExclusions", exclusions: [] },
    { action: "reassignAll" },
    { action: "regenerateInvitationToken" },
  ];
  for (const action of stays) {
    assert.equal(hasSealedMemory(act(game, action)), true, JSON.stringify(action));
  }
});

Deno.test("a sealed game in which an address or a place changed hands is not remembered", () => {
  const first = sealedGame();
  for (const what of ["an address changes", "a place is taken"]) {
    const changed = ENDS[what]?.(first);
    assert(changed);
    assert.equal(changed.isRemembered, true, what);
    const present = changed.participants.map(({ name, email }) => ({ name, email: email ?? "" }));
    assert.deepEqual(next(changed, { participants: present }).memory, [], what);
  }
  for (const what of ["a claim is issued", "someone joins", "someone is removed"]) {
    assert.equal(ENDS[what]?.(first).isRemembered, false, what);
  }
});

Deno.test("endSealedMemory() redraws those who have not opened, before the phone goes round", () => {
  const first = sealedGame();
  const second = next(first);
  const end = () => endSealedMemory(second, decisionContext).game;
  assert.deepEqual(end().memory, []);
  assert.equal(repeats(first, end), true);
  assert.deepEqual(pairsOf(end()).slice(0, 2), pairsOf(second).slice(0, 2));
  const open = makeGame(12);
  assert.equal(endSealedMemory(open, decisionContext).game, open, "an open game is left alone");
});

Deno.test("the end of a memory moves no one once another instance may show the pairs", () => {
  const first = sealedGame({ reveal: "afterEvent" });
  const made = next(first, { reveal: "afterEvent", date: inDays(300) });
  // Another clock may show them already.
  const now = new Date(overAt(made) - 60_000);
  const later = { ...decisionContext, now };
  const organizerToken = tokens.organizer(made);
  const participantId = idOf(made, "P7");
  const own = tokens.participant(made, made.participants[6] ?? assert.fail());
  const change = (action: Record<string, unknown>, shown: Record<string, string>) =>
    decide(made, gameActionSchema.parse(action), shown, tokens, later).game;
  const email = "new@example.org";
  for (
    const after of [
      change({ action: "updateParticipantEmail", participantId, email }, { participantToken: own }),
      change({ action: "updateParticipantDetails", participantId, email }, { organizerToken }),
      change({ action: "issueClaim", participantId }, { organizerToken }),
      endSealedMemory(made, later).game,
    ]
  ) {
    assert.equal(hasSealedMemory(after), false);
    assert.deepEqual(pairsOf(after), pairsOf(made));
  }
});

Deno.test("no later game continues one in which a place was claimed, or its address changed, after the draw", () => {
  const before = sealedGame();
  const isOver = (fields: Partial<Game["participants"][number]>) => {
    const participants = before.participants.map((one, index) =>
      index === 5 ? { ...one, ...fields } : one
    );
    const change = { game: { ...before, participants }, events: [] };
    return settleSealedMemory(before, change, decisionContext).game.isRemembered;
  };
  assert.equal(isOver({ wish: "Tea" }), false);
  assert.equal(isOver({ claimOpenedAt: NOW }), true);
  assert.equal(isOver({ email: "new@example.org" }), true);
});
