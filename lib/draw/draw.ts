/** The first draw. Pure; people are the indices 0 to size - 1. */
import { drawAmong } from "./fair_draw.ts";
import { cheapestMatching, type Matching } from "./matching.ts";
import { type Random, randomFromWords } from "./random.ts";
import { NOBODY, Rules } from "./rules.ts";
import { byRejection } from "./sampling.ts";
import { type TightGroup, tightGroup } from "./tight_group.ts";

/** The people and the forbidden pairs. A person can never give to themselves. */
export interface DrawProblem {
  /** Number of people. */
  size: number;
  /** Pairs of people who may not give to each other. */
  exclusions: ReadonlyArray<readonly [number, number]>;
  /** Groups whose members may not give to each other. They may overlap. */
  households: ReadonlyArray<readonly number[]>;
  /** Pairs of a giver and a receiver, forbidden in this direction only. */
  bans?: ReadonlyArray<Ban>;
  /**
   * Pairs to avoid if possible, in the order in which they are dropped: the first list first, then the second
   * as well, and so on. They never make a draw impossible, and never take anyone's receiver away.
   */
  avoided?: ReadonlyArray<ReadonlyArray<Ban>>;
}

export type Ban = readonly [giver: number, receiver: number];

/** `draw[giver]` is the receiver. */
export type Draw = number[];

/** A draw, or the reason why none exists: these givers may only give to these fewer receivers. */
export type DrawResult =
  | { ok: true; draw: Draw }
  | { ok: false; givers: number[]; receivers: number[] };

/**
 * Draws among all valid draws: everyone gives once and receives once, and no exclusion is broken.
 *
 * If a valid draw exists, it is found, at any size. If not, the answer names a minimal group of givers
 * who cannot all be served: the smallest one if `tightGroup` can find it, which it always can for up to 10
 * people.
 *
 * Every valid draw is possible. All are equally likely in games of up to 18 people with any exclusions, and
 * in games of up to 1,000 if everyone may give to half of the others; smaller games need less. `drawAmong`
 * says exactly when, and what holds otherwise. With pairs to avoid, this holds for the draws that avoid as
 * many of the lists as possible.
 *
 * @throws {RangeError} if an exclusion or household names an unknown person.
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

/** The reason why no draw exists: depends on the rules alone, so it reveals nothing about present pairs. */
export function explainImpossible(rules: Rules): TightGroup {
  return tightGroup(rules, matchAnew(rules, sameEachTime()));
}

/** Explains why no draw exists, without drawing; null if a draw is possible. */
export function findImpossible(problem: DrawProblem): TightGroup | null {
  const rules = rulesOf(problem);
  const matching = matchAnew(rules, sameEachTime());
  return matching.receiverOf.includes(NOBODY) ? tightGroup(rules, matching) : null;
}

/** Deterministic numbers for steps that need no real randomness (G. Marsaglia, Xorshift RNGs, 2003). */
export function sameEachTime(): Random {
  let word = 1;
  return randomFromWords(() => {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    return word >>> 0;
  });
}

/** A maximum matching: a draw if one exists. */
export function matchAnew(rules: Rules, random: Random): Matching {
  const nobody = new Int32Array(rules.size).fill(NOBODY);
  return cheapestMatching(rules, nobody, new Int32Array(rules.size), random);
}

/** The rules of a problem. @param further additional forbidden pairs. */
export function rulesOf(
  { size, exclusions, households, bans = [] }: DrawProblem,
  further: readonly Ban[] = [],
): Rules {
  return new Rules(size, exclusions, households, [...bans, ...further]);
}

/** A draw; null if none exists. */
function drawBy(rules: Rules, random: Random): Draw | null {
  const { size } = rules;
  const everybody = Array.from({ length: size }, (_, person) => person);
  // Random sampling usually finds a draw sooner than a search; whether it does says nothing about which draw
  // it is.
  const found = byRejection(rules, { givers: everybody, receivers: everybody }, random, 20 * size);
  if (found) return found;
  const { receiverOf } = matchAnew(rules, random);
  return receiverOf.includes(NOBODY) ? null : drawAmong(rules, everybody, receiverOf, random);
}

/**
 * A rule that `draw` breaks, as a sentence for developers, or null if it is valid. The last check before a
 * draw is stored; independent of the drawing code.
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
