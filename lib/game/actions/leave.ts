import { findParticipant } from "../access.ts";
import { leftSchema } from "../action_answers.ts";
import { changeParticipant, withoutEvents } from "../changes.ts";
import { operation, ownBody } from "../operation.ts";
import type { Change, DecisionContext, Game } from "../types.ts";
import { participantViewSchema } from "../view_schemas.ts";
import { unsaid } from "../proposals.ts";
import { withoutParticipant } from "./people.ts";

export const leaveGameRow = operation(ownBody("leaveGame", {}), {
  by: { participant: leaveGame },
  needsToken: true,
  whenOver: "refused",
  sealedOrganizerLearns: "all",
  answers: [participantViewSchema, leftSchema],
});

/**
 * A participant leaves: at once while the game gathers, because no one gives to them yet. Later they ask to
 * leave, and stay until the organizer agrees. Asking again changes nothing.
 */
export function leaveGame(
  game: Game,
  { participantId = "" }: { participantId?: string | undefined },
  { now }: DecisionContext,
): Change {
  const leaver = findParticipant(game, participantId);
  if (game.isGathering) {
    return withoutEvents(
      unsaid(withoutParticipant(game, leaver), leaver, game, { isErased: false }),
    );
  }
  if (leaver.leaveRequestedAt) return withoutEvents(game);
  return changeParticipant(game, leaver, { leaveRequestedAt: now.toISOString() }, [
    { type: "leaveRequested", participant: leaver.number },
  ]);
}
