import { boundOf, EvenAttempt, uniform, WeighedAttempt, type Weights } from "./bounded_attempts.ts";
import type { Random } from "./random.ts";
import type { Rules } from "./rules.ts";
import type { Part } from "./sampling.ts";

/** Rounds of balancing: enough for two households of nearly half the people each. */
const BALANCING = 200;
/** How many attempts continue after they have failed, to estimate the probability of success. */
const PROBES = 3;
/** Attempts with a lower probability of success than one in this many are not made. */
const RARE = 1_000;
/** A household with at least one in this many people is large, and worth balancing. */
const LARGE = 8;

/**
 * Draws giver by giver: chooses each receiver in proportion to an upper bound on the number of ways to complete the
 * draw from there, and restarts with the probability by which the bounds of all choices fall short of the bound before.
 * Returns null after `work` steps. The probability of a draw is its weight divided by the first bound; all draws have
 * the same weight, so the result is uniform, up to floating-point rounding.
 *
 * If no attempt is likely to succeed within the work, as with few choices among hundreds, the first few attempts show
 * it, and null is returned early. Which draw is chosen does not depend on that.
 *
 * The bound is the product of h(r) / e over the remaining receivers (M. Huber and J. Law, Fast approximation of the
 * permanent for very dense problems, SODA 2008). It is tight if everyone may give to many and receivers are similar:
 * with 1,000 people who may each give to 900, every third or fourth attempt succeeds. Givers with the fewest choices
 * come first, because most attempts fail at them.
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
  // Weighted attempts are expensive, and a few of them say little about the rest.
  let isHopeful = attempt instanceof WeighedAttempt;
  for (let probes = 0; steps <= work && (isHopeful || probes < PROBES); probes++) {
    attempt.begin();
    // The attempt succeeds if the product of all probabilities to continue is above this.
    const chance = uniform(random);
    let product = 1;
    /** The average number of steps of an attempt that ends when it fails. */
    let cost = 0;
    const isHopeless = () => product * work * RARE < cost;
    for (const giver of order) {
      const added = attempt.stepsToServe(giver);
      steps += added;
      cost += product * added;
      const next = product * attempt.turnTo(giver);
      // A dead end says nothing about other choices.
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

/** For each giver and receiver of a part: 1 if permitted. */
function permittedPairs(rules: Rules, { givers, receivers }: Part): Uint8Array[] {
  return givers.map((giver) => {
    const permitted = rules.permitted(giver);
    const row = new Uint8Array(receivers.length);
    for (let j = 0; j < row.length; j++) row[j] = permitted[receivers[j]!]!;
    return row;
  });
}

/** Uses the weights with the tighter bound on the number of draws. */
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
 * Gives each pair the weight of its giver times the factor of its receiver, the largest one that leaves no
 * weight above 1. A draw uses every giver and every receiver once, so all draws have the same weight.
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
 * Giver weights that compensate for households of different sizes: they make the sums of all receivers and of
 * all givers about equal, as far as households are concerned (R. Sinkhorn and P. Knopp, Concerning
 * nonnegative matrices and doubly stochastic matrices, 1967).
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

/** Sets each household's value on one side to the reciprocal of the total of all others on the other side. */
function counterbalance(people: number[], from: Float64Array, to: Float64Array): void {
  let total = 0;
  for (let home = 0; home < people.length; home++) total += people[home]! * from[home]!;
  for (let home = 0; home < people.length; home++) {
    const others = total - people[home]! * from[home]!;
    // Without other households there are no pairs, and the weight is never used.
    to[home] = others > total * 1e-9 ? 1 / others : 1 / total;
  }
}

/** The number of these people in each household. */
function countHomes(rules: Rules, people: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const person of people) {
    const home = rules.home[person]!;
    counts.set(home, (counts.get(home) ?? 0) + 1);
  }
  return counts;
}
