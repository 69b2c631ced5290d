/** Who gives to whom: the first draw. Pure; people are the indices 0 to size - 1. */
import { drawAmong } from "./fair_draw.ts";
import { cheapestMatching, type Matching } from "./matching.ts";
import { type Random, randomFromWords } from "./random.ts";
import { NOBODY, Rules } from "./rules.ts";
import { byRejection } from "./sampling.ts";
import { type TightGroup, tightGroup } from "./tight_group.ts";

/** The people and who among them may not give to whom. Nobody may ever give to themselves. */
export interface DrawProblem {
  /** Number of people. */
  size: number;
  /** Pairs neither of whom may give to the other. */
  exclusions: ReadonlyArray<readonly [number, number]>;
  /** Groups within which nobody may give to anyone. They may overlap. */
  households: ReadonlyArray<readonly number[]>;
  /** Pairs of a giver and a receiver, forbidden in this direction only. */
  bans?: ReadonlyArray<Ban>;
  /**
   * Pairs to avoid where that is possible, in the order in which they are given up: first the first list, with
   * it the second, and so on. They are no reason why there is no draw, and none to take anyone's receiver away.
   */
  avoided?: ReadonlyArray<ReadonlyArray<Ban>>;
}

export type Ban = readonly [giver: number, receiver: number];

/** `draw[giver]` is the receiver. */
export type Draw = number[];

/** A draw or, where none is possible, why: these givers may only give to these, fewer, receivers. */
export type DrawResult =
  | { ok: true; draw: Draw }
  | { ok: false; givers: number[]; receivers: number[] };

/**
 * Draws among all valid draws: everyone gives once and receives once, and no exclusion is broken.
 *
 * If a valid draw exists it is found, whatever the size. If none does, the answer names givers who
 * cannot all be served, none of whom can be spared: as few as possible wherever `tightGroup` can
 * tell, as it always can for up to 10 people.
 *
 * Every valid draw is possible. All are equally likely in games of up to 18 people whatever their
 * exclusions, in larger ones of up to 1,000 wherever everyone may give to half of the others, and
 * with less the fewer they are: `drawAmong` says exactly where, and what holds beyond. Where pairs are to be
 * avoided, all this holds for the draws without as many of their lists as can be done without.
 *
 * @throws {RangeError} if an exclusion or household names someone who is not one of the people.
 */
export function drawAssignments(problem: DrawProblem, random: Random): DrawResult {
  const { avoided = [] } = problem;
  for (const first of avoided.keys()) {
    const rules = rulesOf(problem, avoided.slice(first).flat());
    const draw = drawBy(rules, random);
    if (draw) return { ok: true, draw };
  }
  const rules = rulesOf(problem);
  const draw = drawBy(rules, random);
  return draw ? { ok: true, draw } : { ok: false, ...explainImpossible(rules) };
}

/**
 * Why there is no draw: a group that depends on the rules alone, so that it tells nothing of present pairs.
 */
export function explainImpossible(rules: Rules): TightGroup {
  return tightGroup(rules, matchAnew(rules, sameEachTime()));
}

/** The same without trying a draw: null where one is possible. */
export function findImpossible(problem: DrawProblem): TightGroup | null {
  const rules = rulesOf(problem);
  const matching = matchAnew(rules, sameEachTime());
  return matching.receiverOf.includes(NOBODY) ? tightGroup(rules, matching) : null;
}

/** Numbers for what needs no chance (G. Marsaglia, Xorshift RNGs, 2003). */
export function sameEachTime(): Random {
  let word = 1;
  return randomFromWords(() => {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    return word >>> 0;
  });
}

/** A draw that exists, or as much of one as there is. */
export function matchAnew(rules: Rules, random: Random): Matching {
  const nobody = new Int32Array(rules.size).fill(NOBODY);
  return cheapestMatching(rules, nobody, new Int32Array(rules.size), random);
}

/** The rules that no draw may break. @param further pairs that are forbidden besides. */
export function rulesOf(
  { size, exclusions, households, bans = [] }: DrawProblem,
  further: readonly Ban[] = [],
): Rules {
  return new Rules(size, exclusions, households, [...bans, ...further]);
}

/** A draw; null where there is none. */
function drawBy(rules: Rules, random: Random): Draw | null {
  const { size } = rules;
  const everybody = Array.from({ length: size }, (_, person) => person);
  // Mostly chance finds a draw sooner than the search for one would; whether it does or not says
  // nothing of which draw it is.
  const found = byRejection(rules, { givers: everybody, receivers: everybody }, random, 20 * size);
  if (found) return found;
  const { receiverOf } = matchAnew(rules, random);
  return receiverOf.includes(NOBODY) ? null : drawAmong(rules, everybody, receiverOf, random);
}

/**
 * A rule that `draw` breaks, as a sentence for developers, or null if it is valid: a last check before a
 * draw is stored, which reads the problem by itself rather than through what has drawn.
 */
export function findViolation(problem: DrawProblem, draw: ReadonlyArray<number>): string | null {
  const { size, exclusions, households, bans = [] } = problem;
  if (draw.length !== size) return `${draw.length} of ${size} people give`;
  for (const [giver, receiver] of draw.entries()) {
    if (!Number.isInteger(receiver) || receiver < 0 || receiver >= size) {
      return `${giver} gives to ${receiver}, who is not one of ${size} people`;
    }
    if (giver === receiver) return `${giver} gives to themselves`;
  }
  const excluded = (giver: number) => `${giver} gives to ${draw[giver]}, who is excluded`;
  for (const [one, other] of exclusions) {
    if (draw[one] === other) return excluded(one);
    if (draw[other] === one) return excluded(other);
  }
  for (const [giver, receiver] of bans) {
    if (draw[giver] === receiver) return excluded(giver);
  }
  for (const household of households) {
    const members = new Set(household);
    for (const giver of household) if (members.has(draw[giver]!)) return excluded(giver);
  }
  const giverOf = new Map<number, number>();
  for (const [giver, receiver] of draw.entries()) {
    const other = giverOf.get(receiver);
    if (other !== undefined) return `${other} and ${giver} both give to ${receiver}`;
    giverOf.set(receiver, giver);
  }
  return null;
}
