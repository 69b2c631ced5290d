import assert from "node:assert/strict";
import { possibleRedraws } from "./discreet_redraw.ts";
import { type Pair, seededRandom, validDraws } from "./draw_testing.ts";
import {
  type ChangeCase,
  couples,
  inferenceFrom,
  openedSets,
  worstInference,
} from "./inference_testing.ts";

const WORDS = ["", "", "", "three", "four", "five", "six"];
const HAPPENS = {
  join: "one joins",
  leave: "one leaves",
  ask: "one asks among",
  exclude: "two are excluded of",
};

/** All changes of games that have up to six people before and after. */
const CASES: ChangeCase[] = (["join", "leave", "ask", "exclude"] as const).flatMap((kind) =>
  [3, 4, 5, 6].flatMap((size): ChangeCase[] => {
    // Where couples are kept apart, the two are not one already.
    const apart = couples(size)
      .map(([one, other]): Pair =>
        kind === "exclude" ? [one + 1, (other + 1) % size] : [one, other]
      );
    return [{ kind, size, exclusions: [] }, { kind, size, exclusions: apart }];
  }).filter(({ size }) => kind === "leave" ? size > 3 : kind === "join" ? size < 6 : true)
);

function nameOf({ kind, size, exclusions }: ChangeCase): string {
  return `${HAPPENS[kind]} ${WORDS[size]}${exclusions.length > 0 ? ", in couples" : ""}`;
}

/** How surely people know a pair where everything is drawn anew, of which they see their own. */
function ownAlone(change: ChangeCase): number | undefined {
  return inferenceFrom(change, new Set(), ({ problem }) => validDraws(problem)).get("unopened")
    ?.most;
}

/** The rows of the table in the README by their names. */
async function readTable(): Promise<Map<string, string[]>> {
  const readme = await Deno.readTextFile(new URL("README.md", import.meta.url));
  const rows = readme.split("\n").filter((line) =>
    line.startsWith("| one ") || line.startsWith("| two ")
  );
  return new Map(rows.map((row) => {
    const [, name = "", ...cells] = row.split("|").map((cell) => cell.trim());
    return [name, cells];
  }));
}

Deno.test("redrawDiscreetly() lets nobody who is moved infer more of others than the README says", async () => {
  const table = await readTable();
  const random = seededRandom(1);
  let largeEnough = 0;
  for (const change of CASES) {
    const worst = worstInference(
      change,
      (start) => possibleRedraws(start.problem, start, random),
    ).get("moved");
    const name = nameOf(change);
    const [own, before, after] = table.get(name) ?? [];
    if (!worst) {
      assert.equal(before, undefined, `${name}: there is no draw, or only one`);
      continue;
    }
    assert.deepEqual(
      [own, after],
      [ownAlone(change)?.toFixed(2), worst.most.toFixed(2)],
      name,
    );
    assert.ok(before);
    // Where people are enough, nobody knows a pair to more than one half.
    const people = change.size + (change.kind === "join" ? 1 : 0);
    const enough = { join: 5, leave: 6, ask: 6, exclude: 7 }[change.kind];
    if (change.exclusions.length > 0 || people < enough) continue;
    assert.ok(worst.most <= 0.5, `${name}: ${worst.most}`);
    assert.equal(worst.certain, 0);
    largeEnough++;
  }
  assert.equal(largeEnough, 4);
});

Deno.test("openedSets() has one of all sets that are the same under other names", () => {
  const join: ChangeCase = { kind: "join", size: 4, exclusions: [] };
  assert.deepEqual(openedSets(join).map(({ size }) => size).toSorted(), [0, 1, 2, 3, 4]);
  // The one who asks, and how many of the four others.
  assert.equal(openedSets({ kind: "ask", size: 5, exclusions: [] }).length, 10);
  // Of each of two couples none, one or both, whichever couple it is.
  assert.equal(openedSets({ ...join, exclusions: couples(4) }).length, 6);
});
