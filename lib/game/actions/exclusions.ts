import { redrawAll, redrawFor } from "../assignments.ts";
import { normalizedKey } from "../identity.ts";
import { exclusionsBeyond, memberByNumber, resolveExclusions } from "../members.ts";
import { requireFewExclusions, withOneWay } from "../one_way.ts";
import { pairsHiddenFromOrganizer } from "../seal.ts";
import type { ActionOf } from "../action_schemas.ts";
import type { Change, DecisionContext, Game } from "../types.ts";

/**
 * Replaces who may not draw whom, each list that comes, and leaves the others as they are; pairs change only
 * where one of them breaks it. In a sealed game all are drawn again, else whoever excludes two people would see
 * in what follows whether they were a pair.
 */
export function setExclusions(
  game: Game,
  action: ActionOf<"setExclusions">,
  context: DecisionContext,
): Change {
  const byId = new Map(game.participants.map((one) => [one.id, one.number]));
  const byName = new Map(game.participants.map((one) => [normalizedKey(one.name), one.number]));
  const resolve = (reference: string) =>
    byId.get(reference) ?? byName.get(normalizedKey(reference));
  const idOf = memberByNumber(game, ({ id }) => id);
  const byIds = ([one, other]: [number, number]): [string, string] => [idOf(one), idOf(other)];
  // Nobody who goes by a view can mean to end what it leaves out.
  const shown = new Set(exclusionsBeyond(game));
  const unseen = game.exclusions.filter((pair) => !shown.has(pair)).map(byIds);
  const rules = resolveExclusions(
    action.exclusions ? [...action.exclusions, ...unseen] : game.exclusions.map(byIds),
    action.households ?? game.households.map((members) => members.map(idOf)),
    resolve,
  );
  const participants = action.oneWayExclusions
    ? withOneWay(game.participants, action.oneWayExclusions, resolve)
    : game.participants;
  const ruled = { ...game, ...rules, participants };
  requireFewExclusions(ruled);
  return pairsHiddenFromOrganizer(game) && !game.isGathering
    ? redrawAll(ruled, context, "rules")
    : redrawFor(ruled, [], context, "rules");
}
