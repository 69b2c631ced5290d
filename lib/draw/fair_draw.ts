/**
 * Fair draws: valid ones, each as likely as any other as far as that is feasible. From the plain
 * to the elaborate, as what is forbidden leaves fewer of all shuffles valid.
 */
import { byBounds } from "./bounded_sampling.ts";
import { byCounting } from "./counting.ts";
import { byHouseholds } from "./household_sampling.ts";
import { independentParts } from "./independent_parts.ts";
import type { Random } from "./random.ts";
import { byWalking } from "./random_walk.ts";
import type { Rules } from "./rules.ts";
import { byRejection } from "./sampling.ts";

/** Steps of some ten nanoseconds that a method may take for all people together. */
const WORK = 1_500_000;
/** Parts of up to so many people are counted whatever that takes: at most 2 ** 18 sets, in fact far fewer. */
const COUNTED = 18;

/**
 * Draws anew who of `givers` gets whom of the receivers they have in `draw`; others keep theirs.
 */
export function drawAmong(
  rules: Rules,
  givers: readonly number[],
  draw: ArrayLike<number>,
  random: Random,
): number[] {
  const drawn = Array.from(draw);
  for (const members of independentParts(rules, givers, draw)) {
    const part = { givers: members, receivers: members.map((giver) => draw[giver]!) };
    const count = members.length;
    const work = WORK * count / givers.length;
    const receivers = byRejection(rules, part, random, Math.min(work, count ** 2)) ??
      byBounds(rules, part, random, Math.min(work, 300 * count ** 2)) ??
      byCounting(rules, part, random, count <= COUNTED ? Infinity : work / 10) ??
      byHouseholds(rules, part, random, work) ??
      byWalking(rules, part, random, work);
    members.forEach((giver, i) => drawn[giver] = receivers[i]!);
  }
  return drawn;
}
