/**
 * Prints the tables of the README: what people can infer from a change. Exact for up to seven people, and eight in open
 * games that no one joins; sampled beyond. `deno task inference 4 5 6` prints some sizes only.
 */
import { possibleRedraws, redrawDiscreetly } from "@/lib/draw/discreet_redraw.ts";
import { drawOf, range, seededRandom } from "../support/draws.ts";
import {
  type ChangeCase,
  changeOf,
  type ChangeStart,
  type Inference,
  openedSets,
} from "./inference.ts";
import { inferenceFromViews, leastBelief, sampleInference } from "./views.ts";

/** Changes, with their names in the tables. */
const HAPPENS = [
  ["join", "one joins"],
  ["leave", "one leaves"],
  ["ask", "one asks"],
  ["ask two", "two ask"],
  ["force", "one is forced"],
  ["exclude", "two are excluded"],
] as const;

const SAMPLES = 6_000;

const random = seededRandom(1);

/** Everyone before the change except a forced person, who has not opened. */
function everybody({ kind, size }: ChangeCase): Set<number> {
  return new Set(range(size).slice(kind === "force" ? 1 : 0));
}

/** Exact inference from one change. */
function inferenceOf(
  change: ChangeCase,
  opened: ReadonlySet<number>,
  isSealed: boolean,
): Inference {
  return inferenceFromViews(
    change,
    opened,
    (start) => possibleRedraws(start.problem, { ...start, isSealed }, random),
  );
}

function sampled(change: ChangeCase, opened: ReadonlySet<number>, isSealed: boolean): Inference {
  const redraw = (start: ChangeStart) =>
    drawOf(redrawDiscreetly(start.problem, { ...start, isSealed }, random));
  return sampleInference(change, opened, redraw, SAMPLES, random);
}

/** Worst case, mean and moved people if everyone has opened. */
function cellOf(change: ChangeCase, isSealed: boolean): string {
  // Sealed games, and games that a person joins, have as many draws as if they had one more person.
  const isExact = change.size + Number(isSealed || change.kind === "join") <= 8;
  const { most, mean, moved, by } = (isExact ? inferenceOf : sampled)(
    change,
    everybody(change),
    isSealed,
  );
  return by.size === 0 ? "" : `${most.toFixed(2)} ${mean.toFixed(2)} ${moved.toFixed(1)}`;
}

/** The worst case for people who move, and for everyone, over all sets of people who may have opened. */
function worstCell(change: ChangeCase, isSealed: boolean): string {
  const all = openedSets(change).map((opened) => inferenceOf(change, opened, isSealed))
    .filter(({ by }) => by.size > 0);
  if (all.length === 0) return "";
  const told = Math.max(...all.map(({ by }) => by.get("moved") ?? 0));
  return `${told.toFixed(2)} ${Math.max(...all.map(({ most }) => most)).toFixed(2)}`;
}

/** The best that any rule could achieve if everyone has opened. */
async function bestCell(change: ChangeCase): Promise<string> {
  return (await leastBelief(change, everybody(change)))?.toFixed(2) ?? "";
}

/** All tables by name, with their maximum size and their cells. */
export const TABLES: Record<
  string,
  { most: number; cellOf: (change: ChangeCase) => string | Promise<string> }
> = {
  "open game": { most: 12, cellOf: (change) => cellOf(change, false) },
  "sealed game": { most: 12, cellOf: (change) => cellOf(change, true) },
  "any rule": { most: 6, cellOf: bestCell },
  "open game, anyone opened": { most: 6, cellOf: (change) => worstCell(change, false) },
  "sealed game, anyone opened": { most: 6, cellOf: (change) => worstCell(change, true) },
};

/** All changes of games of one size, by the names of their rows. */
export function changesOf(size: number): Map<string, ChangeCase> {
  return new Map([false, true].flatMap((inCouples) =>
    HAPPENS.map(([kind, name]) => [
      `${name}${inCouples ? ", couples" : ""}`,
      changeOf(kind, size, inCouples),
    ])
  ));
}

if (import.meta.main) {
  const sizes = Deno.args.length > 0 ? Deno.args.map(Number) : range(9).map((i) => i + 4);
  for (const [name, { most, cellOf }] of Object.entries(TABLES)) {
    const shown = sizes.filter((size) => size <= most);
    console.log(`\n| ${[name, ...shown].join(" | ")} |\n|${" --- |".repeat(shown.length + 1)}`);
    const changes = shown.map(changesOf);
    for (const row of changes[0]?.keys() ?? []) {
      const cells = await Promise.all(
        changes.map((named) => named.get(row)).map((change) => change && cellOf(change)),
      );
      console.log(`| ${[row, ...cells].join(" | ")} |`);
    }
  }
}
