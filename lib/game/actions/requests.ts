import { findParticipant } from "../access.ts";
import { changeParticipant, unannounced } from "../changes.ts";
import { GameError } from "../errors.ts";
import type { ActionOf } from "../schemas.ts";
import type { Change, DecisionContext, Game } from "../types.ts";

/** A participant asks for somebody else; who has asked already stays as they are. */
export function requestReassignment(
  game: Game,
  { participantId }: ActionOf<"requestReassignment">,
  { now }: DecisionContext,
): Change {
  const participant = findParticipant(game, participantId);
  if (!game.allowReassignment) throw new GameError("REASSIGNMENT_NOT_ALLOWED");
  if (participant.reassignmentRequestedAt) return unannounced(game);
  return changeParticipant(
    game,
    participant,
    { reassignmentRequestedAt: now.toISOString(), hasConfirmedAssignment: false },
    [{ type: "reassignmentRequested", participant: participant.number }],
  );
}

/** A participant is content after all. */
export function withdrawRequest(
  game: Game,
  { participantId }: ActionOf<"cancelReassignmentRequest">,
): Change {
  const participant = findParticipant(game, participantId);
  return changeParticipant(game, participant, { reassignmentRequestedAt: null });
}

/** The organizer's no; a participant who never asked is left as they are. */
export function declineRequest(
  game: Game,
  { participantId }: ActionOf<"cancelReassignmentRequest">,
): Change {
  const participant = findParticipant(game, participantId);
  if (!participant.reassignmentRequestedAt) return unannounced(game);
  return changeParticipant(game, participant, { reassignmentRequestedAt: null }, [
    { type: "reassignmentDeclined", participant: participant.number },
  ]);
}

/** A participant says that they will give to the person they have; that ends their own request. */
export function confirmAssignment(
  game: Game,
  { participantId }: ActionOf<"confirmAssignment">,
): Change {
  const participant = findParticipant(game, participantId);
  if (participant.hasConfirmedAssignment) return unannounced(game);
  const change = changeParticipant(
    game,
    participant,
    { hasConfirmedAssignment: true, reassignmentRequestedAt: null },
    [{ type: "assignmentConfirmed", participant: participant.number }],
  );
  if (change.game.participants.every((one) => one.hasConfirmedAssignment)) {
    change.events.push({ type: "everyoneConfirmed" });
  }
  return change;
}
