/** How much the rules alone give away: whether a pair of a uniform draw can be named with a probability above 1/2. */
import { type DrawProblem, matchAnew, rulesOf, sameEachTime } from "./draw.ts";
import { independentParts } from "./independent_parts.ts";
import { startWalk } from "./random_walk.ts";
import { NOBODY, type Rules } from "./rules.ts";
import type { Part } from "./sampling.ts";

/** What someone knows besides the rules: no pair at all, or the receiver that they were drawn themselves. */
export type Knowledge = "nothing" | "ownPair";

/** Parts of up to this many people are counted, all draws of them: below a millisecond, or about five with the reader's own pair. */
const COUNTED = { nothing: 12, ownPair: 10 } as const;

/** Draws to look at where counting would take too long, and the steps that a walk through them may take in all. */
const SAMPLES = 1000;
const WALK = 80_000;

/**
 * True where someone who knows the rules of a draw, and possibly their own receiver, can name another pair with a
 * probability above 1/2; true as well where no draw exists. Bans count as rules, `avoided` does not.
 *
 * People are split into parts that cannot exchange receivers, and each part is decided by the first of these:
 * 1. Every pair is at most 1/2 where for each permitted giver and receiver those forbidden to the giver plus those
 *    forbidden to give to the receiver are at most n - 2 (n - 3 with the reader's own pair): each draw with the pair then
 *    turns into a draw without it by a swap of two receivers, a different one for each.
 * 2. Up to 12 people (10 with the reader's own pair) all draws are counted.
 * 3. Beyond that, without a known pair, up to 1,000 draws of a random walk are sampled, the same ones for the same
 *    rules. A pair counts as disclosed if it is in half of them plus four standard deviations: in 563 of 1,000. With the
 *    reader's own pair known the answer is true, because sampling would have to be repeated for each pair.
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
  if (count > COUNTED[knowledge]) return knowledge === "ownPair" || walkTells(rules, part);
  const choices = part.givers.map((giver) =>
    part.receivers.reduce(
      (bits, receiver, index) => rules.forbids(giver, receiver) ? bits : bits | 1 << index,
      0,
    )
  );
  if (knowledge === "nothing") return isAnyLikely(choices);
  return choices.some((bits, own) =>
    part.receivers.some((_, index) => (bits >> index & 1) === 1 && isAnyLikely(choices, own, index))
  );
}

/** True where each permitted pair can be swapped away as rule 1 of `tellsPairs` says. @param spare 2 or 3 there. */
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
 * True where one pair is in more than half of all draws (of those in which `own` gives to `ownReceiver`, and then one
 * besides that): permanents by dynamic programming over the sets of receivers that the first givers take.
 *
 * @param choices by giver: the permitted receivers, as bits.
 */
function isAnyLikely(choices: readonly number[], own?: number, ownReceiver = 0): boolean {
  const count = choices.length;
  const permitted = choices.map((bits, giver) =>
    own === undefined ? bits : giver === own ? 1 << ownReceiver : bits & ~(1 << ownReceiver)
  );
  const sets = 2 ** count;
  const size = new Uint8Array(sets);
  for (let set = 1; set < sets; set++) size[set] = size[set >> 1]! + (set & 1);
  const before = new Float64Array(sets);
  const after = new Float64Array(sets);
  before[0] = 1;
  after[sets - 1] = 1;
  for (let set = 0; set < sets - 1; set++) {
    if (before[set] === 0) continue;
    for (let free = permitted[size[set]!]! & ~set; free !== 0; free &= free - 1) {
      before[set | free & -free]! += before[set]!;
    }
  }
  const pairs = new Float64Array(count * count);
  for (let set = sets - 2; set >= 0; set--) {
    const giver = size[set]!;
    for (let free = permitted[giver]! & ~set; free !== 0; free &= free - 1) {
      const receiver = 31 - Math.clz32(free & -free);
      const ways = after[set | free & -free]!;
      after[set]! += ways;
      pairs[giver * count + receiver]! += before[set]! * ways;
    }
  }
  const total = after[0]!;
  return pairs.some((ways, pair) => 2 * ways > total && Math.floor(pair / count) !== own);
}

/** True where one pair is in so many of the draws of a walk that chance does not explain it. */
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
