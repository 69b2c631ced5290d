/** The simplest way to a uniform draw: rejection sampling. */
import type { Random } from "./random.ts";
import type { Rules } from "./rules.ts";

/** Givers and as many receivers, to be drawn among each other. */
export interface Part {
  givers: readonly number[];
  receivers: readonly number[];
}

/**
 * Shuffles the receivers until no one gets a forbidden one. A shuffle is given up at its first
 * forbidden pick, so all valid ones are equally likely.
 *
 * @param work maximum number of picks in all shuffles.
 * @returns the receivers in the order of the givers; null if no valid shuffle was found.
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
