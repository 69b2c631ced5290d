import { findParticipant } from "../access.ts";
import { moveAsMany, moveOne, redrawAll } from "../assignments.ts";
import { changeEach } from "../changes.ts";
import { GameError } from "../errors.ts";
import { participantId } from "../fields.ts";
import { operation, organizerBody, type Target } from "../operation.ts";
import { pairsHiddenFromOrganizer } from "../seal.ts";
import type { Change, DecisionContext, Game, GameEvent, Participant } from "../types.ts";
import { approvedViewSchema } from "../view_schemas.ts";

/** Cells of actions that redraw existing pairs. In a sealed game it stays hidden who was moved. */
const REDRAW = {
  needsPairs: true,
  draws: true,
  whenOver: "refused",
  sealedOrganizerLearns: "thatDone",
} as const;

const approveBody = organizerBody("approveReassignment", { participantId });
export const approveReassignmentRow = operation(approveBody, {
  ...REDRAW,
  by: { organizer: approveReassignment },
  refusals: ["NO_PENDING_REQUEST", "NO_OTHER_PERSON"],
});

export const approveAllReassignmentsRow = operation(organizerBody("approveAllReassignments", {}), {
  ...REDRAW,
  by: { organizer: approveAllReassignments },
  answers: [approvedViewSchema],
});

export const forceReassignParticipantRow = operation(
  organizerBody("forceReassignParticipant", { participantId }),
  { ...REDRAW, by: { organizer: forceReassignParticipant }, refusals: ["NO_OTHER_PERSON"] },
);

export const reassignAllRow = operation(organizerBody("reassignAll", {}), {
  ...REDRAW,
  by: { organizer: reassignAll },
});

/** The organizer approves a request. */
export function approveReassignment(
  game: Game,
  { participantId }: Target,
  context: DecisionContext,
): Change {
  const participant = findParticipant(game, participantId);
  if (!participant.reassignmentRequestedAt) {
    throw new GameError("NO_PENDING_REQUEST", { name: participant.name, path: "participantId" });
  }
  return giveSomebodyElse(game, participant, context);
}

/**
 * Gives a participant someone else, whether or not they asked. In a sealed game, one who has not opened their gift may
 * get the same person again.
 */
export function forceReassignParticipant(
  game: Game,
  { participantId }: Target,
  context: DecisionContext,
): Change {
  return giveSomebodyElse(game, findParticipant(game, participantId), context);
}

/** The organizer approves all requests; those that cannot be granted stay. */
export function approveAllReassignments(
  game: Game,
  _: unknown,
  context: DecisionContext,
): Change {
  const requesters = game.participants.flatMap((one) =>
    one.reassignmentRequestedAt ? one.number : []
  );
  const change = moveAsMany(game, requesters, context);
  const approved = { ...change, events: approve(change.events, requesters) };
  return pairsHiddenFromOrganizer(game) ? declineRest(approved) : approved;
}

/**
 * In a sealed game, requests that are impossible only because of the current pairs are declined, and only the
 * requesters learn it. A refusal because of the rules does not depend on the pairs, and can be shown.
 */
function declineRest({ game, events, unserved = [] }: Change): Change {
  const declined = new Set(
    unserved.filter(({ reason }) => reason === "NOT_ALL_AT_ONCE")
      .map(({ participant }) => participant),
  );
  return {
    game: changeEach(
      game,
      ({ number }) => declined.has(number) ? { reassignmentRequestedAt: null } : null,
    ),
    events: [
      ...events,
      ...[...declined].map((participant): GameEvent => ({
        type: "reassignmentDeclined",
        participant,
      })),
    ],
    unserved: unserved.filter(({ participant }) => !declined.has(participant)),
  };
}

/** A fresh draw for everyone; confirmations and requests end with it. */
export function reassignAll(game: Game, _: unknown, context: DecisionContext): Change {
  const change = redrawAll(game, context);
  return { ...change, game: changeEach(change.game, () => ({ reassignmentRequestedAt: null })) };
}

/** @throws {GameError} 400 if they know their receiver, and every valid draw gives them the same one. */
function giveSomebodyElse(game: Game, participant: Participant, context: DecisionContext): Change {
  const { name, number, reassignmentRequestedAt } = participant;
  const change = moveOne(game, number, context);
  if (!change) throw new GameError("NO_OTHER_PERSON", { name, path: "participantId" });
  return { ...change, events: approve(change.events, reassignmentRequestedAt ? [number] : []) };
}

/** For those who had asked, a new receiver means that the request is approved. */
function approve(events: GameEvent[], requesters: number[]): GameEvent[] {
  const asked = new Set(requesters);
  return events.map((event) =>
    event.type === "receiverChanged" && asked.has(event.participant)
      ? { type: "reassignmentApproved", participant: event.participant }
      : event
  );
}
