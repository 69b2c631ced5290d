import type { z } from "zod";
import {
  type Access,
  type ParticipantAccess,
  seesAddress,
  seesPair,
  shownId as shownIdOf,
} from "./access.ts";
import { devicesOf, viewDevices } from "./devices.ts";
import { GameError } from "./errors.ts";
import { countDraws } from "./assignments.ts";
import { fieldsWith, pick } from "./derive.ts";
import { GAME_FIELDS, PERSON_FIELDS } from "./fields.ts";
import { isRevealed } from "./finale.ts";
import { countParcels, viewParcels } from "./parcels.ts";
import { addressForKeeper, openAddress, openOwnAddress } from "./postal_address.ts";
import { viewGathering } from "./gathering_view.ts";
import {
  isWithheldFromKeepers,
  keeperPairs,
  keepersOf,
  keepersToAllow,
  keptGifts,
} from "./keepers.ts";
import { exclusionsBeyond, memberByNumber } from "./members.ts";
import { oneWayPairs } from "./one_way.ts";
import { countConfirmed, isRevealBlocked, pairsHiddenFromOrganizer } from "./seal.ts";
import { isOrganizerProved } from "./senders.ts";
import type { Tokens } from "./tokens.ts";
import {
  type EmailStatus,
  type EmailStatuses,
  type Game,
  ORGANIZER,
  type Participant,
  type UnservedRequest,
} from "./types.ts";
import { type ShownWishes, viewOwnWishes, viewReceiverWishes, whoHasWishes } from "./wishes.ts";
import type {
  approvedViewSchema,
  common,
  GameView,
  OrganizerView,
  ownRecordSchema,
  ownRecordWithoutAddress,
  ParticipantView,
  personWithWishes,
} from "./view_schemas.ts";

/**
 * Returns exactly what this reader may see of the game.
 *
 * @param emails the state of the latest mails, for the organizer.
 * @param wishes see `participantView`.
 */
export function viewGame(
  game: Game,
  access: Access,
  tokens: Tokens,
  now: Date,
  emails: EmailStatuses = new Map(),
  wishes?: ShownWishes,
): GameView {
  switch (access.role) {
    case "organizer":
      return organizerView(game, tokens, now, emails);
    case "participant":
      return participantView(game, access, tokens, now, wishes);
    case "public":
      return {
        view: "public",
        ...viewCommon(game),
        participants: game.participants.map((participant) => viewWishes(participant)),
        assignments: [],
      };
  }
}

export function organizerView(
  game: Game,
  tokens: Tokens,
  now: Date,
  emails: EmailStatuses = new Map(),
): OrganizerView {
  const idOf = memberByNumber(game, (participant) => participant.id);
  const isHidden = pairsHiddenFromOrganizer(game);
  const wishing = whoHasWishes(game);
  return {
    view: "organizer",
    ...viewCommon(game),
    ...pick(game, SEEN_BY_ORGANIZER),
    organizerEmail: game.organizerEmail ?? "",
    organizerEmailStatus: viewEmail(
      game.organizerEmail === null ? undefined : emails.get(ORGANIZER),
    ),
    isOrganizerEmailConfirmed: isOrganizerProved(game),
    mailsHeld: [...emails.values()].reduce((sum, { held = 0 }) => sum + held, 0),
    mailPausedAt: game.mailPausedAt,
    organizerToken: tokens.organizer(game),
    invitationToken: tokens.invitation(game),
    participants: game.participants.map((participant) => ({
      ...viewOwnRecord(participant),
      ...(isHidden && {
        hasConfirmedAssignment: false,
        viewedAt: participant.firstViewedAt,
        receiverChange: null,
      }),
      token: isHidden ? "" : tokens.participant(game, participant),
      emailStatus: viewEmail(
        participant.email === null ? undefined : emails.get(participant.number),
      ),
      hasPostalAddress: !game.isSealed && participant.postalAddress !== null,
      hasDevice: devicesOf(game, participant.number).length > 0,
      hasWishes: wishing.has(participant.number),
    })),
    devices: viewDevices(game, ORGANIZER),
    confirmedCount: countConfirmed(game),
    assignments: game.participants.flatMap(({ id, receiver }) =>
      receiver === null || isHidden ? [] : [{ giverId: id, receiverId: idOf(receiver) }]
    ),
    ...viewRevealed(game, ({ id }) => id, now),
    ...viewDraws(game),
    exclusions: exclusionsBeyond(game).map(([a, b]) => [idOf(a), idOf(b)]),
    oneWayExclusions: oneWayPairs(game).map(([a, b]) => [idOf(a), idOf(b)]),
    keepers: keeperPairs(game).map(([keeper, kept]) => [keeper.id, kept.id]),
    households: game.households.map((members) => members.map(idOf)),
    parcels: countParcels(game, now),
    reassignmentRequests: game.participants.flatMap(viewRequests),
    ...viewGathering(game),
  };
}

function viewRequests(
  { id, name, reassignmentRequestedAt, leaveRequestedAt }: Participant,
): OrganizerView["reassignmentRequests"] {
  const asked = { reassign: reassignmentRequestedAt, leave: leaveRequestedAt };
  return (["reassign", "leave"] as const).flatMap((kind) => {
    const requestedAt = asked[kind];
    return requestedAt ? [{ participantId: id, participantName: name, requestedAt, kind }] : [];
  });
}

/** For the organizer: the requests that an approval of all could not grant. */
export function viewUnserved(
  game: Game,
  unserved: readonly UnservedRequest[],
): z.infer<typeof approvedViewSchema>["unserved"] {
  const find = memberByNumber(game, (participant) => participant);
  return unserved.map(({ participant, reason: code }) => {
    const { id, name } = find(participant);
    const reason = new GameError(code, { name }).message;
    return { participantId: id, participantName: name, reason, code };
  });
}

/** The state of the latest mail to a person. */
export function viewEmail(email: EmailStatus | undefined): OrganizerView["organizerEmailStatus"] {
  return email ? pick(email, ["status", "kind", "at", "reason"]) : NO_EMAIL;
}

/** The status of a person who never got a mail. */
const NO_EMAIL = { status: "none", kind: null, at: null, reason: null } as const;

/**
 * The view of one participant.
 *
 * @param wishes as `readWishes` returns them; without them, or without the participant's token, no items are shown.
 */
export function participantView(
  game: Game,
  access: ParticipantAccess,
  tokens: Tokens,
  now: Date,
  wishes?: ShownWishes,
): ParticipantView {
  const { participant: viewer } = access;
  const find = memberByNumber(game, (one) => one);
  const shownId = (other: Participant) => shownIdOf(game, viewer, other, tokens);
  const receiver = viewer.receiver !== null && seesPair(game, access)
    ? find(viewer.receiver)
    : null;
  const isPosted = game.byPost && access.hasToken;
  const items = access.hasToken ? wishes : undefined;
  const viewReceiver = (giver: Participant, one: Participant | null) =>
    one && {
      ...viewWishes(one, shownId(one)),
      ...isPosted && { postalAddress: openAddress(game, one, tokens.addresses) },
      ...items && viewReceiverWishes(giver, one, items),
    };
  const view = (other: Participant) => {
    if (other === viewer) {
      const record = seesAddress(game, access)
        ? viewOwnRecord(viewer)
        : { ...viewWithoutAddress(viewer), hasEmail: viewer.email !== null };
      const own = { ...record, ...items && viewOwnWishes(game, viewer, items) };
      // Otherwise the holder of a later link could see that their receiver was replaced, and so who it was.
      return isRevealBlocked(game, viewer)
        ? { ...own, receiverChange: null, hasConfirmedAssignment: false }
        : own;
    }
    const id = shownId(other);
    return other === receiver ? viewWishes(other, id) : { id, name: other.name };
  };
  return {
    view: "participant",
    ...viewCommon(game),
    authenticatedParticipantId: viewer.id,
    participants: game.participants.map(view),
    receiver: viewReceiver(viewer, receiver),
    assignments: receiver ? [{ giverId: viewer.id, receiverId: shownId(receiver) }] : [],
    ...(access.hasToken && viewRevealed(game, shownId, now)),
    ...viewDraws(game),
    isWithheld: isRevealBlocked(game, viewer),
    ...access.hasToken && { devices: viewDevices(game, viewer.number) },
    keeping: keptGifts(game, access).map(({ kept, receiver }) => ({
      participantId: shownId(kept),
      name: kept.name,
      receiver: viewReceiver(kept, receiver),
      receiverChange: receiver && kept.receiverChange,
      ...isPosted && {
        address: isWithheldFromKeepers(game, viewer, kept) ? null : addressForKeeper(kept),
        parcels: receiver && viewParcels(kept, receiver, now),
      },
    })),
    ...isPosted && {
      postalAddress: openOwnAddress(game, viewer, tokens.addresses),
      parcels: viewer.receiver === null || isRevealBlocked(game, viewer) ? null : {
        ...viewParcels(viewer, find(viewer.receiver), now),
        // Marks outlive draws: they would reveal who is in a closed gift.
        ...!receiver && { toReceiver: { isSent: false, hasArrived: false } },
      },
    },
    keptBy: keepersOf(game, viewer),
    keepersToAllow: keepersToAllow(game, viewer),
  };
}

/** All pairs, once revealed. Participants need a token: everyone with the code of an unprotected game has the ids. */
function viewRevealed(
  game: Game,
  shownId: (participant: Participant) => string,
  now: Date,
): Pick<OrganizerView, "revealed"> {
  if (!isRevealed(game, now)) return {};
  const idOf = memberByNumber(game, shownId);
  return {
    revealed: game.participants.flatMap((giver) =>
      giver.receiver === null ? [] : [{ giverId: shownId(giver), receiverId: idOf(giver.receiver) }]
    ),
  };
}

function viewDraws(game: Game): Pick<OrganizerView, "drawCount" | "lastDrawnAt"> {
  return { drawCount: countDraws(game), lastDrawnAt: game.lastDrawnAt };
}

const SEEN_BY_ALL = fieldsWith(GAME_FIELDS, "seenBy", "everyone");
const SEEN_BY_ORGANIZER = fieldsWith(GAME_FIELDS, "seenBy", "organizer");

/** Caches what all readers of a state see: most requests read a state that others have read. */
const COMMON = new WeakMap<Game, z.infer<typeof common>>();

function viewCommon(game: Game): z.infer<typeof common> {
  const known = COMMON.get(game);
  if (known) return known;
  const view: z.infer<typeof common> = {
    id: game.id,
    code: game.code,
    ...pick(game, SEEN_BY_ALL),
    createdAt: game.createdAt,
    isArchived: game.archivedAt !== null,
    archivedAt: game.archivedAt,
    state: game.isGathering ? "gathering" : "drawn",
    sealBrokenAt: game.sealBrokenAt,
  };
  COMMON.set(game, view);
  return view;
}

const SEEN_BY_GIVER = [
  ...fieldsWith(PERSON_FIELDS, "seenBy", "everyone"),
  ...fieldsWith(PERSON_FIELDS, "seenBy", "giver"),
];
const SEEN_BY_SELF = fieldsWith(PERSON_FIELDS, "seenBy", "self");

function viewWishes(
  participant: Participant,
  shownId = participant.id,
): z.infer<typeof personWithWishes> {
  return { id: shownId, ...pick(participant, SEEN_BY_GIVER) };
}

function viewOwnRecord(participant: Participant): z.infer<typeof ownRecordSchema> {
  return { ...viewWithoutAddress(participant), email: participant.email ?? "" };
}

function viewWithoutAddress(participant: Participant): z.infer<typeof ownRecordWithoutAddress> {
  return {
    ...viewWishes(participant),
    ...pick(participant, SEEN_BY_SELF),
    hasConfirmedAssignment: participant.hasConfirmedAssignment,
    hasPendingReassignmentRequest: participant.reassignmentRequestedAt !== null,
    openedInRoomAt: participant.openedInRoomAt,
    hasAskedToLeave: participant.leaveRequestedAt !== null,
    viewedAt: participant.viewedAt,
    receiverChange: participant.receiverChange,
    claim: participant.claimIssuedAt
      ? { issuedAt: participant.claimIssuedAt, openedAt: participant.claimOpenedAt }
      : null,
  };
}
