/** Who gives to whom after a change: the draw that disturbs the fewest. */
import type { DrawProblem, DrawResult } from "./draw.ts";
import { drawAmong } from "./fair_draw.ts";
import { independentParts } from "./independent_parts.ts";
import { cheapestMatching } from "./matching.ts";
import type { Random } from "./random.ts";
import { NOBODY, Rules } from "./rules.ts";
import { tightGroup } from "./tight_group.ts";

/** What a new draw starts from. */
export interface Rematch {
  /**
   * The present receiver of each giver, nobody twice; null for a giver who has none, being new or
   * having lost them. Pairs that the problem forbids count as none.
   */
  current: ReadonlyArray<number | null>;
  /** Givers who must get somebody else than at present. */
  mustChange?: ReadonlySet<number>;
  /** Givers who get somebody else than at present wherever it is possible, as many of them as can at once. */
  shouldChange?: ReadonlySet<number>;
  /** Givers who have confirmed and should keep their receiver before all others. */
  confirmed?: ReadonlySet<number>;
}

/**
 * Draws anew with as few changes as possible: of all valid draws in which everyone of `mustChange`
 * gets somebody else and as many as possible of `shouldChange` do, one that moves the fewest of
 * `confirmed` and, among those, the fewest others. Moved is who had a valid receiver, need not
 * change, and gets another.
 *
 * Who is moved is left to chance: where a newcomer N takes a place (A→B becomes A→N, N→B), every
 * A for whom this is valid is equally likely. Larger sets that could as well be moved need not be
 * equally likely. Among those who get a new receiver the draw is as fair as `drawAssignments`.
 *
 * If no valid draw exists, the group named is one that cannot be served given that `mustChange`
 * givers may not give to their present receiver either.
 *
 * @throws {RangeError} as `drawAssignments` does.
 */
export function redrawGently(problem: DrawProblem, rematch: Rematch, random: Random): DrawResult {
  const { size, exclusions, households } = problem;
  const { current, mustChange, shouldChange, confirmed } = rematch;
  const bans: [number, number][] = [];
  for (const giver of mustChange ?? []) {
    const receiver = current[giver] ?? NOBODY;
    if (receiver !== NOBODY) bans.push([giver, receiver]);
  }
  const rules = new Rules(size, exclusions, households, bans);

  const kept = new Int32Array(size).fill(NOBODY);
  const costs = new Int32Array(size);
  current.forEach((receiver, giver) => {
    if (receiver === null || rules.forbids(giver, receiver)) return;
    kept[giver] = receiver;
    // One confirmed giver outweighs everybody else together, and one who should change all of these.
    costs[giver] = shouldChange?.has(giver) ? -(size * size + 1) : confirmed?.has(giver) ? size : 1;
  });
  const matching = cheapestMatching(rules, kept, costs, random);
  if (matching.receiverOf.includes(NOBODY)) return { ok: false, ...tightGroup(rules, matching) };

  // Those moved may be drawn among themselves at will: no draw could give one of them the former
  // receiver back, or fewer could have been moved.
  const draw = [...matching.receiverOf];
  const moved = [...draw.keys()].filter((giver) => draw[giver] !== kept[giver]);
  for (const giver of moved) {
    if (shouldChange?.has(giver) && kept[giver] !== NOBODY) bans.push([giver, kept[giver]!]);
  }
  const rest = new Rules(size, exclusions, households, bans);
  return { ok: true, draw: drawAmong(rest, moved, draw, random) };
}

/** Givers who get somebody else in some valid draw than in this, the present one. */
export function movableGivers(problem: DrawProblem, draw: readonly number[]): Set<number> {
  const { size, exclusions, households } = problem;
  const rules = new Rules(size, exclusions, households);
  const parts = independentParts(rules, [...draw.keys()], draw);
  return new Set(parts.filter((part) => part.length > 1).flat());
}
