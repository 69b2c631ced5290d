import type { z } from "zod";
import { redrawAll, redrawFor } from "../assignments.ts";
import { exclusionsBeyond, memberByNumber, resolveExclusions } from "../members.ts";
import { requireFewExclusions, withOneWay } from "../one_way.ts";
import { resolverOf } from "../references.ts";
import { redrawsAll } from "../seal.ts";
import { groups, oneWayPairs, pairs } from "../fields.ts";
import { MAY_DRAW, operation, organizerBody } from "../operation.ts";
import type { Change, DecisionContext, Game } from "../types.ts";

const exclusionsBody = organizerBody("setExclusions", {
  exclusions: pairs.optional().describe(
    "The whole list from now on; each one by participant id, or by name. Absent: unchanged",
  ),
  oneWayExclusions: oneWayPairs.optional().describe(
    "The whole list from now on, of pairs of giver and receiver; each one by participant id, or by " +
      "name. Absent: unchanged",
  ),
  households: groups.optional().describe(
    "The whole list from now on; each one by participant id, or by name. Absent: unchanged",
  ),
});

export const setExclusionsRow = operation(exclusionsBody, {
  by: { organizer: setExclusions },
  ...MAY_DRAW,
  refusals: ["UNKNOWN_PERSON", "TOO_MANY_HOUSEHOLDS"],
  // The rules after the change, with their references not resolved yet.
  costs: (game, { exclusions, oneWayExclusions, households }) => ({
    participants: game.participants,
    exclusions: exclusions ?? game.exclusions,
    households: households ?? game.households,
    ...(oneWayExclusions && { oneWayExclusions }),
  }),
});

/**
 * Replaces each exclusion list that is sent and keeps the others. Pairs change only if one of them breaks a
 * rule. In a sealed game everything is drawn again: otherwise an organizer who excludes two people would see
 * from the effects whether they were a pair.
 */
export function setExclusions(
  game: Game,
  action: z.infer<typeof exclusionsBody>,
  context: DecisionContext,
): Change {
  const resolve = resolverOf(game);
  const idOf = memberByNumber(game, ({ id }) => id);
  const byIds = ([one, other]: [number, number]): [string, string] => [idOf(one), idOf(other)];
  const rules = resolveExclusions(
    action.exclusions ?? game.exclusions.map(byIds),
    action.households ?? game.households.map((members) => members.map(idOf)),
    resolve,
  );
  rules.exclusions.push(...stillCovered(game, rules));
  const participants = action.oneWayExclusions
    ? withOneWay(game.participants, action.oneWayExclusions, resolve)
    : game.participants;
  const ruled = { ...game, ...rules, participants };
  requireFewExclusions(ruled);
  return redrawsAll(game)
    ? redrawAll(ruled, context, "rules")
    : redrawFor(ruled, [], context, "rules");
}

/**
 * The exclusions that the new list lacks because a household covers them, before and after: a client that read a view
 * cannot mean to remove what the view hides. Those of a household that is removed must be sent.
 */
function stillCovered(
  before: Game,
  { exclusions, households }: Pick<Game, "exclusions" | "households">,
): [number, number][] {
  const shown = new Set([
    ...exclusionsBeyond(before),
    ...exclusionsBeyond({ exclusions: before.exclusions, households }),
  ]);
  const sent = new Set(exclusions.map(String));
  return before.exclusions.filter((pair) => !shown.has(pair) && !sent.has(String(pair)));
}
