import { boundOf, EvenAttempt, uniform, WeighedAttempt, type Weights } from "./bounded_attempts.ts";
import type { Random } from "./random.ts";
import type { Rules } from "./rules.ts";
import type { Part } from "./sampling.ts";

/** Rounds of balancing: two households of nearly half the people each need that many. */
const BALANCING = 200;
/** So many attempts go on, though they have failed, to show how likely one is to succeed. */
const PROBES = 3;
/** What succeeds only once in so many draws is not tried. */
const RARE = 1_000;
/** A home is large, and worth balancing, with one in so many of the people. */
const LARGE = 8;

/**
 * Draws giver by giver, each receiver in proportion to an upper bound on the ways to go on from
 * there, and begins again with the probability by which the bounds of all receivers fall short of
 * the bound before; null after `work` steps. Each draw comes about as likely as its weight over the
 * first bound, whichever it is; as all draws weigh the same, that is uniform, up to the rounding of
 * floating-point numbers.
 *
 * Where not one of all attempts that could be made is likely to succeed, as with few choices among
 * hundreds, the first few show that, and it is null soon. Which draw comes out does not depend on it.
 *
 * The bound is the product of h(r) / e over the receivers left (M. Huber and J. Law, Fast
 * approximation of the permanent for very dense problems, SODA 2008). It is close where everyone may
 * give to many, and receivers are alike: of 1,000 people of whom each may give to 900, every third or
 * fourth attempt succeeds. Those with the fewest choices come first, as most attempts end with them.
 */
export function byBounds(
  rules: Rules,
  part: Part,
  random: Random,
  work: number,
): number[] | null {
  const count = part.givers.length;
  let steps = count ** 2;
  if (steps > work) return null;
  const permitted = permittedPairs(rules, part);
  const even = new EvenAttempt(permitted);
  const order = [...permitted.keys()]
    .sort((one, other) => even.choicesOf(one) - even.choicesOf(other));
  const attempt = bestAttempt(rules, part, permitted, even);
  // With weights few attempts can be made, and what one shows says little of the next.
  let isHopeful = attempt instanceof WeighedAttempt;
  for (let probes = 0; steps <= work && (isHopeful || probes < PROBES); probes++) {
    attempt.begin();
    // The attempt succeeds where the product of all probabilities to go on is above this.
    const chance = uniform(random);
    let product = 1;
    /** How many steps such an attempt takes, on average, which ends where it fails. */
    let cost = 0;
    const isHopeless = () => product * work * RARE < cost;
    for (const giver of order) {
      const added = attempt.stepsToServe(giver);
      steps += added;
      cost += product * added;
      const next = product * attempt.turnTo(giver);
      // A dead end says nothing of what another way would lead to.
      if (next > 0) product = next;
      if (next <= chance && (isHopeful || next === 0 || isHopeless())) break;
      attempt.serve(giver, random);
    }
    if (attempt.isDone && product > chance) {
      return Array.from(attempt.receiverOf, (index) => part.receivers[index]!);
    }
    isHopeful ||= !isHopeless();
  }
  return null;
}

/** By giver and receiver of a part: 1 where permitted. */
function permittedPairs(rules: Rules, { givers, receivers }: Part): Uint8Array[] {
  return givers.map((giver) => {
    const permitted = rules.permitted(giver);
    const row = new Uint8Array(receivers.length);
    for (let j = 0; j < row.length; j++) row[j] = permitted[receivers[j]!]!;
    return row;
  });
}

/** With the weights whose bound on the number of draws is closer. */
function bestAttempt(
  rules: Rules,
  part: Part,
  permitted: readonly Uint8Array[],
  even: EvenAttempt,
) {
  const homes = countHomes(rules, part.givers);
  if (Math.max(...homes.values()) * LARGE < part.givers.length) return even;
  const weights = weigh(permitted, balance(rules, part));
  let logBound = 0;
  for (const [index, sum] of weights.sums.entries()) {
    logBound += Math.log(boundOf(sum) / (weights.ofGivers[index]! * weights.shares[index]!));
  }
  even.begin();
  return even.logBound <= logBound ? even : new WeighedAttempt(permitted, weights);
}

/**
 * Gives each pair the weight of its giver times the share of its receiver, the largest that leaves no
 * weight of theirs above 1. A draw takes every giver and every receiver once: all draws weigh the same.
 */
function weigh(
  permitted: readonly Uint8Array[],
  weights: Float64Array,
): Weights {
  const count = weights.length;
  const largest = new Float64Array(count);
  const sums = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const row = permitted[i]!;
    const weight = weights[i]!;
    for (let j = 0; j < count; j++) {
      if (row[j] === 0) continue;
      sums[j]! += weight;
      if (weight > largest[j]!) largest[j] = weight;
    }
  }
  const shares = largest.map((weight) => 1 / weight);
  sums.forEach((sum, j) => sums[j] = sum * shares[j]!);
  return { ofGivers: weights, shares, sums };
}

/**
 * Weights of givers that make up for households of different sizes: with them, the sums of all
 * receivers and of all givers are about the same, as far as households go (R. Sinkhorn and P. Knopp,
 * Concerning nonnegative matrices and doubly stochastic matrices, 1967).
 */
function balance(rules: Rules, { givers, receivers }: Part): Float64Array {
  const givingFrom = countHomes(rules, givers);
  const receivingIn = countHomes(rules, receivers);
  const homes = [...new Set([...givingFrom.keys(), ...receivingIn.keys()])];
  const giving = homes.map((home) => givingFrom.get(home) ?? 0);
  const receiving = homes.map((home) => receivingIn.get(home) ?? 0);
  const weights = new Float64Array(homes.length).fill(1);
  const shares = new Float64Array(homes.length);
  for (let round = 0; round < BALANCING; round++) {
    counterbalance(giving, weights, shares);
    counterbalance(receiving, shares, weights);
  }
  const indexOf = new Map(homes.map((home, index) => [home, index]));
  return Float64Array.from(givers, (giver) => weights[indexOf.get(rules.home[giver]!)!]!);
}

/** Sets what each home has on one side to one over what all the others have together on the other. */
function counterbalance(people: number[], from: Float64Array, to: Float64Array): void {
  let total = 0;
  for (let home = 0; home < people.length; home++) total += people[home]! * from[home]!;
  for (let home = 0; home < people.length; home++) {
    const others = total - people[home]! * from[home]!;
    // Nobody has anyone to give to where there are no others: such a weight is never used.
    to[home] = others > total * 1e-9 ? 1 / others : 1 / total;
  }
}

/** How many of these people each home has. */
function countHomes(rules: Rules, people: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const person of people) {
    const home = rules.home[person]!;
    counts.set(home, (counts.get(home) ?? 0) + 1);
  }
  return counts;
}
