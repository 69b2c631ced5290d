import { z } from "zod";
import { findParticipant } from "../access.ts";
import { redrawFor } from "../assignments.ts";
import { changeParticipant } from "../changes.ts";
import { GameError } from "../errors.ts";
import { changeShape, creationShape } from "../field_rows.ts";
import { apartFrom, livesWith, participantId, PERSON_FIELDS, renewLink, token } from "../fields.ts";
import { isClosedToInvited, isSettled } from "../finale.ts";
import { isInviter } from "../identity.ts";
import { newParticipant, requireDistinctNames } from "../members.ts";
import { MAY_DRAW, operation, organizerBody, type Target } from "../operation.ts";
import { requireFewExclusions } from "../one_way.ts";
import { carryName } from "../pair_history.ts";
import {
  type Change,
  type DecisionContext,
  type Game,
  LIMITS,
  type Participant,
} from "../types.ts";
import { requireByPost } from "../parcels.ts";
import { carryProposals } from "../proposals.ts";
import { optionalAddress, storedAddress } from "../postal_address.ts";
import { numberAt, resolverOf } from "../references.ts";
import { pairsHiddenFromOrganizer } from "../seal.ts";
import { changeAddress } from "./address_change.ts";
import { pointedAt, removalOf, rulesAfter } from "./replace.ts";
import { changeAddressSealed } from "./seal.ts";
import { updateWish } from "./wishes.ts";

const { name: participantName, email: participantEmail, ...further } = creationShape(PERSON_FIELDS);
/** A newcomer's data. */
const newcomer = { participantName, participantEmail, ...further };
const joinBody = z.object({
  action: z.literal("joinInvitation"),
  invitationToken: token.optional(),
  ...newcomer,
  livesWith: livesWith.default([]).describe(
    "Names of those who live with them, in the game or not yet: the organizer may make a household of it",
  ),
  postalAddress: optionalAddress,
});
const addBody = organizerBody("addParticipant", { ...newcomer, apartFrom: apartFrom.optional() });
const removeBody = organizerBody("removeParticipant", { participantId });
const detailsBody = organizerBody("updateParticipantDetails", {
  participantId,
  ...changeShape(creationShape(PERSON_FIELDS)),
  renewLink,
});

export const joinInvitationRow = operation(joinBody, {
  by: { invited: addParticipant },
  ...MAY_DRAW,
  refusals: [
    "TOO_MANY_PARTICIPANTS",
    "NAME_TAKEN",
    "KEY_REUSED",
    "PARTICIPANT_NOT_FOUND",
    "NOT_BY_POST",
  ],
});

export const addParticipantRow = operation(addBody, {
  by: { organizer: addParticipant },
  ...MAY_DRAW,
  refusals: ["TOO_MANY_PARTICIPANTS", "NAME_TAKEN", "WISH_IS_SEALED", "UNKNOWN_PERSON"],
});

export const removeParticipantRow = operation(removeBody, {
  by: { organizer: removeParticipant },
  needsMailedParticipants: true,
  draws: true,
  whenOver: "refused",
  sealedOrganizerLearns: "thatDone",
  refusals: ["TOO_FEW_PARTICIPANTS"],
});

export const updateParticipantDetailsRow = operation(detailsBody, {
  by: { organizer: updateParticipantDetails },
  needsMailedParticipants: true,
  whenOver: (game, { participantId, name }) =>
    name !== undefined && name !== findParticipant(game, participantId).name,
  sealedOrganizerLearns: "all",
  refusals: ["NAME_TAKEN", "WISH_IS_SEALED"],
});

/** Adds a participant, by the organizer or through an invitation. */
export function addParticipant(
  game: Game,
  action: z.infer<typeof addBody | typeof joinBody>,
  context: DecisionContext,
): Change {
  if (game.participants.length >= LIMITS.maxParticipants) {
    throw new GameError("TOO_MANY_PARTICIPANTS");
  }
  const newcomer = newParticipant(game.nextNumber, context.newId(), {
    ...action,
    name: action.participantName,
    email: action.participantEmail,
  });
  const isInvited = action.action === "joinInvitation";
  const { now } = context;
  if (isInvited && (isSettled(game, now) || isClosedToInvited(game, now))) {
    throw new GameError("EVENT_OVER", { isDrawn: true, isJoining: true });
  }
  if (!isInvited) requireOwnWish(game, { wish: "", desiredGift: "" }, action);
  const livesWith = isInvited ? action.livesWith.filter(Boolean) : [];
  // Only people who join enter addresses of their own; the organizer enters no postal address for others.
  const given = isInvited && action.postalAddress?.lines.length ? action.postalAddress : null;
  if (given) requireByPost(game);
  const participants = [
    ...game.participants,
    {
      ...newcomer,
      livesWith,
      isEmailProved: isInvited,
      ...given && storedAddress(game, newcomer, given, context),
    },
  ];
  requireDistinctNames(
    participants,
    () => "participantName",
    (one) => one.number === newcomer.number,
  );
  const joined = { ...game, participants, nextNumber: game.nextNumber + 1 };
  const apart = isInvited ? [] : exclusionsOf(newcomer, action.apartFrom ?? [], game);
  const hasRules = apart.length > 0;
  const ruled = hasRules ? { ...joined, exclusions: [...game.exclusions, ...apart] } : joined;
  if (hasRules) requireFewExclusions(ruled);
  const change = redrawFor(ruled, [newcomer.number], context, "joined");
  return {
    game: change.game,
    events: [
      {
        type: "participantAdded",
        participant: newcomer.number,
        // A person who joins with an address expects their link there, and has no other way to it yet.
        ...isInvited && { wasMailed: true },
      },
      ...change.events,
    ],
  };
}

/** The exclusions of a newcomer. @param references to people of the game that they join */
function exclusionsOf(
  { number }: Participant,
  references: readonly string[],
  game: Game,
): [number, number][] {
  const resolve = resolverOf(game);
  const others = references.map((reference, index) =>
    numberAt(`apartFrom.${index}`, reference, resolve)
  );
  return [...new Set(others)].map((other) => [other, number]);
}

/** Removes a participant; their giver gets someone else. */
export function removeParticipant(
  game: Game,
  { participantId }: Target,
  context: DecisionContext,
): Change {
  const leaver = findParticipant(game, participantId);
  if (!game.isGathering && game.participants.length <= LIMITS.minParticipants) {
    throw new GameError("TOO_FEW_PARTICIPANTS", { name: leaver.name });
  }
  const giver = game.participants.find((one) => one.receiver === leaver.number);
  const change = redrawFor(
    withoutParticipant(game, leaver),
    giver ? [giver.number] : [],
    context,
    "left",
  );
  return { game: change.game, events: [removalOf(game, leaver, context), ...change.events] };
}

/** The game without a participant and all rules about them; their giver has no receiver. */
export function withoutParticipant(game: Game, leaver: Participant): Game {
  return {
    ...game,
    participants: game.participants.filter((one) => one.number !== leaver.number)
      .map((one) => pointedAt(one, leaver.number, null)),
    ...rulesAfter(game, leaver.number, null),
  };
}

/** The organizer corrects a participant's data. */
export function updateParticipantDetails(
  game: Game,
  action: z.infer<typeof detailsBody>,
  context: DecisionContext,
): Change {
  const participant = findParticipant(game, action.participantId);
  requireOwnWish(game, participant, action);
  const moved = pairsHiddenFromOrganizer(game)
    ? changeAddressSealed(game, participant, action.email)
    : changeAddress(game, participant, action, context);
  const renamed = changeParticipant(moved.game, participant, {
    name: action.name ?? participant.name,
    language: action.language ?? participant.language,
  });
  const isRenamed = ({ number, name }: Participant) =>
    number === participant.number && name !== participant.name;
  requireDistinctNames(renamed.game.participants, () => "name", isRenamed);
  const wishing = updateWish(renamed.game, action, context);
  const names = { from: participant.name, to: action.name ?? participant.name };
  const memory = carryName(game.memory, names, context.personKeys);
  // An organizer who takes part is recognized by name, so the inviter's name changes with it.
  const organizerName = names.from !== names.to && isInviter(game, names.from)
    ? names.to
    : game.organizerName;
  return {
    game: carryProposals({ ...wishing.game, memory, organizerName }, names, game),
    events: [...moved.events, ...wishing.events],
    ...moved.renewal && { renewal: moved.renewal },
  };
}

/**
 * @throws {GameError} 400 if the organizer of a sealed, drawn game writes a wish: a link to a server of their
 * own in it would show them who opens it: the giver.
 */
function requireOwnWish(
  game: Game,
  participant: Pick<Participant, "wish" | "desiredGift">,
  action: { wish?: string | undefined; desiredGift?: string | undefined },
): void {
  if (!pairsHiddenFromOrganizer(game) || game.isGathering) return;
  for (const path of ["desiredGift", "wish"] as const) {
    const isOther = action[path] !== undefined && action[path] !== participant[path];
    if (isOther) throw new GameError("WISH_IS_SEALED", { path });
  }
}
