import type { z } from "zod";
import { findParticipant } from "../access.ts";
import { redrawAll, redrawFor } from "../assignments.ts";
import { changeParticipant, withoutEvents } from "../changes.ts";
import { GameError } from "../errors.ts";
import { flag, keepers as keeperPairs } from "../fields.ts";
import {
  keptNow,
  requireSealedKeepers,
  resolveKeepers,
  wasEndedByClaim,
  withKeepers,
} from "../keepers.ts";
import { memberByNumber } from "../members.ts";
import { KEEPS_PAIRS, MAY_DRAW, operation, organizerBody, ownBody } from "../operation.ts";
import { resolverOf } from "../references.ts";
import { isRevealBlocked, pairsHiddenFromOrganizer } from "../seal.ts";
import type { Change, DecisionContext, Game } from "../types.ts";
import { NOBODY } from "./seal.ts";

const keepersBody = organizerBody("setKeepers", {
  keepers: keeperPairs,
  keepersMayDraw: flag.optional().describe("Absent: no change"),
});

export const setKeepersRow = operation(keepersBody, {
  by: { organizer: setKeepers },
  ...MAY_DRAW,
  refusals: ["UNKNOWN_PERSON", "KEEPERS_ARE_SEALED"],
});

const allowBody = ownBody("allowKeepers", {
  allowed: flag.describe(
    "Whether those in `keepersToAllow` may see the participant's gift; no effect if there is no one",
  ),
});

export const allowKeepersRow = operation(allowBody, {
  by: { participant: allowKeepers },
  needsToken: true,
  ...KEEPS_PAIRS,
  refusals: ["GIFT_WITHHELD"],
});

/**
 * Replaces the keepers; in an open game, pairs change only if a keeper and a kept person have each other. Keepers whose
 * keeping a claim has ended stay as they are: the organizer cannot set them.
 */
export function setKeepers(
  game: Game,
  { keepers, keepersMayDraw = game.keepersMayDraw }: z.infer<typeof keepersBody>,
  context: DecisionContext,
): Change {
  const keeps = new Map(resolveKeepers(keepers, resolverOf(game)));
  const find = memberByNumber(game, (one) => one);
  for (const keeper of game.participants) {
    const inForce = new Set(keptNow(game, keeper, find).map(({ number }) => number));
    const ended = keeper.keeps.filter((kept) => !inForce.has(kept));
    if (ended.length === 0) continue;
    const named = keeps.get(keeper.number) ?? [];
    if (named.some((kept) => ended.includes(kept))) {
      throw new GameError("KEEPERS_ARE_SEALED", { path: "keepers" });
    }
    keeps.set(keeper.number, [...named, ...ended]);
  }
  const after = {
    ...game,
    keepersMayDraw,
    participants: withKeepers(game.participants, keeps),
  };
  const isSame = keepersMayDraw === game.keepersMayDraw &&
    game.participants.every(({ number, keeps: before }) =>
      new Set(before).symmetricDifference(new Set(keeps.get(number))).size === 0
    );
  if (isSame) return withoutEvents(game);
  requireSealedKeepers(after, game.participants);
  if (game.isGathering) return withoutEvents(after);
  if (!pairsHiddenFromOrganizer(game)) return redrawFor(after, [], context, "rules");
  // Otherwise the organizer could name a keeper whose link they hold, and look into any gift.
  const isNew = game.participants.some(({ number, keeps: before }) =>
    keeps.get(number)?.some((kept) => !before.includes(kept))
  );
  if (isNew) throw new GameError("KEEPERS_ARE_SEALED", { path: "keepers" });
  // A partial redraw would reveal pairs by what changes and what does not.
  return redrawAll(after, context, "rules");
}

/**
 * A participant who has claimed their place allows their keepers to see their gift again, or no longer. A link for
 * which the gift is locked cannot allow it: only the person who opened the gift can.
 */
export function allowKeepers(
  game: Game,
  { participantId = "", allowed }: z.infer<typeof allowBody>,
): Change {
  const participant = findParticipant(game, participantId);
  if (allowed && isRevealBlocked(game, participant)) throw new GameError("GIFT_WITHHELD");
  if (!wasEndedByClaim(participant)) return withoutEvents(game);
  return changeParticipant(game, participant, {
    keepersAllowedForTokenVersion: allowed ? participant.tokenVersion : NOBODY,
  });
}
