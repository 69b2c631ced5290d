import { identityKey } from "../game/identity.ts";
import type { Game, Participant } from "../game/types.ts";

/** How a column keeps its values: each adapter knows how its database writes them. */
export type ColumnType =
  | "uuid"
  | "text"
  | "integer"
  | "integers"
  | "boolean"
  | "date"
  | "timestamp";

/** Where one field of the domain is kept. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** The fields of a game that have a column of their own; people and rules have tables. */
export type GameField = Exclude<keyof Game, "participants" | "exclusions" | "households">;

/** The fields of a participant that have a column of their own; `receiver` is kept in `assignments`. */
export type ParticipantField = Exclude<keyof Participant, "receiver">;

/** The one map of a game's fields to the columns of `games`. */
export const GAME_COLUMNS = {
  id: { name: "id", type: "uuid" },
  code: { name: "code", type: "text" },
  name: { name: "name", type: "text" },
  amount: { name: "amount", type: "text" },
  currency: { name: "currency", type: "text" },
  date: { name: "date", type: "date" },
  time: { name: "time", type: "text" },
  location: { name: "location", type: "text" },
  generalNotes: { name: "general_notes", type: "text" },
  timeZone: { name: "time_zone", type: "text" },
  language: { name: "language", type: "text" },
  organizerEmail: { name: "organizer_email", type: "text" },
  isProtected: { name: "is_protected", type: "boolean" },
  allowReassignment: { name: "allow_reassignment", type: "boolean" },
  sendEmails: { name: "send_emails", type: "boolean" },
  organizerTokenVersion: { name: "organizer_token_version", type: "integer" },
  invitationTokenVersion: { name: "invitation_token_version", type: "integer" },
  nextNumber: { name: "next_number", type: "integer" },
  createdAt: { name: "created_at", type: "timestamp" },
  archivedAt: { name: "archived_at", type: "timestamp" },
} as const satisfies Record<GameField, Column>;

/** The one map of a participant's fields to the columns of `participants`. */
export const PARTICIPANT_COLUMNS = {
  number: { name: "number", type: "integer" },
  id: { name: "id", type: "uuid" },
  name: { name: "name", type: "text" },
  email: { name: "email", type: "text" },
  desiredGift: { name: "desired_gift", type: "text" },
  wish: { name: "wish", type: "text" },
  language: { name: "language", type: "text" },
  tokenVersion: { name: "token_version", type: "integer" },
  hasConfirmedAssignment: { name: "has_confirmed_assignment", type: "boolean" },
  reassignmentRequestedAt: { name: "reassignment_requested_at", type: "timestamp" },
  viewedAt: { name: "viewed_at", type: "timestamp" },
  earlierReceivers: { name: "earlier_receivers", type: "integers" },
} as const satisfies Record<ParticipantField, Column>;

/** What is kept beside a participant's fields, so that the database can see to it that names are unique. */
export function identityColumns({ name }: Pick<Participant, "name">) {
  return { name_key: identityKey(name) };
}
