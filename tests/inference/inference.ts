/** What people can infer from a change, computed exactly, for the tests and the tables of the README. */
import type { Draw, DrawProblem } from "@/lib/draw/draw.ts";
import { type Pair, range, validDraws } from "../support/draws.ts";

export type ChangeKind = "join" | "leave" | "ask" | "ask two" | "force" | "exclude";

/** A change of a game with the given number of people, who were drawn uniformly before. */
export interface ChangeCase {
  /**
   * The people concerned: the last one leaves, the first asks, the first two ask or are excluded. The first is forced
   * to get a different receiver, without having opened.
   */
  kind: ChangeKind;
  /** Number of people before the change. */
  size: number;
  exclusions: Pair[];
}

/** The state before a change, as the algorithm receives it. */
export interface ChangeStart {
  problem: DrawProblem;
  current: (number | null)[];
  opened: ReadonlySet<number>;
  mustChange: ReadonlySet<number>;
}

/** Every draw that the algorithm may choose, all equally likely. */
export type Algorithm = (start: ChangeStart) => Draw[];

/** Groups of people who infer: who had opened (moved or not), who had not, newcomers, and who has left. */
export type Observer = "moved" | "kept" | "unopened" | "newcomer" | "leaver";

export interface Inference {
  /** For each observer, the highest probability with which one of them knows a pair that is not theirs. */
  by: Map<Observer, number>;
  /** The highest of these. */
  most: number;
  /** The probability of the pair that an observer knows best, on average over all draws and observers. */
  mean: number;
  /** Share of all observers who know a pair for certain. */
  certain: number;
  /** Average number of those who had opened and get a different receiver. */
  moved: number;
}

/** As many couples as fit, each of two neighbors in the list who live together. */
export function couples(size: number): Pair[] {
  return range(size >> 1).map((i): Pair => [2 * i, 2 * i + 1]);
}

/** A change of a game in which everyone lives with another person, or no one does. */
export function changeOf(kind: ChangeKind, size: number, inCouples: boolean): ChangeCase {
  // The two who ask or are excluded do not live together.
  const isApart = kind === "exclude" || kind === "ask two";
  const exclusions = couples(inCouples ? size : 0)
    .map(([one, other]): Pair => isApart ? [one + 1, (other + 1) % size] : [one, other]);
  return { kind, size, exclusions };
}

/** Number of people after the change. */
export function sizeAfter({ kind, size }: ChangeCase): number {
  return kind === "join" ? size + 1 : kind === "leave" ? size - 1 : size;
}

/** The rules after the change. */
export function problemAfter(change: ChangeCase): DrawProblem {
  const size = sizeAfter(change);
  const added: Pair[] = change.kind === "exclude" ? [[0, 1]] : [];
  return {
    size,
    exclusions: [...change.exclusions, ...added].filter((pair) => pair.every((one) => one < size)),
    households: [],
  };
}

/** @param opened people before the change who had opened. */
export function startOf(change: ChangeCase, opened: ReadonlySet<number>, old: Draw): ChangeStart {
  const { kind, size } = change;
  const problem = problemAfter(change);
  const askers = kind === "ask two" ? [0, 1] : kind === "ask" || kind === "force" ? [0] : [];
  return {
    problem,
    current: range(problem.size).map((giver) => {
      const receiver = giver < size ? old[giver]! : problem.size;
      return receiver < problem.size ? receiver : null;
    }),
    opened: new Set([...opened].filter((one) => one < problem.size)),
    mustChange: new Set(askers),
  };
}

/** The group of a person with receivers `before` and `after` who had opened and is still there. */
export function observerOf(
  { size }: ChangeCase,
  person: number,
  hasOpened: boolean,
  before: number | undefined,
  after: number | undefined,
): Observer {
  if (after === undefined) return "leaver";
  if (person === size) return "newcomer";
  if (!hasOpened) return "unopened";
  return before === after ? "kept" : "moved";
}

/**
 * Computes what people can infer who know the algorithm, the rules, what happened to each person, who had opened, the
 * receiver that they knew before, and the current one. A pair is one of the new draw, or the leaver's receiver.
 *
 * @param opened people before the change who had opened.
 * @param together number of people who share all they know: one or two.
 */
export function inferenceFrom(
  change: ChangeCase,
  opened: ReadonlySet<number>,
  algorithm: Algorithm,
  together: 1 | 2 = 1,
): Inference {
  const { kind, size, exclusions } = change;
  const after = sizeAfter(change);
  const people = Math.max(size, after);
  const leaver = kind === "leave" ? after : -1;
  const knowing = range(people).filter((one) => one < after || opened.has(one));
  const groups = together === 1
    ? knowing.map((one) => [one])
    : knowing.flatMap((one, i) => knowing.slice(i + 1).map((other) => [one, other]));
  interface Seen {
    observer: Observer;
    weight: number;
    /** By giver and receiver. */
    pairs: Float64Array;
  }
  const known = new Map<number, Seen>();
  let starts = 0;
  let moved = 0;
  for (const old of validDraws({ size, exclusions, households: [] })) {
    const draws = algorithm(startOf(change, opened, old));
    if (draws.length > 0) starts++;
    const weight = 1 / draws.length;
    for (const draw of draws) {
      for (const one of opened) if (one < after && draw[one] !== old[one]) moved += weight;
      for (const [index, group] of groups.entries()) {
        let key = index;
        for (const one of group) {
          const before = opened.has(one) ? old[one]! : people;
          key = (key * (people + 1) + before) * (people + 1) + (draw[one] ?? people);
        }
        let seen = known.get(key);
        if (!seen) {
          const [one = 0] = group;
          const observer = observerOf(change, one, opened.has(one), old[one], draw[one]);
          known.set(key, seen = { observer, weight: 0, pairs: new Float64Array(people ** 2) });
        }
        seen.weight += weight;
        for (let giver = 0; giver < after; giver++) {
          if (!group.includes(giver)) seen.pairs[giver * people + draw[giver]!]! += weight;
        }
        if (leaver >= 0 && !group.includes(leaver)) {
          seen.pairs[leaver * people + old[leaver]!]! += weight;
        }
      }
    }
  }
  const beliefs = known.values().map(({ observer, weight, pairs }) => ({
    ...{ observer, weight },
    belief: pairs.reduce((one, other) => Math.max(one, other), 0) / weight,
  }));
  return { ...summaryOf(beliefs), moved: moved / starts };
}

/** Summarizes how surely observers know a pair, weighted by how often they occur. */
export function summaryOf(
  beliefs: Iterable<{ observer: Observer; weight: number; belief: number }>,
): Omit<Inference, "moved"> {
  const by = new Map<Observer, number>();
  let [total, sum, certain] = [0, 0, 0];
  for (const { observer, weight, belief } of beliefs) {
    by.set(observer, Math.max(by.get(observer) ?? 0, belief));
    total += weight;
    sum += weight * belief;
    if (belief > 0.999) certain += weight;
  }
  return { by, most: Math.max(...by.values()), mean: sum / total, certain: certain / total };
}

/** The worst of each value over all sets of people who may have opened; null if there is no draw. */
export function worstInference(change: ChangeCase, algorithm: Algorithm): Inference | null {
  const all = openedSets(change)
    .map((opened) => inferenceFrom(change, opened, algorithm))
    .filter(({ by }) => by.size > 0);
  const by = new Map<Observer, number>();
  for (const [observer, most] of all.flatMap((one) => [...one.by])) {
    by.set(observer, Math.max(by.get(observer) ?? 0, most));
  }
  const worst = (of: (one: Inference) => number) => Math.max(...all.map(of));
  return all.length === 0 ? null : {
    by,
    most: worst(({ most }) => most),
    mean: worst(({ mean }) => mean),
    certain: worst(({ certain }) => certain),
    moved: worst(({ moved }) => moved),
  };
}

/** True if exactly these people can have opened before such a change. */
function canOpen({ kind }: ChangeCase, opened: ReadonlySet<number>): boolean {
  if (kind === "ask") return opened.has(0);
  if (kind === "ask two") return opened.has(0) && opened.has(1);
  return kind !== "force" || !opened.has(0);
}

/** All sets of people who may have opened, one for each set of isomorphic ones. */
export function openedSets(change: ChangeCase): Set<number>[] {
  const { kind, size, exclusions } = change;
  const hasRole = (one: number) =>
    kind === "leave"
      ? one === size - 1
      : one < (kind === "join" ? 0 : kind === "exclude" || kind === "ask two" ? 2 : 1);
  const sets = new Map<string, Set<number>>();
  for (const bits of range(1 << size)) {
    const opened = new Set(range(size).filter((one) => bits & 1 << one));
    if (!canOpen(change, opened)) continue;
    const nameOf = (one: number) => `${Number(hasRole(one))}${Number(opened.has(one))}`;
    // Couples are interchangeable if their members are, and so are people who live alone.
    const homes = range(size)
      .map((one) => [one, ...exclusions.filter((pair) => pair.includes(one)).flat()])
      .map((home) => [...new Set(home)].toSorted((a, b) => a - b))
      .map((home) => `${home.join()}: ${home.map(nameOf).toSorted().join("+")}`);
    const key = [...new Set(homes)].map((home) => home.split(": ")[1]).toSorted().join();
    if (!sets.has(key)) sets.set(key, opened);
  }
  return [...sets.values()];
}

/**
 * Computes what an organizer infers who adds an invented person, reads their receivers, and removes the invention
 * again. Their own place, if they play, is the first one.
 *
 * @param opened those who have opened, in the organizer's view.
 */
export function inferenceByInvention(
  size: number,
  opened: ReadonlySet<number>,
  plays: boolean,
  algorithm: Algorithm,
): { most: number; mean: number } {
  const join = changeOf("join", size, false);
  const leave = changeOf("leave", size + 1, false);
  const own = plays ? 0 : -1;
  const knows = plays && opened.has(own);
  // Those who moved have opened again: the organizer knows that they had opened before.
  const then = new Set([...opened, size]);
  const between = new Map<string, { before: number; draw: Draw; weight: number }>();
  for (const old of validDraws({ size, exclusions: [], households: [] })) {
    const draws = algorithm(startOf(join, opened, old));
    for (const draw of draws) {
      const before = knows ? old[own]! : -1;
      const key = `${before} ${draw}`;
      const state = between.get(key) ?? { before, draw, weight: 0 };
      state.weight += 1 / draws.length;
      between.set(key, state);
    }
  }
  const known = new Map<string, { weight: number; pairs: Float64Array }>();
  for (const { before, draw, weight } of between.values()) {
    const draws = algorithm(startOf(leave, then, draw));
    for (const last of draws) {
      const key = [before, knows ? draw[own] : -1, draw[size], last[own] ?? -1].join();
      let seen = known.get(key);
      if (!seen) known.set(key, seen = { weight: 0, pairs: new Float64Array(size ** 2) });
      const part = weight / draws.length;
      seen.weight += part;
      for (const [giver, receiver] of last.entries()) {
        if (giver !== own) seen.pairs[giver * size + receiver]! += part;
      }
    }
  }
  const { most, mean } = summaryOf(
    known.values().map(({ weight, pairs }) => ({
      observer: "kept" as const,
      weight,
      belief: pairs.reduce((one, other) => Math.max(one, other), 0) / weight,
    })),
  );
  return { most, mean };
}
