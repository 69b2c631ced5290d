import { findParticipant } from "../access.ts";
import { redrawFor } from "../assignments.ts";
import { changeParticipant } from "../changes.ts";
import { GameError } from "../errors.ts";
import { requireDistinctNames } from "../members.ts";
import type { ActionOf } from "../schemas.ts";
import {
  type Change,
  type DecisionContext,
  type Game,
  LIMITS,
  type Participant,
} from "../types.ts";
import { updateWish } from "./wishes.ts";

/** Somebody joins, by the organizer or by an invitation. */
export function addParticipant(
  game: Game,
  action: ActionOf<"addParticipant" | "joinInvitation">,
  context: DecisionContext,
): Change {
  if (game.participants.length >= LIMITS.maxParticipants) {
    throw new GameError("TOO_MANY_PARTICIPANTS");
  }
  const newcomer: Participant = {
    number: game.nextNumber,
    id: context.newId(),
    name: action.participantName,
    email: action.participantEmail || null,
    desiredGift: action.desiredGift,
    wish: action.wish,
    language: action.language ?? null,
    tokenVersion: 1,
    receiver: game.nextNumber,
    hasConfirmedAssignment: false,
    reassignmentRequestedAt: null,
    viewedAt: null,
    earlierReceivers: [],
  };
  const participants = [...game.participants, newcomer];
  requireDistinctNames(participants, () => "participantName");
  const change = redrawFor(
    { ...game, participants, nextNumber: game.nextNumber + 1 },
    [newcomer.number],
    context,
  );
  return {
    game: change.game,
    events: [
      { type: "participantAdded", participant: newcomer.number },
      ...change.events,
    ],
  };
}

/** Takes somebody out of the game; whoever gave to them gets somebody else. */
export function removeParticipant(
  game: Game,
  { participantId }: ActionOf<"removeParticipant">,
  context: DecisionContext,
): Change {
  const leaver = findParticipant(game, participantId);
  if (game.participants.length <= LIMITS.minParticipants) {
    throw new GameError("TOO_FEW_PARTICIPANTS", { name: leaver.name });
  }
  const stays = (number: number) => number !== leaver.number;
  const giver = game.participants.find((one) => one.receiver === leaver.number);
  if (!giver) throw new Error(`Nobody gives to participant number ${leaver.number}`);
  const change = redrawFor(
    {
      ...game,
      participants: game.participants.filter((one) => one !== leaver).map((one) =>
        one.earlierReceivers.every(stays)
          ? one
          : { ...one, earlierReceivers: one.earlierReceivers.filter(stays) }
      ),
      exclusions: game.exclusions.filter((pair) => pair.every(stays)),
      households: game.households
        .map((members) => members.filter(stays))
        .filter((members) => members.length > 1),
    },
    [giver.number],
    context,
  );
  return {
    game: change.game,
    events: [
      {
        type: "participantRemoved",
        name: leaver.name,
        email: leaver.email,
        language: leaver.language ?? game.language,
      },
      ...change.events,
    ],
  };
}

/** The organizer corrects what is known of somebody. */
export function updateParticipantDetails(
  game: Game,
  action: ActionOf<"updateParticipantDetails">,
): Change {
  const participant = findParticipant(game, action.participantId);
  const renamed = changeParticipant(game, participant, {
    name: action.name ?? participant.name,
    email: action.email === undefined ? participant.email : action.email || null,
    language: action.language ?? participant.language,
  });
  requireDistinctNames(renamed.game.participants, () => "name");
  return updateWish(renamed.game, action);
}

/** A participant changes where their own mails go. */
export function updateParticipantEmail(
  game: Game,
  { participantId, email, language }: ActionOf<"updateParticipantEmail">,
): Change {
  const participant = findParticipant(game, participantId);
  return changeParticipant(game, participant, {
    email: email || null,
    language: language ?? participant.language,
  });
}
