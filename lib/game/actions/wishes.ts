import { findParticipant } from "../access.ts";
import { changeParticipant, unannounced } from "../changes.ts";
import type { ActionOf } from "../schemas.ts";
import type { Change, Game } from "../types.ts";

/** What somebody wishes; whoever gives to them is told of a change. */
export function updateWish(
  game: Game,
  action: Pick<ActionOf<"updateParticipantDetails">, "participantId" | "wish" | "desiredGift">,
): Change {
  const participant = findParticipant(game, action.participantId);
  const { wish = participant.wish, desiredGift = participant.desiredGift } = action;
  if (wish === participant.wish && desiredGift === participant.desiredGift) {
    return unannounced(game);
  }
  return changeParticipant(game, participant, { wish, desiredGift }, [
    { type: "wishChanged", participant: participant.number },
  ]);
}
