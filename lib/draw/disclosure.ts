/** How much the rules alone give away: whether a pair of a uniform draw can be named with a probability above 1/2. */
import { type DrawProblem, matchAnew, rulesOf, sameEachTime } from "./draw.ts";
import { independentParts } from "./independent_parts.ts";
import { startWalk } from "./random_walk.ts";
import { NOBODY, type Rules } from "./rules.ts";
import type { Part } from "./sampling.ts";

/** What an observer knows in addition to the rules: no pair, or their own receiver. */
export type Knowledge = "nothing" | "ownPair";

/** All draws of a part with up to this many people are counted: about a millisecond for each part. */
const COUNTED = 12;

/**
 * In games of more than `people` people, parts of up to `counted` people are counted if the own pair is known: half a
 * millisecond each. A game may have a hundred parts, and asks six times if it remembers five years.
 */
const LARGE = { people: 100, counted: 10 } as const;

/** Draws to sample if counting would take too long, and maximum steps of a walk through them. */
const SAMPLES = 1000;
const WALK = 80_000;

/**
 * True if someone who knows the rules of a draw, and possibly their own receiver, can name another pair with a
 * probability above 1/2; also true if no draw exists. Bans count as rules, `avoided` does not.
 *
 * People are split into parts that cannot exchange receivers, and each part is decided by the first of these:
 * 1. No pair is above 1/2 if, for each permitted giver and receiver, the receivers forbidden to the giver plus the
 *    givers forbidden for the receiver are at most n - 2 (n - 3 if the own pair is known): swapping two receivers turns
 *    each draw with the pair into a different draw without it.
 * 2. For up to 12 people all draws are counted (for up to 10 if the own pair is known in a game of more than 100).
 * 3. Beyond that, if no pair is known, up to 1,000 draws of a random walk are sampled, the same ones for the same
 *    rules. A pair counts as disclosed above half of them plus four standard deviations: in more than 563 of 1,000. If
 *    the own pair is known the answer is true, because sampling would have to be repeated for each pair.
 */
export function tellsPairs(problem: DrawProblem, knowledge: Knowledge): boolean {
  const rules = rulesOf(problem);
  const everyone = Array.from({ length: problem.size }, (_, person) => person);
  const { receiverOf } = matchAnew(rules, sameEachTime());
  if (receiverOf.includes(NOBODY)) return true;
  return independentParts(rules, everyone, receiverOf).some((givers) =>
    partTells(rules, { givers, receivers: givers.map((giver) => receiverOf[giver]!) }, knowledge)
  );
}

/** @param part people who exchange receivers among each other, with a valid draw of them. */
function partTells(rules: Rules, part: Part, knowledge: Knowledge): boolean {
  const count = part.givers.length;
  if (count === 1) return true;
  if (leavesSwaps(rules, part, knowledge === "ownPair" ? 3 : 2)) return false;
  const isOwnKnown = knowledge === "ownPair";
  const counted = isOwnKnown && rules.size > LARGE.people ? LARGE.counted : COUNTED;
  if (count > counted) return isOwnKnown || walkTells(rules, part);
  const choices = part.givers.map((giver) =>
    part.receivers.reduce(
      (bits, receiver, index) => rules.forbids(giver, receiver) ? bits : bits | 1 << index,
      0,
    )
  );
  return isOwnKnown ? isAnyLikelyBesideOwn(choices) : isAnyLikely(choices);
}

/** True if each permitted pair can be swapped away as rule 1 of `tellsPairs` says. @param spare 2 or 3 in that rule. */
function leavesSwaps(rules: Rules, { givers, receivers }: Part, spare: number): boolean {
  const most = givers.length - spare;
  const forbiddenTo = new Int32Array(givers.length);
  const forbiddenFrom = new Int32Array(receivers.length);
  for (const [one, giver] of givers.entries()) {
    const permitted = rules.permitted(giver);
    receivers.forEach((receiver, other) => {
      if (permitted[receiver] === 1) return;
      forbiddenTo[one]!++;
      forbiddenFrom[other]!++;
    });
  }
  const highest = (counts: Int32Array) => counts.reduce((max, count) => Math.max(max, count), 0);
  const highestFrom = highest(forbiddenFrom);
  if (highest(forbiddenTo) + highestFrom <= most) return true;
  return givers.every((giver, one) =>
    forbiddenTo[one]! + highestFrom <= most ||
    receivers.every((receiver, other) =>
      forbiddenTo[one]! + forbiddenFrom[other]! <= most || rules.forbids(giver, receiver)
    )
  );
}

/**
 * True if one pair is in more than half of all draws. Computes permanents by dynamic programming over the sets of
 * receivers that the first givers take.
 *
 * @param choices by giver: the permitted receivers, as bits.
 */
function isAnyLikely(choices: readonly number[]): boolean {
  const count = choices.length;
  const sets = 2 ** count;
  const size = new Uint8Array(sets);
  for (let set = 1; set < sets; set++) size[set] = size[set >> 1]! + (set & 1);
  const before = new Float64Array(sets);
  const after = new Float64Array(sets);
  before[0] = 1;
  after[sets - 1] = 1;
  for (let set = 0; set < sets - 1; set++) {
    if (before[set] === 0) continue;
    for (let free = choices[size[set]!]! & ~set; free !== 0; free &= free - 1) {
      before[set | free & -free]! += before[set]!;
    }
  }
  const pairs = new Float64Array(count * count);
  for (let set = sets - 2; set >= 0; set--) {
    const giver = size[set]!;
    for (let free = choices[giver]! & ~set; free !== 0; free &= free - 1) {
      const receiver = 31 - Math.clz32(free & -free);
      const ways = after[set | free & -free]!;
      after[set]! += ways;
      pairs[giver * count + receiver]! += before[set]! * ways;
    }
  }
  return pairs.some((ways) => 2 * ways > after[0]!);
}

/**
 * True if, among the draws with one pair, another pair is in more than half. For any two givers, the draws of all
 * others are counted by the two receivers that they leave, in the same way; counts with the same first givers share
 * that part.
 *
 * @param choices by giver: the permitted receivers, as bits.
 */
function isAnyLikelyBesideOwn(choices: readonly number[]): boolean {
  const count = choices.length;
  const setsBySize: number[][] = Array.from({ length: count + 1 }, () => []);
  const size = new Uint8Array(2 ** count);
  for (const set of size.keys()) {
    size[set] = size[set >> 1]! + (set & 1);
    setsBySize[size[set]!]!.push(set);
  }
  const counts = choices.map(() => new Float64Array(2 ** count));
  /** @param ways number of ways to each set of receivers of the earlier givers, without those who are left out. */
  const isLikely = (giver: number, ways: Float64Array, left: readonly number[]): boolean => {
    if (giver === count) return isOneLikely(choices[left[0]!]!, choices[left[1]!]!, ways);
    const missing = 2 - left.length;
    if (missing > 0 && isLikely(giver + 1, ways, [...left, giver])) return true;
    if (count - giver === missing) return false;
    const next = counts[giver]!;
    for (const set of setsBySize[giver + 1 - left.length]!) {
      let sum = 0;
      for (let last = set & choices[giver]!; last !== 0; last &= last - 1) {
        sum += ways[set ^ last & -last]!;
      }
      next[set] = sum;
    }
    return isLikely(giver + 1, next, left);
  };
  const none = new Float64Array(2 ** count);
  none[0] = 1;
  return isLikely(0, none, []);
}

/**
 * True if a receiver of one of two givers makes a receiver of the other likely.
 *
 * @param ways of all other givers, by the set of receivers that they take.
 */
function isOneLikely(choices: number, otherChoices: number, ways: Float64Array): boolean {
  const all = ways.length - 1;
  const isLikely = (known: number, asked: number) => {
    for (let ones = known; ones !== 0; ones &= ones - 1) {
      const one = ones & -ones;
      let total = 0;
      let most = 0;
      for (let others = asked & ~one; others !== 0; others &= others - 1) {
        const draws = ways[all ^ one ^ others & -others]!;
        total += draws;
        if (draws > most) most = draws;
      }
      if (2 * most > total) return true;
    }
    return false;
  };
  return isLikely(choices, otherChoices) || isLikely(otherChoices, choices);
}

/** True if one pair is in more draws of a walk than chance can explain. */
function walkTells(rules: Rules, part: Part): boolean {
  const count = part.givers.length;
  const work = WALK * count / rules.size;
  const walk = startWalk(rules, part, sameEachTime(), work / 8);
  for (let steps = 0; steps < work / 4;) steps += walk.round();
  const seen = new Uint16Array(count * count);
  let samples = 0;
  let most = 0;
  for (let steps = 0; steps < work; samples++) {
    const next = steps + work / SAMPLES;
    while (steps < next) steps += walk.round();
    walk.receiverOf.forEach((receiver, giver) => {
      most = Math.max(most, ++seen[giver * count + receiver]!);
    });
  }
  return most > samples / 2 + 2 * Math.sqrt(samples);
}
