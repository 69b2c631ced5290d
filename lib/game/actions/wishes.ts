import { findParticipant } from "../access.ts";
import { todayIn } from "../calendar.ts";
import { changeParticipant, withoutEvents } from "../changes.ts";
import type { ActionOf } from "../action_schemas.ts";
import type { Change, DecisionContext, Game } from "../types.ts";

/** What someone wishes; whoever gives to them is told of a change. */
export function updateWish(
  game: Game,
  action: Pick<ActionOf<"updateParticipantDetails">, "participantId" | "wish" | "desiredGift">,
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
