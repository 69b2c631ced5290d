import { z } from "zod";
import { findParticipant } from "../access.ts";
import { openingAt } from "../assignments.ts";
import { changeParticipant, withoutEvents } from "../changes.ts";
import { GameError } from "../errors.ts";
import { token } from "../fields.ts";
import { KEEPS_PAIRS, operation, participantBody, type Target } from "../operation.ts";
import { countConfirmed, isRevealBlocked, pairsHiddenFromOrganizer } from "../seal.ts";
import type { Change, DecisionContext, Game, Participant } from "../types.ts";

const KINDS = ["reassign", "leave", ""] as const;
const cancelBody = participantBody("cancelReassignmentRequest", {
  organizerToken: token.optional().describe(
    "With it the organizer declines the request. Outside of the body it counts only without a participant's",
  ),
  kind: z.enum(KINDS).optional().describe(
    "Which request: for someone else, or to leave; absent or empty: both",
  ),
});
type Cancelled = Target & { kind?: (typeof KINDS)[number] | undefined };

export const requestReassignmentRow = operation(participantBody("requestReassignment", {}), {
  by: { participant: requestReassignment },
  needsPairs: true,
  whenOver: "refused",
  sealedOrganizerLearns: "all",
  refusals: ["REASSIGNMENT_NOT_ALLOWED"],
});

export const cancelReassignmentRequestRow = operation(cancelBody, {
  by: { participant: withdrawRequest, organizer: declineRequest },
  needsPairs: true,
  ...KEEPS_PAIRS,
});

export const confirmAssignmentRow = operation(participantBody("confirmAssignment", {}), {
  by: { participant: confirmAssignment },
  needsPairs: true,
  whenOver: "allowed",
  sealedOrganizerLearns: "thatDone",
  refusals: ["GIFT_WITHHELD"],
});

/** A participant asks for someone else. Asking again changes nothing. */
export function requestReassignment(
  game: Game,
  { participantId }: Target,
  { now }: DecisionContext,
): Change {
  const participant = findParticipant(game, participantId);
  // Someone whose gift stays locked has no other way to get a receiver.
  if (!game.allowReassignment && !isRevealBlocked(game, participant)) {
    throw new GameError("REASSIGNMENT_NOT_ALLOWED");
  }
  if (participant.reassignmentRequestedAt) return withoutEvents(game);
  return changeParticipant(
    game,
    participant,
    { reassignmentRequestedAt: now.toISOString(), hasConfirmedAssignment: false },
    [{ type: "reassignmentRequested", participant: participant.number }],
  );
}

/** A participant withdraws their requests. */
export function withdrawRequest(game: Game, action: Cancelled): Change {
  const participant = findParticipant(game, action.participantId);
  return changeParticipant(game, participant, without(action));
}

/** The organizer declines a participant's requests; without one nothing changes. */
export function declineRequest(game: Game, action: Cancelled): Change {
  const participant = findParticipant(game, action.participantId);
  const { number, reassignmentRequestedAt, leaveRequestedAt } = participant;
  const ended = without(action);
  return changeParticipant(game, participant, ended, [
    ...reassignmentRequestedAt && ended.reassignmentRequestedAt === null
      ? [{ type: "reassignmentDeclined" as const, participant: number }]
      : [],
    ...leaveRequestedAt && ended.leaveRequestedAt === null
      ? [{ type: "leaveDeclined" as const, participant: number }]
      : [],
  ]);
}

/** The changes that clear requests of this kind, or of both. */
function without(
  { kind }: Cancelled,
): Partial<Pick<Participant, "reassignmentRequestedAt" | "leaveRequestedAt">> {
  return {
    ...kind !== "leave" && { reassignmentRequestedAt: null },
    ...kind !== "reassign" && { leaveRequestedAt: null },
  };
}

/** A participant confirms their receiver, which ends their own request. */
export function confirmAssignment(
  game: Game,
  { participantId }: Target,
  { now }: DecisionContext,
): Change {
  const participant = findParticipant(game, participantId);
  if (isRevealBlocked(game, participant)) throw new GameError("GIFT_WITHHELD");
  if (participant.hasConfirmedAssignment) return withoutEvents(game);
  const { firstConfirmedAt, viewedAt, firstViewedAt } = participant;
  const at = now.toISOString();
  const openedAt = openingAt(participant, now);
  const change = changeParticipant(
    game,
    participant,
    {
      // Confirming a closed gift counts as opening it: it is locked for later links.
      ...pairsHiddenFromOrganizer(game) &&
        { viewedAt: viewedAt ?? openedAt, firstViewedAt: firstViewedAt ?? openedAt },
      hasConfirmedAssignment: true,
      firstConfirmedAt: firstConfirmedAt ?? at,
      reassignmentRequestedAt: null,
    },
    [{ type: "assignmentConfirmed", participant: participant.number }],
  );
  // Another confirmation, for a new receiver, would show the organizer that they were moved.
  if (pairsHiddenFromOrganizer(game) && firstConfirmedAt) return withoutEvents(change.game);
  if (countConfirmed(change.game) === game.participants.length) {
    change.events.push({ type: "everyoneConfirmed" });
  }
  return change;
}
