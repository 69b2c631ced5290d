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

/** The game with the names in `names` for its first people. */
function named(game: Game, names: string[]): Game {
  return {
    ...game,
    participants: game.participants.map((one, index) => ({
      ...one,
      name: names[index] ?? one.name,
    })),
  };
}

Deno.test("viewProposals() finds people by a part of their name, and proposes each of a few who fit", () => {
  const found = (names: string[], said: Record<number, string[]>, households?: number[][]) =>
    proposed(named(saying(said, households), names));
  assert.deepEqual(found(["Tom Miller"], { 2: ["tom"] }), [[2, 1]]);
  assert.deepEqual(found(["Tom"], { 2: ["Tom Miller"] }), [[2, 1]]);
  const toms = ["Tom Miller", "Tom Smith"];
  assert.deepEqual(found(toms, { 3: ["Tom"] }), [[3, 1], [3, 2]]);
  assert.deepEqual(found(toms, { 3: ["P4", "Tom"] }), [[3, 4], [3, 4, 1], [3, 4, 2]]);
  assert.deepEqual(found(toms, { 3: ["Tom", "Tom Smith"] }), [[3, 2], [3, 2, 1]]);
  assert.deepEqual(found(toms, { 3: ['"Tom Miller" | "Tom Smith" | "Tom"'] }), [[3, 1], [3, 2]]);
  assert.deepEqual(found(toms, { 1: ["Tom"] }), [[1, 2]], "not themselves");
  assert.deepEqual(found(toms, { 3: ["Tom"] }, [[2, 3]]), [], "it is known which one they mean");
  const apart = {
    ...named(saying({ 3: ["Tom"] }), toms),
    exclusions: [[3, 1]] as [number, number][],
  };
  assert.deepEqual(proposed(apart), [[3, 2]], "an exclusion does not show whom they mean");
  assert.deepEqual(found(["Tom Miller", "Tom"], { 3: ["Tom"] }), [[3, 2]]);
  const namesakes = ["Tom", "Tom Smith"];
  assert.deepEqual(found(namesakes, { 1: ["Tom"] }), [[1, 2]], "themselves or another");
  assert.deepEqual(found(namesakes, { 1: ["Tom"] }, [[1, 3]]), [[1, 2]]);
  assert.deepEqual(found(["Tom A B", "Tom"], { 3: ["Tom A B C"] }), [[3, 2], [3, 1]]);
  assert.deepEqual(found(["Tomas"], { 2: ["Tom"] }), []);
  const many = saying({ 1: ["Tom"] });
  const [one] = many.participants;
  assert(one);
  const crowd = ["A", "B", "C", "D", "E"].map((last, index) => ({
    ...{ ...one, livesWith: [], name: `Tom ${last}`, number: 10 + index, id: `tom-${last}` },
  }));
  const among = (count: number) =>
    viewProposals({ ...many, participants: [one, ...crowd.slice(0, count)] }).length;
  assert.deepEqual([among(4), among(5)], [4, 0], "of many, it asks about none");
});

Deno.test("viewProposals() finds everyone in an answer that names several people", () => {
  const found = (names: string[], said: string) => proposed(named(saying({ 5: [said] }), names));
  const both = ["Ben", "Cleo"];
  for (const and of ["&", "+", "＆", "and", "und", "y", "et", "e", "en", "と", "和"]) {
    assert.deepEqual(found(both, `ben ${and} Cleo`), [[5, 1, 2]], and);
  }
  assert.deepEqual(found(both, "Ben&Cleo"), [[5, 1, 2]]);
  assert.deepEqual(found(["Ben Miller", "Cleo", "Dan"], "Ben & Cleo + Dan"), [[5, 1, 2, 3]]);
  assert.deepEqual(found([...both, "Ben & Cleo"], "ben & cleo"), [[5, 3]], "a couple’s own name");
  assert.deepEqual(found(["Ben & Cleo"], "Ben & Cleo"), [[5, 1]]);
  assert.deepEqual(found(["Ben Miller", "Cleo"], '"Ben" & "Cleo"'), [[5, 2]], "each exactly");
  assert.deepEqual(found(['"Ben"', "Ben"], '"Ben"'), [[5, 1]], "quotes in a name");
  assert.deepEqual(found(['"Ben" Miller'], '"Ben" Miller'), [[5, 1]]);
  assert.deepEqual(found(["Sandy Anderson"], "Sandy Anderson"), [[5, 1]], "no word inside a name");
});

Deno.test("viewProposals() proposes no people whom the rules keep apart already", () => {
  const game = saying({ 1: ["P2", "P3"], 4: ["P5"] });
  const apart = (rules: Partial<Game>) => proposed({ ...game, ...rules });
  assert.deepEqual(apart({ exclusions: [[4, 5]] }), [[1, 2, 3]]);
  assert.deepEqual(apart({ exclusions: [[1, 2], [1, 3]] }), [[1, 2, 3], [4, 5]]);
  assert.deepEqual(apart({ exclusions: [[1, 2], [1, 3]], households: [[2, 3, 4]] }), [[4, 5]]);
  const keeping = {
    ...game,
    participants: game.participants.map((one) => one.number === 4 ? { ...one, keeps: [5] } : one),
  };
  assert.deepEqual(proposed(keeping), [[1, 2, 3]]);
  assert.deepEqual(proposed({ ...keeping, keepersMayDraw: true }), [[1, 2, 3], [4, 5]]);
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
  const byFirstName = named(saying({ 1: ["Ben & P3"], 4: ["Cleo & Dan"] }), ["P1", "Ben Miller"]);
  const corrected = rename(byFirstName, "Benjamin Miller");
  assert.deepEqual(proposed(corrected), [[1, 2, 3]]);
  assert.deepEqual(saidIn(corrected)[3], ["Cleo & Dan"], "as they said it");
  assert.deepEqual(saidIn(rename(byFirstName, "Ben Miller")), saidIn(byFirstName));
  const several = named(saying({ 1: ["Ben"] }), ["P1", "Ben Miller", "Ben Smith"]);
  const other = rename(several, "Benjamin");
  assert.deepEqual(saidIn(other)[0], ['"Ben" | "Benjamin" | "Ben Smith"']);
  assert.deepEqual(proposed(other), [[1, 2], [1, 3]], "still one of the two");
  assert.deepEqual(saidIn(rename(other, "Bo"))[0], ['"Ben" | "Bo" | "Ben Smith"']);
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
