/** What people can infer from a change, computed exactly: for the tests and the table of the README. */
import type { Draw, DrawProblem } from "./draw.ts";
import { type Pair, range, validDraws } from "./draw_testing.ts";

/** Something that happens to a game of so many people, who are drawn evenly before. */
export interface ChangeCase {
  kind: "join" | "leave" | "ask" | "exclude";
  /** People before the change. The last one leaves, the first asks, the first two are excluded. */
  size: number;
  exclusions: Pair[];
}

/** What a change starts from, as the algorithm gets it. */
export interface ChangeStart {
  problem: DrawProblem;
  current: (number | null)[];
  opened: ReadonlySet<number>;
  mustChange: ReadonlySet<number>;
}

/** Every draw that the algorithm may choose, all equally likely. */
export type Algorithm = (start: ChangeStart) => Draw[];

/** Who infers: those who had opened and have moved or not, those who had not, the new, and the gone. */
export type Observer = "moved" | "kept" | "unopened" | "newcomer" | "leaver";

/** By observer how surely, at most, one of them knows a pair that is not theirs; and how often surely. */
export type Inference = Map<Observer, { most: number; certain: number }>;

/** Pairs that are written side by side: somebody and one whom they live with. */
export function couples(size: number): Pair[] {
  return range(size >> 1).map((i): Pair => [2 * i, 2 * i + 1]);
}

/**
 * What everybody can infer who knows the algorithm, the rules, what has happened to whom, who had
 * opened, the receiver that they knew before, and the one they have now. A pair is one of the new
 * draw, or whom the leaver gave to.
 *
 * @param opened those who had opened, among the people before the change.
 */
export function inferenceFrom(
  { kind, size, exclusions }: ChangeCase,
  opened: ReadonlySet<number>,
  algorithm: Algorithm,
): Inference {
  const after = kind === "join" ? size + 1 : kind === "leave" ? size - 1 : size;
  const leaver = kind === "leave" ? size - 1 : -1;
  const added: Pair[] = kind === "exclude" ? [[0, 1]] : [];
  const problem = {
    size: after,
    exclusions: [...exclusions, ...added].filter((pair) => pair.every((one) => one < after)),
    households: [],
  };
  // By what an observer knows: the weight of it, and of each pair along with it.
  const known = new Map<string, { observer: Observer; weight: number; pairs: Float64Array }>();
  function see(observer: Observer, what: string, weight: number, draw: Draw, gone: number): void {
    const key = `${observer} ${what}`;
    let seen = known.get(key);
    if (!seen) {
      known.set(key, seen = { observer, weight: 0, pairs: new Float64Array(size ** 2 * 4) });
    }
    seen.weight += weight;
    draw.forEach((receiver, giver) => seen.pairs[giver * 2 * size + receiver]! += weight);
    if (gone >= 0) seen.pairs[leaver * 2 * size + gone]! += weight;
  }
  for (const old of validDraws({ size, exclusions, households: [] })) {
    const current: (number | null)[] = old.slice(0, after)
      .map((receiver) => receiver === leaver ? null : receiver);
    if (kind === "join") current.push(null);
    const mustChange = new Set(kind === "ask" ? [0] : []);
    const draws = algorithm({
      problem,
      current,
      opened: new Set([...opened].filter((one) => one < after)),
      mustChange,
    });
    for (const draw of draws) {
      const weight = 1 / draws.length;
      const gone = old[leaver] ?? -1;
      draw.forEach((receiver, giver) => {
        const isNew = giver === size;
        const observer = isNew
          ? "newcomer"
          : !opened.has(giver)
          ? "unopened"
          : old[giver] === receiver
          ? "kept"
          : "moved";
        see(
          observer,
          `${giver} ${opened.has(giver) ? old[giver] : ""} ${receiver}`,
          weight,
          draw.with(giver, 2 * size - 1),
          gone,
        );
      });
      if (opened.has(leaver)) see("leaver", String(gone), weight, draw, -1);
    }
  }
  const inference: Inference = new Map();
  const weights = new Map<Observer, number>();
  for (const { observer, weight, pairs } of known.values()) {
    // The own pair stands in the last column, and is none to infer.
    const others = pairs.filter((_, i) => i % (2 * size) !== 2 * size - 1);
    const most = Math.max(...others) / weight;
    const before = inference.get(observer) ?? { most: 0, certain: 0 };
    inference.set(observer, {
      most: Math.max(before.most, most),
      certain: before.certain + (most > 0.999 ? weight : 0),
    });
    weights.set(observer, (weights.get(observer) ?? 0) + weight);
  }
  for (const [observer, one] of inference) one.certain /= weights.get(observer) ?? 1;
  return inference;
}

/** The same for the worst of all sets of people who may have opened. */
export function worstInference(change: ChangeCase, algorithm: Algorithm): Inference {
  const worst: Inference = new Map();
  for (const opened of openedSets(change)) {
    for (const [observer, one] of inferenceFrom(change, opened, algorithm)) {
      const before = worst.get(observer) ?? { most: 0, certain: 0 };
      worst.set(observer, {
        most: Math.max(before.most, one.most),
        certain: Math.max(before.certain, one.certain),
      });
    }
  }
  return worst;
}

/** All sets of people, but one alone of those that are the same under other names. */
export function openedSets({ kind, size, exclusions }: ChangeCase): Set<number>[] {
  const isExcluded = new Set(exclusions.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  const roles = range(size).map((one) =>
    kind === "ask" && one === 0 || kind === "leave" && one === size - 1 ||
    kind === "exclude" && one < 2
  );
  const renamings: number[][] = [];
  function extend(names: number[]): void {
    const one = names.length;
    if (one === size) renamings.push(names);
    for (const name of range(size)) {
      const isSame = !names.includes(name) && roles[one] === roles[name] &&
        names.every((other, i) =>
          isExcluded.has(`${one} ${i}`) === isExcluded.has(`${name} ${other}`)
        );
      if (isSame) extend([...names, name]);
    }
  }
  extend([]);
  const seen = new Set<number>();
  const sets: Set<number>[] = [];
  for (const bits of range(1 << size)) {
    if (seen.has(bits)) continue;
    const people = range(size).filter((one) => bits & 1 << one);
    sets.push(new Set(people));
    for (const names of renamings) {
      seen.add(people.reduce((renamed, one) => renamed | 1 << names[one]!, 0));
    }
  }
  return sets;
}
