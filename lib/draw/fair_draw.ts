/**
 * Fair draws: all valid draws are equally likely, as far as that is feasible. Simple methods come first, elaborate ones
 * as the rules leave fewer of all shuffles valid.
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
/** Picks for each person in `byRejection`. */
const PICKS = 50;
/**
 * Steps of each method for all people together, about 20 ms: other requests wait as long. Walks of 20,000 steps were
 * found uniform in all games of up to 20 people that were tried.
 */
const WORK = { bounds: 4_000_000, counting: 150_000, walking: 150_000 };

/**
 * Redraws the present receivers of `givers` among these givers; everyone else keeps theirs.
 *
 * Givers are split into parts that cannot exchange receivers with others, and each part uses the first of these methods
 * that succeeds within its share of the work:
 * 1. `byRejection`: exactly uniform. Suffices if people are excluded from up to about five others each, even among
 *    10,000.
 * 2. `byBounds`: uniform up to the rounding of floating-point numbers. Suffices if people may give to half of the
 *    others, in games of up to 50 people to a third; and for 1,000 people in households of up to about 300, or with one
 *    household of any size, in addition to thousands of exclusions.
 * 3. `byCounting`: exactly uniform, up to rounding if there are more than 2 ** 53 draws. Always succeeds for parts of
 *    up to 18 people, and for larger ones in which hardly anything is permitted.
 * 4. `byWalking`, for the rest (sparse rules of 40 people and more): every draw is possible, and uniform in the limit;
 *    no bound on the distance from it is proved.
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
    // If there are too many people for `byBounds`, rejection is tried for longer.
    const picks = square > WORK.bounds ? WORK.bounds * share : Math.min(PICKS * count, square);
    const receivers = byRejection(rules, part, random, picks) ??
      byBounds(rules, part, random, Math.min(WORK.bounds * share, 300 * square)) ??
      byCounting(rules, part, random, count <= COUNTED ? Infinity : WORK.counting * share) ??
      byWalking(rules, part, random, WORK.walking * share);
    members.forEach((giver, i) => drawn[giver] = receivers[i]!);
  }
  return drawn;
}
