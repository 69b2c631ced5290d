import { belowLarge, type Random } from "./random.ts";
import type { Rules } from "./rules.ts";
import type { Part } from "./sampling.ts";

/** Receivers that can be open at a time: their sets are small integers. */
const MOST_OPEN = 30;

/** What one giver finds, with sets of open receivers as bits. */
interface Stage {
  giver: number;
  /** The receivers they may have, by the bit that stands for each at that time. */
  choices: { bit: number; receiver: number }[];
  /** Receivers to whom nobody may give any more: by then all of them must be taken. */
  closing: number;
}

/**
 * Counts in how many ways the first givers can take each set of receivers, and chooses from the last
 * giver back to the first in proportion (the permanent by dynamic programming); null where that would
 * take more than `work` steps.
 *
 * A receiver matters only from the first giver who may give to them to the last. So few sets come
 * about where few pairs are permitted, and few where they form a chain, however long it is.
 */
export function byCounting(
  rules: Rules,
  part: Part,
  random: Random,
  work = Infinity,
): number[] | null {
  const stages = stagesOf(rules, part);
  if (!stages) return null;
  /** Before each stage: the ways to each set of open receivers that are taken. */
  const waysBefore: Map<number, number>[] = [];
  let ways = new Map([[0, 1]]);
  let steps = 0;
  for (const [index, { choices, closing }] of stages.entries()) {
    waysBefore.push(ways);
    const added = ways.size * choices.length;
    steps += added;
    // Sets that stay as many as they are for but a quarter of what is to come are too many.
    if (steps + added * (stages.length - 1 - index) / 4 > work) return null;
    const next = new Map<number, number>();
    let most = 0;
    for (const [taken, count] of ways) {
      for (const { bit } of choices) {
        const set = taken | bit;
        if (set === taken || (set & closing) !== closing) continue;
        const sum = (next.get(set ^ closing) ?? 0) + count;
        next.set(set ^ closing, sum);
        if (sum > most) most = sum;
      }
    }
    // Only proportions matter: what would get too large is scaled, and then no longer an integer.
    if (most > 1e200) { for (const [set, count] of next) next.set(set, count / most); }
    ways = next;
  }

  const receiverOf = new Map<number, number>();
  let set = 0;
  for (const [index, { giver, choices, closing }] of [...stages.entries()].reverse()) {
    set |= closing;
    const before = choices
      .filter(({ bit }) => (set & bit) !== 0)
      .map((one) => ({ ...one, count: waysBefore[index]!.get(set ^ one.bit) ?? 0 }))
      .filter(({ count }) => count > 0);
    let choice = below(before.reduce((sum, { count }) => sum + count, 0), random);
    const chosen = before.find(({ count }) => (choice -= count) < 0) ?? before.at(-1);
    if (!chosen) throw new Error("Cannot count draws: there is none");
    set ^= chosen.bit;
    receiverOf.set(giver, chosen.receiver);
  }
  return part.givers.map((giver) => receiverOf.get(giver)!);
}

/** A uniform number in [0, total): an integer where the total is a count that is exact. */
function below(total: number, random: Random): number {
  return Number.isSafeInteger(total)
    ? belowLarge(total, random)
    : belowLarge(2 ** 53, random) / 2 ** 53 * total;
}

/**
 * The givers in an order that keeps few receivers open: next is who has the fewest new ones. Null
 * where too many are open at a time.
 */
function stagesOf(rules: Rules, { givers, receivers }: Part): Stage[] | null {
  const count = givers.length;
  const choices: number[][] = givers.map(() => []);
  const giversOf: number[][] = givers.map(() => []);
  for (let giver = 0; giver < count; giver++) {
    for (let receiver = 0; receiver < count; receiver++) {
      if (rules.forbids(givers[giver]!, receivers[receiver]!)) continue;
      choices[giver]!.push(receiver);
      giversOf[receiver]!.push(giver);
    }
    if (choices[giver]!.length > MOST_OPEN) return null;
  }
  /** How many of a giver's choices are not open yet; to how many givers a receiver is still a choice. */
  const fresh = choices.map(({ length }) => length);
  const left = giversOf.map(({ length }) => length);
  const bitOf = new Int32Array(receivers.length);
  const waiting = new Set(givers.keys());
  let unused = 2 ** MOST_OPEN - 1;

  const stages: Stage[] = [];
  while (waiting.size > 0) {
    let next = -1;
    for (const giver of waiting) {
      if (next === -1 || fresh[giver]! < fresh[next]!) next = giver;
    }
    waiting.delete(next);
    let closing = 0;
    for (const receiver of choices[next]!) {
      if (bitOf[receiver] === 0) {
        if (unused === 0) return null;
        bitOf[receiver] = unused & -unused;
        unused &= unused - 1;
        for (const giver of giversOf[receiver]!) fresh[giver]!--;
      }
      if (--left[receiver]! === 0) closing |= bitOf[receiver]!;
    }
    stages.push({
      giver: givers[next]!,
      choices: choices[next]!.map((index) => ({ bit: bitOf[index]!, receiver: receivers[index]! })),
      closing,
    });
    unused |= closing;
  }
  return stages;
}
