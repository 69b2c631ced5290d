import { findParticipant } from "../access.ts";
import type { ActionOf } from "../action_schemas.ts";
import { changeParticipant, withoutEvents } from "../changes.ts";
import type { Change, DecisionContext, Game } from "../types.ts";
import { withoutParticipant } from "./people.ts";

/**
 * A participant goes: at once while the game gathers, as nobody gives to them yet. Later they ask to be let go,
 * and others count on them until then; who has asked already stays as they are.
 */
export function leaveGame(
  game: Game,
  action: ActionOf<"leaveGame">,
  { now }: DecisionContext,
): Change {
  const leaver = findParticipant(game, action.participantId ?? "");
  if (game.isGathering) return withoutEvents(withoutParticipant(game, leaver));
  if (leaver.leaveRequestedAt) return withoutEvents(game);
  return changeParticipant(game, leaver, { leaveRequestedAt: now.toISOString() }, [
    { type: "leaveRequested", participant: leaver.number },
  ]);
}
