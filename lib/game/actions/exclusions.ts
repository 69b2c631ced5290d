import { redrawFor } from "../assignments.ts";
import { identityKey } from "../identity.ts";
import { resolveExclusions } from "../members.ts";
import type { ActionOf } from "../schemas.ts";
import type { Change, DecisionContext, Game } from "../types.ts";

/** Replaces who may not draw whom; pairs change only where one of them breaks it. */
export function setExclusions(
  game: Game,
  action: ActionOf<"setExclusions">,
  context: DecisionContext,
): Change {
  const byId = new Map(game.participants.map((one) => [one.id, one.number]));
  const byName = new Map(game.participants.map((one) => [identityKey(one.name), one.number]));
  const rules = resolveExclusions(
    action.exclusions,
    action.households,
    (reference) => byId.get(reference) ?? byName.get(identityKey(reference)),
  );
  return redrawFor({ ...game, ...rules }, [], context);
}
