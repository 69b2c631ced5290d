import assert from "node:assert/strict";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { updateParticipantDetails } from "./actions/people.ts";
import { GameError } from "./errors.ts";
import { findProposal, referencesOf, viewProposals } from "./proposals.ts";
import type { Game } from "./types.ts";

/** Who says that they live with whom, by position. */
function saying(said: Record<number, string[]>, households: number[][] = []): Game {
  const game = makeGame(5, { draw: "later" });
  const participants = game.participants.map((one, place) => ({
    ...one,
    livesWith: said[place + 1] ?? [],
  }));
  return { ...game, participants, households };
}

/** The proposals by number. */
function proposed(game: Game): number[][] {
  const numberOf = new Map(game.participants.map(({ id, number }) => [id, number]));
  return viewProposals(game).map(({ participantId, withParticipantIds }) =>
    [participantId, ...withParticipantIds].map((id) => numberOf.get(id) ?? 0)
  );
}

Deno.test("viewProposals() names each group of present participants once", () => {
  assert.deepEqual(proposed(saying({})), []);
  assert.deepEqual(proposed(saying({ 2: ["p3", " P1 "] })), [[2, 3, 1]]);
  assert.deepEqual(proposed(saying({ 1: ["P2"], 2: ["P1"], 3: ["P1", "P2"] })), [[1, 2], [
    3,
    1,
    2,
  ]]);
  assert.deepEqual(proposed(saying({ 1: ["Nobody", "P1"] })), []);
  assert.deepEqual(proposed(saying({ 1: ["Nobody", "P4"] })), [[1, 4]]);
});

Deno.test("viewProposals() finds people by a part of their name, if only one person fits", () => {
  const named = (names: string[], said: Record<number, string[]>) => {
    const game = saying(said);
    const participants = game.participants.map((one, index) => ({
      ...one,
      name: names[index] ?? one.name,
    }));
    return proposed({ ...game, participants });
  };
  assert.deepEqual(named(["Tom Miller"], { 2: ["tom"] }), [[2, 1]]);
  assert.deepEqual(named(["Tom"], { 2: ["Tom Miller"] }), [[2, 1]]);
  assert.deepEqual(named(["Tom Miller", "Tom Smith"], { 3: ["Tom"] }), []);
  assert.deepEqual(named(["Tom Miller", "Tom"], { 3: ["Tom"] }), [[3, 2]]);
  assert.deepEqual(named(["Tomas"], { 2: ["Tom"] }), []);
});

Deno.test("viewProposals() proposes no household that already exists or is part of one", () => {
  const said = { 1: ["P2"] };
  assert.deepEqual(proposed(saying(said, [[1, 2]])), []);
  assert.deepEqual(proposed(saying(said, [[3, 4], [2, 5, 1]])), []);
  assert.deepEqual(proposed(saying(said, [[1, 3], [2, 4]])), [[1, 2]]);
});

Deno.test("viewProposals() still proposes a person whose name was corrected", () => {
  const game = saying({ 1: ["p2", "Later"], 3: ["Tom"], 4: ["P5"] });
  const rename = (before: Game, name: string) =>
    updateParticipantDetails(before, {
      action: "updateParticipantDetails",
      participantId: before.participants[1]?.id ?? "",
      name,
      renewLink: false,
    }, decisionContext).game;
  const renamed = rename(game, "Tom");
  assert.deepEqual(proposed(renamed), [[1, 2], [3, 2], [4, 5]]);
  const saidIn = ({ participants }: Game) => participants.map(({ livesWith }) => livesWith);
  assert.deepEqual(saidIn(renamed), [["Tom", "Later"], [], ["Tom"], ["P5"], []]);
  assert.deepEqual(saidIn(rename(renamed, "TOM")), [["TOM", "Later"], [], ["TOM"], ["P5"], []]);
  assert.deepEqual(saidIn(rename(game, "P2")), saidIn(game), "the same name changes nothing");
});

Deno.test("findProposal() approves only a proposal that was seen", () => {
  const game = saying({ 1: ["P2"] });
  const settled = saying({ 1: ["P2"] }, [[1, 2]]);
  const [{ id } = { id: "" }] = viewProposals(game);
  assert.deepEqual(findProposal(game, id).map(({ number }) => number), [1, 2]);
  for (
    const [of, proposal] of [
      [game, ""],
      [saying({ 1: ["P2", "P3"] }), id],
      [{ ...settled, participants: game.participants }, id],
    ] as const
  ) {
    assert.throws(
      () => findProposal(of, proposal),
      (error) => error instanceof GameError && error.code === "PROPOSAL_NOT_FOUND",
    );
  }
});

Deno.test("referencesOf() writes rules by id", () => {
  const game = { ...saying({}, [[3, 4]]), exclusions: [[1, 2], [2, 5]] as [number, number][] };
  const id = (number: number) => game.participants[number - 1]?.id;
  assert.deepEqual(referencesOf(game), {
    exclusions: [[id(1), id(2)], [id(2), id(5)]],
    households: [[id(3), id(4)]],
  });
});
