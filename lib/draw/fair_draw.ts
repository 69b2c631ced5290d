/**
 * Fair draws: valid ones, each as likely as any other as far as that is feasible. From the plain
 * to the elaborate, as what is forbidden leaves fewer of all shuffles valid.
 */
import { byBounds } from "./bounded_sampling.ts";
import { byCounting } from "./counting.ts";
import { independentParts } from "./independent_parts.ts";
import type { Random } from "./random.ts";
import { byWalking } from "./random_walk.ts";
import type { Rules } from "./rules.ts";
import { byRejection } from "./sampling.ts";

/** Parts of up to this many people are always counted exactly: at most 2 ** 18 sets, mostly far fewer. */
const COUNTED = 18;
/** Picks for each person that chance alone has. */
const PICKS = 50;
/**
 * Steps for all people together, some 20 ms for each way: others who ask for something meanwhile wait
 * as long. Walks of 20,000 steps were found even in all games of up to 20 people tried.
 */
const WORK = { bounds: 4_000_000, counting: 150_000, walking: 150_000 };

/**
 * Redraws the present receivers of `givers` among these givers; everyone else keeps theirs.
 *
 * Givers are split into parts that cannot exchange receivers with others, and each part takes the
 * first of these ways that succeeds within its share of the work:
 * 1. `byRejection`: exactly uniform. It suffices where people are excluded from up to about five
 *    others each, also among 10,000.
 * 2. `byBounds`: uniform up to the rounding of floating-point numbers. It suffices wherever people may
 *    give to half of the others, in games of up to 50 people to a third, and of 1,000 people in
 *    households of up to about 300, or one of any size, with thousands of exclusions besides.
 * 3. `byCounting`: exactly uniform, up to rounding where there are more than 2 ** 53 draws. It always
 *    succeeds for parts of up to 18 people, and for larger ones where hardly anything is permitted.
 * 4. `byWalking`, for the rest, sparse rules of 40 people and more: every draw is possible, and
 *    uniform in the limit; no bound on the distance from it is proved.
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
    const share = count / givers.length;
    const square = count ** 2;
    // Of more people than bounds can be kept for, chance is tried for longer.
    const picks = square > WORK.bounds ? WORK.bounds * share : Math.min(PICKS * count, square);
    const receivers = byRejection(rules, part, random, picks) ??
      byBounds(rules, part, random, Math.min(WORK.bounds * share, 300 * square)) ??
      byCounting(rules, part, random, count <= COUNTED ? Infinity : WORK.counting * share) ??
      byWalking(rules, part, random, WORK.walking * share);
    members.forEach((giver, i) => drawn[giver] = receivers[i]!);
  }
  return drawn;
}
