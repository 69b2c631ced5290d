/**
 * Observers' knowledge of a change, up to renaming: interchangeable people give the same view. So a few samples
 * suffice, and the best of all rules is a small linear program.
 */
import loadHighs, { type Highs } from "highs";
import { type Draw, drawAssignments } from "@/lib/draw/draw.ts";
import { drawOf, range, validDraws } from "../support/draws.ts";
import {
  type Algorithm,
  type ChangeCase,
  type ChangeStart,
  type Inference,
  type Observer,
  observerOf,
  problemAfter,
  sizeAfter,
  startOf,
  summaryOf,
} from "./inference.ts";
import type { Random } from "@/lib/draw/random.ts";

interface View {
  observer: Observer;
  key: string;
  /** For each class of interchangeable pairs, its probability mass per pair. */
  pairs: Map<number, number>;
}

/** The people the change concerns. */
function rolesOf({ kind, size }: ChangeCase): number[] {
  if (kind === "join") return [size];
  if (kind === "leave") return [size - 1];
  return kind === "exclude" || kind === "ask two" ? [0, 1] : [0];
}

/** What everyone sees of one change. People with and without an opened gift are never interchangeable. */
export function viewsOf(change: ChangeCase, opened: ReadonlySet<number>) {
  const { size, exclusions } = change;
  const after = sizeAfter(change);
  const people = range(Math.max(size, after));
  const roles = rolesOf(change);
  const partner = people.map((one) => {
    const pair = exclusions.find((pair) => pair.includes(one));
    return pair ? pair[0] === one ? pair[1] : pair[0] : -1;
  });
  const kinds = people.map((one) => {
    const home = partner[one]! < 0 ? 0 : opened.has(partner[one]!) ? 1 : 2;
    return 50 + 10 * home + Number(opened.has(one)) + 2 * Number(one < size) +
      4 * Number(one < after);
  });
  /** Number of interchangeable pairs, by view. */
  const alike = new Map<string, Map<number, number>>();
  const code = (giver: number, receiver: number) => 100 * giver + receiver;

  function view(one: number, old: Draw, draw: Draw): View {
    const seen = [...roles, one, opened.has(one) ? old[one]! : -1, draw[one] ?? -1];
    const named = [...seen, ...seen.map((other) => partner[other] ?? -1)];
    const tagOf = (person: number) => {
      const index = named.indexOf(person);
      return index < 0 ? kinds[person]! : index;
    };
    const observer = observerOf(change, one, opened.has(one), old[one], draw[one]);
    const key = `${observer} ${
      named.map((other) => other < 0 ? "" : `${named.indexOf(other)}:${kinds[other]}`).join()
    }`;
    let counts = alike.get(key);
    if (!counts) {
      alike.set(key, counts = new Map());
      for (const giver of people) {
        for (const receiver of range(after)) {
          if (giver === receiver || giver === one || partner[giver] === receiver) continue;
          const pair = code(tagOf(giver), tagOf(receiver));
          counts.set(pair, (counts.get(pair) ?? 0) + 1);
        }
      }
    }
    const pairs = new Map<number, number>();
    for (const giver of people) {
      const receiver = giver < after ? draw[giver]! : old[giver]!;
      if (giver === one) continue;
      const pair = code(tagOf(giver), tagOf(receiver));
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1 / counts.get(pair)!);
    }
    return { observer, key, pairs };
  }
  const knowing = people.filter((one) => one < after || opened.has(one));
  return (old: Draw, draw: Draw): View[] => knowing.map((one) => view(one, old, draw));
}

/** Views that have occurred, by key. */
class SeenViews {
  readonly #known = new Map<
    string,
    { observer: Observer; weight: number; times: number; pairs: Map<number, number> }
  >();
  readonly #see: ReturnType<typeof viewsOf>;
  readonly #opened: readonly number[];
  #moved = 0;
  #total = 0;

  constructor(change: ChangeCase, opened: ReadonlySet<number>) {
    this.#see = viewsOf(change, opened);
    this.#opened = [...opened].filter((one) => one < sizeAfter(change));
  }

  add(old: Draw, draw: Draw, weight: number): void {
    this.#total += weight;
    for (const one of this.#opened) if (draw[one] !== old[one]) this.#moved += weight;
    for (const { observer, key, pairs } of this.#see(old, draw)) {
      let seen = this.#known.get(key);
      if (!seen) this.#known.set(key, seen = { observer, weight: 0, times: 0, pairs: new Map() });
      seen.weight += weight;
      seen.times++;
      for (const [pair, share] of pairs) {
        seen.pairs.set(pair, (seen.pairs.get(pair) ?? 0) + share * weight);
      }
    }
  }

  /** @param times minimum number of occurrences of a view that counts. */
  summary(times = 1): Inference {
    const beliefs = this.#known.values().filter((view) => view.times >= times)
      .map(({ observer, weight, pairs }) => ({
        ...{ observer, weight },
        belief: Math.max(...pairs.values()) / weight,
      }));
    return { ...summaryOf(beliefs), moved: this.#moved / this.#total };
  }
}

/** Computes the same as `inferenceFrom`, in less time. */
export function inferenceFromViews(
  change: ChangeCase,
  opened: ReadonlySet<number>,
  algorithm: Algorithm,
): Inference {
  const views = new SeenViews(change, opened);
  for (const { old, weight } of differentDraws(change, opened)) {
    const draws = algorithm(startOf(change, opened, old));
    for (const draw of draws) views.add(old, draw, weight / draws.length);
  }
  return views.summary();
}

/** Approximates the same from the given number of samples of the old draw and the new one. */
export function sampleInference(
  change: ChangeCase,
  opened: ReadonlySet<number>,
  redraw: (start: ChangeStart) => Draw,
  samples: number,
  random: Random,
): Inference {
  const { size, exclusions } = change;
  const views = new SeenViews(change, opened);
  for (let i = 0; i < samples; i++) {
    const old = drawOf(drawAssignments({ size, exclusions, households: [] }, random));
    views.add(old, redraw(startOf(change, opened, old)), 1);
  }
  return views.summary(500);
}

/**
 * The minimum, over all rules for choosing the draw after a change, of how surely someone knows a pair. A rule gives
 * each old draw valid new ones with any likelihoods, which everyone knows. Three digits, by bisection; null if there is
 * no draw.
 */
export async function leastBelief(
  change: ChangeCase,
  opened: ReadonlySet<number>,
): Promise<number | null> {
  const see = viewsOf(change, opened);
  const olds = differentDraws(change, opened);
  const draws = validDraws(problemAfter(change));
  // A variable for each combination of an old draw and a new one; a row for each old draw that sums them up, and one
  // for each view and pair.
  const columns: { start: number; views: View[] }[] = [];
  for (const [start, { old }] of olds.entries()) {
    const { mustChange, current } = startOf(change, opened, old);
    for (const draw of draws) {
      if ([...mustChange].some((one) => draw[one] === current[one])) continue;
      // Without a problem everything stays unchanged.
      if (
        change.kind === "exclude" && old[0] !== 1 && old[1] !== 0 && String(draw) !== String(old)
      ) {
        continue;
      }
      columns.push({ start, views: see(old, draw) });
    }
  }
  const columnsOf = Map.groupBy(columns.keys(), (index) => columns[index]!.start);
  if (columnsOf.size === 0) return null;
  const sums = [...columnsOf].map(([start, indexes]) =>
    `${indexes.map((index) => `x${index}`).join(" + ")} = ${olds[start]!.weight}`
  );
  const times = new Map<string, Map<number, number>>();
  const shares = new Map<string, Map<number, number>>();
  const add = (rows: typeof times, name: string, index: number, value: number) => {
    const row = rows.getOrInsertComputed(name, () => new Map());
    row.set(index, (row.get(index) ?? 0) + value);
  };
  for (const [index, { views }] of columns.entries()) {
    for (const { key, pairs } of views) {
      add(times, key, index, 1);
      for (const [pair, share] of pairs) add(shares, `${key} ${pair}`, index, share);
    }
  }
  // @ts-expect-error: the package's types describe its CommonJS build, not this one
  const highs: Highs = await loadHighs();
  const isPossible = (most: number) => {
    const limits = [...shares].map(([name, row]) => {
      const view = times.get(name.slice(0, name.lastIndexOf(" ")))!;
      const terms = [...view].map(([index, count]) => {
        const factor = (row.get(index) ?? 0) - most * count;
        return `${factor < 0 ? "-" : "+"} ${Math.abs(factor)} x${index}`;
      });
      return `${terms.join(" ")} <= 0`;
    });
    const program = `Minimize\n none: 0 x0\nSubject To\n${[...sums, ...limits].join("\n")}\nEnd`;
    return highs.solve(program).Status === "Optimal";
  };
  let [low, high] = [0, 1];
  while (high - low > 0.001) {
    const most = (low + high) / 2;
    if (isPossible(most)) high = most;
    else low = most;
  }
  return high;
}

/** One of each class of isomorphic draws before a change, with the size of its class. */
function differentDraws(
  change: ChangeCase,
  opened: ReadonlySet<number>,
): { old: Draw; weight: number }[] {
  const { size, exclusions } = change;
  const roles = rolesOf(change);
  const isExcluded = (one: number, other: number) =>
    exclusions.some((pair) => pair.includes(one) && pair.includes(other));
  const renamings: number[][] = [];
  function extend(names: number[]): void {
    const one = names.length;
    if (one === size) renamings.push(names);
    for (const name of range(size)) {
      const isSame = !names.includes(name) && roles.indexOf(one) === roles.indexOf(name) &&
        opened.has(one) === opened.has(name) &&
        names.every((other, i) => isExcluded(one, i) === isExcluded(name, other));
      if (isSame) extend([...names, name]);
    }
  }
  extend([]);
  const seen = new Set<string>();
  const different: { old: Draw; weight: number }[] = [];
  for (const old of validDraws({ size, exclusions, households: [] })) {
    if (seen.has(String(old))) continue;
    const same = new Set(renamings.map((names) => {
      const renamed: Draw = [];
      old.forEach((receiver, giver) => renamed[names[giver]!] = names[receiver]!);
      return String(renamed);
    }));
    for (const one of same) seen.add(one);
    different.push({ old, weight: same.size });
  }
  return different;
}
