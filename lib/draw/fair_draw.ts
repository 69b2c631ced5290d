/**
 * Fair draws: valid ones, each as likely as any other as far as that is feasible. From the plain
 * to the elaborate, as what is forbidden leaves fewer of all shuffles valid.
 */
import { byCounting, byRejection, COUNTED } from "./sampling.ts";
import { byHouseholds } from "./household_sampling.ts";
import { independentParts } from "./independent_parts.ts";
import type { Random } from "./random.ts";
import { byWalking } from "./random_walk.ts";
import type { Rules } from "./rules.ts";

/** Steps of some ten nanoseconds that a method may take for all people together. */
const WORK = 5_000_000;

/**
 * Draws anew who of `givers` gets whom of the receivers they have in `draw`; others keep theirs.
 *
 * Givers are split into parts that cannot exchange receivers with others, and each part takes the
 * first of these ways that succeeds within its share of the work:
 * 1. `byRejection`: exactly uniform. It suffices where people are excluded from up to about eight
 *    others each in games of 1,000, and from five in games of 10,000.
 * 2. `byCounting`, for parts of up to 18 people: exactly uniform, and always succeeds.
 * 3. `byHouseholds`: uniform up to the rounding of floating-point numbers (a draw's likelihood is
 *    off by less than a millionth). It suffices in games of 1,000 where exclusions are those of
 *    households of up to about a hundred people, or of one of any size, and few others.
 * 4. `byWalking`, for whatever is left: every draw is possible, and uniform in the limit; no bound
 *    on the distance from it is proved.
 *
 * @param draw a valid draw, at least among `givers`.
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
    const receivers = byRejection(rules, part, random, Math.min(work, count * 2 ** count)) ??
      (count <= COUNTED
        ? byCounting(rules, part, random)
        : byHouseholds(rules, part, random, work) ?? byWalking(rules, part, random, work));
    members.forEach((giver, i) => drawn[giver] = receivers[i]!);
  }
  return drawn;
}
