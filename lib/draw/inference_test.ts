import assert from "node:assert/strict";
import { possibleRedraws, redrawDiscreetly } from "./discreet_redraw.ts";
import { drawOf, range, seededRandom, validDraws } from "@/tests/support/draws.ts";
import { changesOf, TABLES } from "@/tests/inference/table.ts";
import {
  type Algorithm,
  changeOf,
  couples,
  inferenceByInvention,
  inferenceFrom,
  openedSets,
} from "@/tests/inference/inference.ts";
import { inferenceFromViews, sampleInference } from "@/tests/inference/views.ts";
import { sample } from "@/tests/support/sample.ts";

const random = seededRandom(1);

function redraws(isSealed: boolean): Algorithm {
  return (start) => possibleRedraws(start.problem, { ...start, isSealed }, random);
}

/** The cells of the README by table, row and size. */
async function readTables(): Promise<Map<string, string>> {
  const readme = await Deno.readTextFile(new URL("README.md", import.meta.url));
  const cells = new Map<string, string>();
  let [table = "", ...sizes]: string[] = [];
  for (const line of readme.split("\n").filter((line) => line.startsWith("| "))) {
    const [name = "", ...columns] = line.split("|").slice(1, -1).map((cell) => cell.trim());
    if (name in TABLES) [table, sizes] = [name, columns];
    else columns.forEach((cell, i) => cells.set(`${table}: ${name} of ${sizes[i]}`, cell));
  }
  return cells;
}

Deno.test("redrawDiscreetly() reveals as little as the README says, among four and five people", async () => {
  const cells = await readTables();
  for (const [table, { cellOf }] of Object.entries(TABLES)) {
    for (const size of sample([4, 5])) {
      for (const [row, change] of changesOf(size)) {
        // Cases that take seconds are left to `deno task inference`.
        if (size === 5 && !["open game", "sealed game"].includes(table)) continue;
        const name = `${table}: ${row} of ${size}`;
        assert.equal(cells.get(name), await cellOf(change), name);
      }
    }
  }
});

Deno.test("redrawDiscreetly() leaves no one more than half certain in the games that the README names", async () => {
  const cells = await readTables();
  const worst = (table: string, row: string, size: number) =>
    Number((cells.get(`${table}: ${row} of ${size}`) ?? "").split(" ")[0]);
  for (const [row, smallest] of [["one joins", 4], ["one leaves", 6], ["one asks", 5]] as const) {
    for (const table of ["open game", "sealed game"]) {
      for (const size of [4, 5, 6, 7, 8].filter((size) => size >= smallest)) {
        assert.ok(worst(table, row, size) <= 0.5, `${table}: ${row} of ${size}`);
      }
    }
  }
});

Deno.test("redrawDiscreetly() in a sealed game reveals nothing to an organizer who adds, opens and removes an invented person", () => {
  // Knowing one's own pair gives two others with probability 4/7 among four people, over 1/3 among five.
  const own = { 4: 4 / 7, 5: 0.364 };
  for (const [size, unopened] of [[4, 0], [4, 1], [4, 2], [4, 3], [5, 1], [5, 2]] as const) {
    const opened = new Set(range(size - unopened));
    const name = `${unopened} of ${size} have not opened`;
    const watching = inferenceByInvention(size, opened, false, redraws(true));
    assert.ok(watching.most < 1 / (size - 1) + 0.001, `${name}: ${watching.most}`);
    const playing = inferenceByInvention(size, opened, true, redraws(true));
    assert.ok(playing.most <= own[size] + 0.001, `${name}: ${playing.most}`);
  }
  // In an open game, whose organizer sees all pairs anyway, one unopened pair is always revealed, two mostly.
  const read = (unopened: number) =>
    inferenceByInvention(5, new Set(range(5 - unopened)), false, redraws(false));
  assert.deepEqual(read(1), { most: 1, mean: 1 });
  assert.equal(read(2).most, 1);
});

Deno.test("redrawDiscreetly() in a sealed game reveals no pair for certain to an organizer who forces a person three times", () => {
  // The organizer is 0, who has opened and sees their own receiver each time; 1 is forced.
  for (const [size, most] of [[4, 0.85], [5, 0.5]] as const) {
    const problem = { size, exclusions: [], households: [] };
    const rest = { opened: new Set([0]), mustChange: new Set([1]), isSealed: true };
    let states = new Map(
      validDraws(problem).map((draw) => [`${draw}`, { seen: `${draw[0]}`, draw, weight: 1 }]),
    );
    for (let times = 0; times < 3; times++) {
      const after: typeof states = new Map();
      for (const { seen, draw: current, weight } of states.values()) {
        const draws = possibleRedraws(problem, { current, ...rest }, random);
        for (const draw of draws) {
          const now = `${seen} ${draw[0]}`;
          const state = after.get(`${now}: ${draw}`) ?? { seen: now, draw, weight: 0 };
          state.weight += weight / draws.length;
          after.set(`${now}: ${draw}`, state);
        }
      }
      states = after;
    }
    for (const one of states.values()) {
      const same = [...states.values()].filter(({ seen }) => seen === one.seen);
      const total = same.reduce((sum, { weight }) => sum + weight, 0);
      for (const giver of range(size).slice(1)) {
        const known = same.filter(({ draw }) => draw[giver] === one.draw[giver])
          .reduce((sum, { weight }) => sum + weight, 0);
        assert.ok(known / total <= most, `${size}: ${known / total}`);
      }
    }
  }
});

Deno.test("redrawDiscreetly() in a sealed game of four leaves an organizer with two of its links in doubt", () => {
  // The organizer has a person join and leave, and looks at the links of 0 and 1. If any draws are left for these
  // two pairs, none may be almost certain.
  const problem = { size: 4, exclusions: [], households: [] };
  const current = [1, 2, null, 0];
  const opened = new Set([0, 1, 3]);
  const draws = possibleRedraws(problem, { current, opened, isSealed: true }, random);
  const allValid = validDraws(problem);
  assert.deepEqual(new Set(draws.map(String)), new Set(allValid.map(String)));
  const isSame = (one: readonly number[], other: readonly number[]) =>
    one[0] === other[0] && one[1] === other[1];
  for (
    const draw of allValid.filter((one) => allValid.filter((two) => isSame(one, two)).length > 1)
  ) {
    const left = draws.filter((other) => isSame(draw, other));
    const belief = left.filter((other) => `${other}` === `${draw}`).length / left.length;
    assert.ok(belief <= 0.75, `${draw}: ${belief}`);
  }
});

Deno.test("redrawDiscreetly() hides the one unopened person of a larger sealed game among all", () => {
  const change = changeOf("join", 9, false);
  const opened = new Set(range(8));
  const { by } = sampleInference(
    change,
    opened,
    (start) => drawOf(redrawDiscreetly(start.problem, { ...start, isSealed: true }, random)),
    1_000,
    random,
  );
  // The newcomer knows their own receiver, and each of the eight others may give to them.
  assert.ok((by.get("newcomer") ?? 1) < 0.2, `${by.get("newcomer")}`);
});

Deno.test("inferenceFromViews() and sampleInference() agree with inferenceFrom()", () => {
  for (const kind of ["join", "leave", "ask", "ask two", "force", "exclude"] as const) {
    for (const inCouples of [false, true]) {
      const change = changeOf(kind, kind === "join" ? 4 : 5, inCouples);
      for (const opened of openedSets(change).slice(-3)) {
        const one = inferenceFrom(change, opened, redraws(false));
        const other = inferenceFromViews(change, opened, redraws(false));
        for (const value of ["most", "mean", "certain", "moved"] as const) {
          assert.ok(Math.abs(one[value] - other[value]) < 1e-9, `${kind}: ${value}`);
        }
      }
    }
  }
  const change = changeOf("join", 5, false);
  const everybody = new Set(range(5));
  const exact = inferenceFrom(change, everybody, redraws(false));
  const samples = sampleInference(
    change,
    everybody,
    (start) => drawOf(redrawDiscreetly(start.problem, start, random)),
    3_000,
    random,
  );
  assert.ok(Math.abs(exact.most - samples.most) < 0.05);
  assert.ok(Math.abs(exact.mean - samples.mean) < 0.02);
});

Deno.test("openedSets() has one of all sets that are equal up to renaming", () => {
  const join = changeOf("join", 4, false);
  assert.deepEqual(openedSets(join).map(({ size }) => size).toSorted(), [0, 1, 2, 3, 4]);
  // A requester has opened; a forced person has not. How many of the four others have?
  assert.equal(openedSets(changeOf("ask", 5, false)).length, 5);
  assert.equal(openedSets(changeOf("force", 5, false)).length, 5);
  // Of each of two couples none, one or both have opened; the couples are interchangeable.
  assert.equal(openedSets({ ...join, exclusions: couples(4) }).length, 6);
});
