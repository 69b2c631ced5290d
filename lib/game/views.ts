import { z } from "zod";
import { type Access, type ParticipantAccess, seesAddress } from "./access.ts";
import { GameError } from "./errors.ts";
import { memberByNumber } from "./members.ts";
import type { Tokens } from "./tokens.ts";
import {
  type EmailStatuses,
  type Game,
  LANGUAGES,
  MAIL_FAILURES,
  MAIL_KINDS,
  ORGANIZER,
  type Participant,
  UNSERVED_REASONS,
  type UnservedRequest,
} from "./types.ts";

const timestamp = z.iso.datetime().describe("ISO 8601, UTC");
export const assignmentSchema = z.object({ giverId: z.string(), receiverId: z.string() })
  .meta({ id: "Assignment" });

const common = z.object({
  id: z.uuid(),
  code: z.string().describe("Six or eight digits"),
  name: z.string(),
  amount: z.string(),
  currency: z.string(),
  date: z.iso.date(),
  time: z.string().describe('HH:MM, or ""'),
  location: z.string(),
  generalNotes: z.string(),
  timeZone: z.string().nullable().describe("IANA name"),
  language: z.enum(LANGUAGES),
  isProtected: z.boolean(),
  allowReassignment: z.boolean(),
  createdAt: timestamp,
  isArchived: z.boolean(),
  archivedAt: timestamp.nullable(),
});

const person = z.object({ id: z.string(), name: z.string() });
const personWithWishes = person.extend({ desiredGift: z.string(), wish: z.string() });
/** What somebody sees of themselves. */
const ownRecordWithoutAddress = personWithWishes.extend({
  language: z.enum(LANGUAGES).nullable(),
  hasConfirmedAssignment: z.boolean(),
  hasPendingReassignmentRequest: z.boolean(),
  viewedAt: timestamp.nullable(),
});
export const ownRecordSchema = ownRecordWithoutAddress.extend({ email: z.string() });
const ownRecordById = ownRecordWithoutAddress.extend({
  hasEmail: z.boolean().describe(
    "In an unprotected game an id alone shows whether there is an address, and not which",
  ),
});

export const emailStatusSchema = z.object({
  status: z.enum(["none", "queued", "sent", "failed"]),
  kind: z.enum(MAIL_KINDS).nullable().describe(
    "What the latest mail told; null where there is none",
  ),
  at: timestamp.nullable().describe(
    "When it was sent or given up; of a queued one, when it was written",
  ),
  reason: z.enum(MAIL_FAILURES).nullable().describe(
    "Why it failed; of a queued one, why the last attempt did",
  ),
}).meta({ id: "EmailStatus" });

export const organizerViewSchema = common.extend({
  view: z.literal("organizer"),
  organizerEmail: z.string(),
  organizerEmailStatus: emailStatusSchema,
  sendEmails: z.boolean(),
  organizerToken: z.string(),
  invitationToken: z.string(),
  participants: z.array(
    ownRecordSchema.extend({ token: z.string(), emailStatus: emailStatusSchema }),
  ),
  assignments: z.array(assignmentSchema),
  exclusions: z.array(z.tuple([z.string(), z.string()]))
    .describe("Pairs of ids that exclude each other, without those of a household"),
  households: z.array(z.array(z.string()))
    .describe("Groups of ids within which everybody excludes everybody else"),
  reassignmentRequests: z.array(
    z.object({ participantId: z.string(), participantName: z.string(), requestedAt: timestamp }),
  ),
}).meta({ id: "OrganizerView" });

/** The organizer's view after a yes to all requests. */
export const approvedViewSchema = organizerViewSchema.extend({
  unserved: z.array(
    z.object({
      participantId: z.string(),
      participantName: z.string(),
      reason: z.string().describe("A sentence for people"),
      code: z.enum(UNSERVED_REASONS).describe("A stable word for programs"),
    }),
  ).describe("Who asked for somebody else and keeps the person they have; their requests stay"),
}).meta({ id: "ApprovedView" });

export const participantViewSchema = common.extend({
  view: z.literal("participant"),
  authenticatedParticipantId: z.string(),
  participants: z.array(z.union([ownRecordSchema, ownRecordById, personWithWishes, person]))
    .describe(
      "One's own record, the wishes of the person one gives to, and the names of the others",
    ),
  receiver: personWithWishes.nullable().describe(
    "The person one gives to; null where the asker may act but not see",
  ),
  assignments: z.array(assignmentSchema).max(1),
}).meta({ id: "ParticipantView" });

export const publicViewSchema = common.extend({
  view: z.literal("public"),
  participants: z.array(personWithWishes),
  assignments: z.array(assignmentSchema).max(0),
}).meta({ id: "PublicView" });

export type OrganizerView = z.infer<typeof organizerViewSchema>;
export type ParticipantView = z.infer<typeof participantViewSchema>;
export type PublicView = z.infer<typeof publicViewSchema>;
export type GameView = OrganizerView | ParticipantView | PublicView;

/**
 * What this asker may see of the game, and nothing else.
 *
 * @param emails how the latest mails fare, for the organizer.
 */
export function viewGame(
  game: Game,
  access: Access,
  tokens: Tokens,
  emails: EmailStatuses = new Map(),
): GameView {
  switch (access.role) {
    case "organizer":
      return organizerView(game, tokens, emails);
    case "participant":
      return participantView(game, access, tokens);
    case "public":
      return publicView(game);
  }
}

export function organizerView(
  game: Game,
  tokens: Tokens,
  emails: EmailStatuses = new Map(),
): OrganizerView {
  const idOf = memberByNumber(game, (participant) => participant.id);
  return {
    view: "organizer",
    ...viewCommon(game),
    organizerEmail: game.organizerEmail ?? "",
    organizerEmailStatus: emails.get(ORGANIZER) ?? NO_EMAIL,
    sendEmails: game.sendEmails,
    organizerToken: tokens.organizer(game),
    invitationToken: tokens.invitation(game),
    participants: game.participants.map((participant) => ({
      ...viewOwnRecord(participant),
      token: tokens.participant(game, participant),
      emailStatus: emails.get(participant.number) ?? NO_EMAIL,
    })),
    assignments: game.participants.map(({ id, receiver }) => ({
      giverId: id,
      receiverId: idOf(receiver),
    })),
    exclusions: game.exclusions.map(([a, b]) => [idOf(a), idOf(b)]),
    households: game.households.map((members) => members.map(idOf)),
    reassignmentRequests: game.participants.flatMap((
      { id, name, reassignmentRequestedAt: requestedAt },
    ) => requestedAt ? [{ participantId: id, participantName: name, requestedAt }] : []),
  };
}

/** Whom a yes to all requests could not serve, for the organizer. */
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

/** The status of a mail that there never was. */
export const NO_EMAIL = { status: "none", kind: null, at: null, reason: null } as const;

/**
 * The view of one participant. In a protected game an id is a key, so the others appear under aliases
 * that are stable for this viewer and open nothing.
 */
export function participantView(
  game: Game,
  access: ParticipantAccess,
  tokens: Tokens,
): ParticipantView {
  const { participant: viewer, seesAssignment } = access;
  const shownId = (other: Participant) =>
    other === viewer || !game.isProtected ? other.id : tokens.alias(game, viewer, other);
  const receiver = memberByNumber(game, (participant) => participant)(viewer.receiver);
  const view = (other: Participant) => {
    if (other === viewer) {
      return seesAddress(game, access) ? viewOwnRecord(viewer) : viewById(viewer);
    }
    const id = shownId(other);
    return seesAssignment && other === receiver ? viewWishes(other, id) : { id, name: other.name };
  };
  return {
    view: "participant",
    ...viewCommon(game),
    authenticatedParticipantId: viewer.id,
    participants: game.participants.map(view),
    receiver: seesAssignment ? viewWishes(receiver, shownId(receiver)) : null,
    assignments: seesAssignment ? [{ giverId: viewer.id, receiverId: shownId(receiver) }] : [],
  };
}

function publicView(game: Game): PublicView {
  return {
    view: "public",
    ...viewCommon(game),
    participants: game.participants.map((participant) => viewWishes(participant)),
    assignments: [],
  };
}

function viewCommon(game: Game): z.infer<typeof common> {
  return {
    id: game.id,
    code: game.code,
    name: game.name,
    amount: game.amount,
    currency: game.currency,
    date: game.date,
    time: game.time,
    location: game.location,
    generalNotes: game.generalNotes,
    timeZone: game.timeZone,
    language: game.language,
    isProtected: game.isProtected,
    allowReassignment: game.allowReassignment,
    createdAt: game.createdAt,
    isArchived: game.archivedAt !== null,
    archivedAt: game.archivedAt,
  };
}

function viewWishes(
  { id, name, desiredGift, wish }: Participant,
  shownId = id,
): z.infer<typeof personWithWishes> {
  return { id: shownId, name, desiredGift, wish };
}

function viewOwnRecord(participant: Participant): z.infer<typeof ownRecordSchema> {
  return { ...viewWithoutAddress(participant), email: participant.email ?? "" };
}

function viewById(participant: Participant): z.infer<typeof ownRecordById> {
  return { ...viewWithoutAddress(participant), hasEmail: participant.email !== null };
}

function viewWithoutAddress(participant: Participant): z.infer<typeof ownRecordWithoutAddress> {
  return {
    id: participant.id,
    name: participant.name,
    desiredGift: participant.desiredGift,
    wish: participant.wish,
    language: participant.language,
    hasConfirmedAssignment: participant.hasConfirmedAssignment,
    hasPendingReassignmentRequest: participant.reassignmentRequestedAt !== null,
    viewedAt: participant.viewedAt,
  };
}
