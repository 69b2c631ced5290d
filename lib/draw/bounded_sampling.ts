import { belowLarge, type Random } from "./random.ts";
import type { Rules } from "./rules.ts";
import type { Part } from "./sampling.ts";

/**
 * h(r) of Huber and Law: where each of m receivers has r givers left who may give to them, there are
 * at most the product of h(r) / e ways to serve them all.
 */
function boundOf(choices: number): number {
  return choices === 0 ? 1 : choices + Math.log(choices) / 2 + Math.E - 1;
}

/**
 * Draws giver by giver, each receiver in proportion to an upper bound on the ways to go on from
 * there, and begins again with the probability by which the bounds of all receivers fall short of
 * the bound before; null after `work` steps. A draw is then as likely as one over the first bound,
 * whichever it is: exactly uniform.
 *
 * The bound of ways is the product of h(r) / e over the receivers that are left (M. Huber and J. Law,
 * Fast approximation of the permanent for very dense problems, SODA 2008). It is close where everybody
 * may give to many: of 1,000 people of whom each may give to 900, every third or fourth attempt
 * succeeds. Those with the fewest choices come first, as most attempts end with them.
 */
export function byBounds(
  rules: Rules,
  { givers, receivers }: Part,
  random: Random,
  work: number,
): number[] | null {
  const count = givers.length;
  if (count ** 2 > work) return null;
  /** By giver and receiver, 1 where permitted. */
  const permitted = new Uint8Array(count * count);
  const choicesOfGiver = new Int32Array(count);
  const choicesOfReceiver = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      if (rules.forbids(givers[i]!, receivers[j]!)) continue;
      permitted[i * count + j] = 1;
      choicesOfGiver[i]!++;
      choicesOfReceiver[j]!++;
    }
  }
  /** By the choices of a receiver after a step: what its bound is less than before it, and 1 / h. */
  const shrinkage = new Float64Array(count);
  const weight = new Float64Array(count);
  for (let choices = 0; choices < count; choices++) {
    weight[choices] = 1 / boundOf(choices);
    shrinkage[choices] = boundOf(choices) / boundOf(choices + 1);
  }
  const order = [...givers.keys()].sort((a, b) => choicesOfGiver[a]! - choicesOfGiver[b]!);

  const choices = new Int32Array(count);
  const open = new Int32Array(count);
  const receiverOf = new Int32Array(count);
  let steps = count ** 2;

  /** Whether everybody was served. */
  function attempt(): boolean {
    choices.set(choicesOfReceiver);
    for (let j = 0; j < count; j++) open[j] = j;
    for (let left = count; left > 0; left--) {
      const giver = order[count - left]!;
      const row = giver * count;
      // The bounds of all receivers that can be chosen, over that before: e × shrunk × total.
      let shrunk = Math.E;
      let total = 0;
      for (let k = 0; k < left; k++) {
        const receiver = open[k]!;
        if (permitted[row + receiver] === 0) continue;
        const rest = --choices[receiver]!;
        shrunk *= shrinkage[rest]!;
        total += weight[rest]!;
      }
      steps += left;
      let choice = belowLarge(2 ** 53, random) / 2 ** 53 / shrunk;
      if (choice >= total) return false;
      let chosen = -1;
      for (let k = 0; k < left && choice >= 0; k++) {
        if (permitted[row + open[k]!] === 0) continue;
        choice -= weight[choices[open[k]!]!]!;
        chosen = k;
      }
      receiverOf[giver] = open[chosen]!;
      open[chosen] = open[left - 1]!;
    }
    return true;
  }

  while (steps <= work) {
    if (attempt()) return givers.map((_, i) => receivers[receiverOf[i]!]!);
  }
  return null;
}
