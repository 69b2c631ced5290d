/** The two plain ways to a uniform draw: by chance, and by counting. */
import { belowLarge, type Random } from "./random.ts";
import type { Rules } from "./rules.ts";

/** Givers and as many receivers, to be drawn among each other. */
export interface Part {
  givers: readonly number[];
  receivers: readonly number[];
}

/** Part sizes up to which all draws are counted: 18! is below 2 ** 53, so the counts are exact. */
export const COUNTED = 18;

/**
 * Shuffles the receivers until nobody gets a forbidden one; null after `work` picks. A shuffle is
 * given up at its first forbidden pick, which leaves each valid one equally likely.
 */
export function byRejection(
  rules: Rules,
  part: Part,
  random: Random,
  work: number,
): number[] | null {
  const { givers } = part;
  const receivers = [...part.receivers];
  const count = givers.length;
  for (let picks = 0; picks <= work;) {
    let i = 0;
    for (; i < count; i++, picks++) {
      const j = i + random.below(count - i);
      const receiver = receivers[j]!;
      if (rules.forbids(givers[i]!, receiver)) break;
      receivers[j] = receivers[i]!;
      receivers[i] = receiver;
    }
    if (i === count) return receivers;
    picks++;
  }
  return null;
}

/**
 * Counts, for each set of receivers, in how many ways they can be left to the last givers, and lets
 * each giver choose a receiver in proportion (the permanent by dynamic programming). For parts of
 * up to COUNTED people that have a valid draw.
 */
export function byCounting(rules: Rules, { givers, receivers }: Part, random: Random): number[] {
  const count = givers.length;
  const permitted = givers.map((giver) =>
    receivers.reduce((set, to, i) => rules.forbids(giver, to) ? set : set | 1 << i, 0)
  );
  const ways = new Float64Array(1 << count);
  ways[0] = 1;
  const sizeOf = new Uint8Array(1 << count);
  for (let left = 1; left < ways.length; left++) {
    sizeOf[left] = sizeOf[left & (left - 1)]! + 1;
    let sum = 0;
    for (let open = left & permitted[count - sizeOf[left]!]!; open; open &= open - 1) {
      sum += ways[left ^ (open & -open)]!;
    }
    ways[left] = sum;
  }

  let left = ways.length - 1;
  return givers.map((_, i) => {
    let choice = belowLarge(ways[left]!, random);
    let open = left & permitted[i]!;
    while (choice >= ways[left ^ (open & -open)]!) {
      choice -= ways[left ^ (open & -open)]!;
      open &= open - 1;
    }
    left ^= open & -open;
    return receivers[31 - Math.clz32(open & -open)]!;
  });
}
