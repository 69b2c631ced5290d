import { findParticipant } from "../access.ts";
import { todayIn } from "../calendar.ts";
import { changeParticipant, withoutEvents } from "../changes.ts";
import { desiredGift, wish } from "../fields.ts";
import { operation, participantBody } from "../operation.ts";
import type { Change, DecisionContext, Game } from "../types.ts";

export const updateWishRow = operation(
  participantBody("updateWish", { wish, desiredGift: desiredGift.optional() }),
  {
    by: { participant: updateWish },
    whenOver: "allowed",
    sealedOrganizerLearns: "all",
  },
);

/** Changes a participant's wish; their giver is notified. */
export function updateWish(
  game: Game,
  action: { participantId: string; wish?: string | undefined; desiredGift?: string | undefined },
  { now }: Pick<DecisionContext, "now">,
): Change {
  const participant = findParticipant(game, action.participantId);
  const { wish = participant.wish, desiredGift = participant.desiredGift } = action;
  if (wish === participant.wish && desiredGift === participant.desiredGift) {
    return withoutEvents(game);
  }
  return changeParticipant(game, participant, { wish, desiredGift }, [
    { type: "wishChanged", participant: participant.number, day: todayIn(null, now) },
  ]);
}
