import {
  type Access,
  authorizeParticipant,
  type Credential,
  findParticipant,
  requireInvitation,
  requireOrganizer,
} from "./access.ts";
import { keepPairs, redrawAll } from "./assignments.ts";
import { GameError } from "./errors.ts";
import { identityKey } from "./identity.ts";
import { memberByNumber, requireDistinctNames, resolveExclusions } from "./members.ts";
import type { ActionOf, GameAction } from "./schemas.ts";
import type { Tokens } from "./tokens.ts";
import {
  type Change,
  type DecisionContext,
  type EventDetail,
  type Game,
  type GameEvent,
  LIMITS,
  type Participant,
} from "./types.ts";

/** A change and what its asker may see of the game after it. */
export interface Decision extends Change {
  access: Access;
}

/**
 * Decides one action: who may do it, whether it can be done, what comes of it. Pure; the one way in for
 * API and pages.
 *
 * @param credential what the request showed beside the action's own body.
 * @throws {GameError} 401 or 403 for the credential, 404 for a target, 400 for a rule of the action, in
 * this order.
 */
export function decide(
  game: Game,
  action: GameAction,
  credential: Credential,
  tokens: Tokens,
  context: DecisionContext,
): Decision {
  const shown = { ...credential, ...dropEmpty(action) };
  switch (action.action) {
    case "joinInvitation": {
      requireInvitation(game, action.invitationToken, tokens);
      const joined = addParticipant(game, action, context);
      return { ...joined, access: seenByOwner(joined.game, game.nextNumber, true) };
    }
    case "cancelReassignmentRequest":
      if (action.organizerToken) {
        requireOrganizer(game, action.organizerToken, tokens);
        return {
          ...declineReassignment(game, findParticipant(game, action.participantId)),
          access: { role: "organizer" },
        };
      }
      // falls through: without the organizer's token it is the participant's own act
    case "requestReassignment":
    case "confirmAssignment":
    case "updateWish":
    case "updateParticipantEmail": {
      const { participant, seesAssignment } = authorizeParticipant(game, shown, tokens);
      const change = actAsParticipant(game, participant, action, context);
      return { ...change, access: seenByOwner(change.game, participant.number, seesAssignment) };
    }
    default:
      requireOrganizer(game, shown.organizerToken, tokens);
      return { ...actAsOrganizer(game, action, context), access: { role: "organizer" } };
  }
}

/** Ends a game: it is kept, and nobody but the organizer sees it any more. */
export function archiveGame(game: Game, now: Date): Change {
  return {
    game: { ...game, archivedAt: now.toISOString() },
    events: [{ type: "gameArchived" }],
  };
}

type ParticipantAction = ActionOf<
  | "requestReassignment"
  | "cancelReassignmentRequest"
  | "confirmAssignment"
  | "updateWish"
  | "updateParticipantEmail"
>;
type OrganizerAction = Exclude<GameAction, ParticipantAction | ActionOf<"joinInvitation">>;

function actAsParticipant(
  game: Game,
  participant: Participant,
  action: ParticipantAction,
  { now }: DecisionContext,
): Change {
  switch (action.action) {
    case "requestReassignment":
      return requestReassignment(game, participant, now);
    case "cancelReassignmentRequest":
      return changed(game, participant, { reassignmentRequestedAt: null });
    case "confirmAssignment":
      return confirmAssignment(game, participant);
    case "updateWish":
      return updateWishes(game, participant, action);
    case "updateParticipantEmail":
      return updateContact(game, participant, action);
  }
}

function actAsOrganizer(
  game: Game,
  action: OrganizerAction,
  context: DecisionContext,
): Change {
  switch (action.action) {
    case "updateGameDetails":
      return updateGameDetails(game, action, context);
    case "updateParticipantDetails":
      return updateParticipantDetails(game, action);
    case "addParticipant":
      return addParticipant(game, action, context);
    case "removeParticipant":
      return removeParticipant(game, findParticipant(game, action.participantId), context);
    case "regenerateToken": {
      const participant = findParticipant(game, action.participantId);
      return changed(game, participant, { tokenVersion: participant.tokenVersion + 1 }, [
        { type: "participantLinkRenewed", participant: participant.number },
      ]);
    }
    case "approveReassignment": {
      const participant = findParticipant(game, action.participantId);
      if (!participant.reassignmentRequestedAt) {
        const { name } = participant;
        throw new GameError("NO_PENDING_REQUEST", { name, path: "participantId" });
      }
      return reassign(game, [participant], context);
    }
    case "forceReassignParticipant":
      return reassign(game, [findParticipant(game, action.participantId)], context);
    case "approveAllReassignments":
      return reassign(
        game,
        game.participants.filter((participant) => participant.reassignmentRequestedAt),
        context,
      );
    case "reassignAll":
      return redrawAll(game, context);
    case "setExclusions":
      return setExclusions(game, action, context);
    case "regenerateInvitationToken":
      return unannounced({ ...game, invitationTokenVersion: game.invitationTokenVersion + 1 });
    case "regenerateOrganizerToken":
      return unannounced({ ...game, organizerTokenVersion: game.organizerTokenVersion + 1 });
  }
}

function requestReassignment(game: Game, participant: Participant, now: Date): Change {
  if (!game.allowReassignment) {
    throw new GameError("REASSIGNMENT_NOT_ALLOWED");
  }
  if (participant.reassignmentRequestedAt) return unannounced(game);
  return changed(
    game,
    participant,
    { reassignmentRequestedAt: now.toISOString(), hasConfirmedAssignment: false },
    [{ type: "reassignmentRequested", participant: participant.number }],
  );
}

/** The organizer's no; a participant who never asked is left as they are. */
function declineReassignment(game: Game, participant: Participant): Change {
  if (!participant.reassignmentRequestedAt) return unannounced(game);
  return changed(game, participant, { reassignmentRequestedAt: null }, [
    { type: "reassignmentDeclined", participant: participant.number },
  ]);
}

function confirmAssignment(game: Game, participant: Participant): Change {
  if (participant.hasConfirmedAssignment) return unannounced(game);
  const change = changed(
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

function updateWishes(
  game: Game,
  participant: Participant,
  { wish = participant.wish, desiredGift = participant.desiredGift }: {
    wish?: string | undefined;
    desiredGift?: string | undefined;
  },
): Change {
  if (wish === participant.wish && desiredGift === participant.desiredGift) {
    return unannounced(game);
  }
  return changed(game, participant, { wish, desiredGift }, [
    { type: "wishChanged", participant: participant.number },
  ]);
}

function updateContact(
  game: Game,
  participant: Participant,
  { email, language }: ActionOf<"updateParticipantEmail">,
): Change {
  return changed(game, participant, {
    email: email || null,
    language: language ?? participant.language,
  });
}

function updateGameDetails(
  game: Game,
  action: ActionOf<"updateGameDetails">,
  { newId }: DecisionContext,
): Change {
  const next: Game = {
    ...game,
    name: action.name ?? game.name,
    date: action.date ?? game.date,
    time: action.time ?? game.time,
    location: action.location ?? game.location,
    amount: action.amount ?? game.amount,
    currency: action.currency ?? game.currency,
    generalNotes: action.generalNotes ?? game.generalNotes,
    timeZone: action.timeZone === undefined ? game.timeZone : action.timeZone || null,
    organizerEmail: action.organizerEmail === undefined
      ? game.organizerEmail
      : action.organizerEmail || null,
    isProtected: action.isProtected ?? game.isProtected,
    allowReassignment: action.allowReassignment ?? game.allowReassignment,
    sendEmails: action.sendEmails ?? game.sendEmails,
    language: action.language ?? game.language,
  };
  if (next.isProtected && !game.isProtected) {
    // Everybody with the code has seen the ids until now, and from now on an id is a key.
    next.participants = game.participants.map((one) => ({ ...one, id: newId() }));
  }
  const before = detailsThatDiffer(game, next);
  return {
    game: next,
    events: Object.keys(before).length > 0 ? [{ type: "detailsChanged", before }] : [],
  };
}

/** The event's details as they were, of those that are not so any more. */
function detailsThatDiffer(before: Game, after: Game): Partial<Record<EventDetail, string>> {
  const changes: Partial<Record<EventDetail, string>> = {};
  for (const detail of ["name", "date", "time", "location", "generalNotes"] as const) {
    if (before[detail] !== after[detail]) changes[detail] = before[detail];
  }
  if (before.amount !== after.amount || (after.amount && before.currency !== after.currency)) {
    changes.amount = before.amount && `${before.amount} ${before.currency}`;
  }
  return changes;
}

function updateParticipantDetails(
  game: Game,
  action: ActionOf<"updateParticipantDetails">,
): Change {
  const participant = findParticipant(game, action.participantId);
  const renamed = changed(game, participant, {
    name: action.name ?? participant.name,
    email: action.email === undefined ? participant.email : action.email || null,
    language: action.language ?? participant.language,
  });
  requireDistinctNames(renamed.game.participants, () => "name");
  return updateWishes(renamed.game, findParticipant(renamed.game, participant.id), action);
}

function addParticipant(
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
  };
  const participants = [...game.participants, newcomer];
  requireDistinctNames(participants, () => "participantName");
  const change = keepPairs(
    { ...game, participants, nextNumber: game.nextNumber + 1 },
    { free: [newcomer.number] },
    context,
  );
  return {
    game: change.game,
    events: [
      { type: "participantAdded", participant: newcomer.number },
      ...change.events.filter((event) =>
        event.type !== "receiverChanged" || event.participant !== newcomer.number
      ),
    ],
  };
}

function removeParticipant(
  game: Game,
  leaver: Participant,
  context: DecisionContext,
): Change {
  if (game.participants.length <= LIMITS.minParticipants) {
    throw new GameError("TOO_FEW_PARTICIPANTS", { name: leaver.name });
  }
  const stays = (number: number) => number !== leaver.number;
  const giver = game.participants.find((one) => one.receiver === leaver.number);
  if (!giver) throw new Error(`Nobody gives to participant number ${leaver.number}`);
  const change = keepPairs(
    {
      ...game,
      participants: game.participants.filter((one) => one !== leaver),
      exclusions: game.exclusions.filter((pair) => pair.every(stays)),
      households: game.households
        .map((members) => members.filter(stays))
        .filter((members) => members.length > 1),
    },
    { free: [giver.number] },
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

/** Gives each of these somebody else than before, and answers the requests this serves. */
function reassign(game: Game, requesters: Participant[], context: DecisionContext): Change {
  if (requesters.length === 0) return unannounced(game);
  const numbers = new Set(requesters.map((one) => one.number));
  const change = keepPairs(game, { mustChange: [...numbers] }, context);
  const asked = memberByNumber(game, (one) => one.reassignmentRequestedAt !== null);
  return {
    game: change.game,
    events: change.events.map((event) =>
      event.type === "receiverChanged" && numbers.has(event.participant) && asked(event.participant)
        ? { type: "reassignmentApproved", participant: event.participant }
        : event
    ),
  };
}

function setExclusions(
  game: Game,
  action: ActionOf<"setExclusions">,
  context: DecisionContext,
): Change {
  const byId = new Map(game.participants.map((one) => [one.id, one.number]));
  const byName = new Map(game.participants.map((one) => [identityKey(one.name), one.number]));
  const rules = resolveExclusions(
    action.exclusions,
    action.households,
    (reference) => byId.get(reference) ?? byName.get(identityKey(reference)),
  );
  return keepPairs({ ...game, ...rules }, {}, context);
}

function changed(
  game: Game,
  participant: Participant,
  patch: Partial<Participant>,
  events: GameEvent[] = [],
): Change {
  return {
    game: {
      ...game,
      participants: game.participants.map((one) =>
        one.number === participant.number ? { ...one, ...patch } : one
      ),
    },
    events,
  };
}

function unannounced(game: Game): Change {
  return { game, events: [] };
}

function seenByOwner(game: Game, number: number, seesAssignment: boolean): Access {
  const participant = memberByNumber(game, (one) => one)(number);
  return { role: "participant", participant, seesAssignment };
}

/** The credentials in a body; empty ones count as not shown, so that a header may stand in for them. */
function dropEmpty(action: GameAction): Credential {
  const shown: Credential = {};
  if ("organizerToken" in action && action.organizerToken) {
    shown.organizerToken = action.organizerToken;
  }
  if ("participantToken" in action && action.participantToken) {
    shown.participantToken = action.participantToken;
  }
  if ("participantId" in action) shown.participantId = action.participantId;
  return shown;
}
