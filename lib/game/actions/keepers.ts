import type { z } from "zod";
import { redrawAll, redrawFor } from "../assignments.ts";
import { withoutEvents } from "../changes.ts";
import { GameError } from "../errors.ts";
import { flag, keepers as keeperPairs } from "../fields.ts";
import { requireSealedKeepers, resolveKeepers, withKeepers } from "../keepers.ts";
import { operation, organizerBody } from "../operation.ts";
import { resolverOf } from "../references.ts";
import { pairsHiddenFromOrganizer } from "../seal.ts";
import type { Change, DecisionContext, Game } from "../types.ts";

const keepersBody = organizerBody("setKeepers", {
  keepers: keeperPairs,
  keepersMayDraw: flag.optional().describe("Absent: no change"),
});

export const setKeepersRow = operation(keepersBody, {
  by: { organizer: setKeepers },
  draws: true,
  whenOver: "refused",
  sealedOrganizerLearns: "all",
  refusals: ["UNKNOWN_PERSON", "KEEPERS_ARE_SEALED"],
});

/** Replaces the keepers; pairs change only if a keeper and a kept person have each other. */
export function setKeepers(
  game: Game,
  { keepers, keepersMayDraw = game.keepersMayDraw }: z.infer<typeof keepersBody>,
  context: DecisionContext,
): Change {
  const keeps = resolveKeepers(keepers, resolverOf(game));
  const after = {
    ...game,
    keepersMayDraw,
    participants: withKeepers(game.participants, keeps),
  };
  const isSame = keepersMayDraw === game.keepersMayDraw &&
    game.participants.every(({ number, keeps: before }) =>
      isSameSet(before, keeps.get(number) ?? [])
    );
  if (isSame) return withoutEvents(game);
  requireSealedKeepers(after);
  if (game.isGathering) return withoutEvents(after);
  if (!pairsHiddenFromOrganizer(game)) return redrawFor(after, [], context, "rules");
  // Otherwise the organizer could look into any gift through a link that they hold.
  const isNew = game.participants.some(({ number, keeps: before }) =>
    keeps.get(number)?.some((kept) => !before.includes(kept))
  );
  if (isNew) throw new GameError("KEEPERS_ARE_SEALED", { path: "keepers" });
  // What changes, and what does not, would reveal pairs.
  return redrawAll(after, context, "rules");
}

function isSameSet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((number) => other.includes(number));
}
