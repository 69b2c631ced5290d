import { normalizedKey } from "../game/identity.ts";
import { MAILS_VISIBLE_WHEN_SEALED } from "../game/seal.ts";
import { type Game, MAIL_KINDS, type MailKind, type Participant } from "../game/types.ts";

/** How a column keeps its values: each adapter knows how its database writes them. */
export type ColumnType =
  | "uuid"
  | "text"
  | "integer"
  | "integers"
  /** Lists of more than numbers. */
  | "json"
  | "boolean"
  | "date"
  | "timestamp";

/** The column of one field of the domain. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Its value when an instance of an earlier release left it null. */
  readonly whenNull?: string;
  /** Its value in a backup of a release that did not have it. */
  readonly whenAbsent?: number | boolean | string | readonly [] | null;
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
  organizerName: { name: "organizer_name", type: "text", whenAbsent: "" },
  cover: { name: "cover", type: "text", whenAbsent: "" },
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
  organizerTokenReserved: { name: "organizer_token_reserved", type: "integer", whenNull: "0" },
  invitationTokenVersion: { name: "invitation_token_version", type: "integer" },
  nextNumber: { name: "next_number", type: "integer" },
  createdAt: { name: "created_at", type: "timestamp" },
  archivedAt: { name: "archived_at", type: "timestamp" },
  isGathering: { name: "is_gathering", type: "boolean", whenAbsent: false },
  drawAt: { name: "draw_at", type: "timestamp", whenAbsent: null },
  drawProblem: { name: "draw_problem", type: "text", whenAbsent: null },
  isSealed: { name: "is_sealed", type: "boolean", whenAbsent: false },
  sealBrokenAt: { name: "seal_broken_at", type: "timestamp", whenAbsent: null },
  keepersMayDraw: { name: "keepers_may_draw", type: "boolean", whenAbsent: false },
  isRemembered: { name: "is_remembered", type: "boolean", whenAbsent: false },
  memory: { name: "memory", type: "json", whenAbsent: [] },
  reveal: { name: "reveal", type: "text", whenAbsent: "never" },
  earliestEnd: { name: "over_not_before", type: "timestamp", whenAbsent: null },
  drawCount: { name: "draw_count", type: "integer", whenAbsent: 0 },
  lastDrawnAt: { name: "last_drawn_at", type: "timestamp", whenAbsent: null },
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
  earlierReceivers: { name: "earlier_receivers", type: "integers", whenNull: "{}" },
  firstViewedAt: { name: "first_viewed_at", type: "timestamp", whenAbsent: null },
  oneWayExclusions: { name: "one_way_exclusions", type: "integers", whenAbsent: [] },
  keeps: { name: "keeps", type: "integers", whenAbsent: [] },
  livesWith: { name: "lives_with", type: "json", whenAbsent: [] },
  leaveRequestedAt: { name: "leave_requested_at", type: "timestamp", whenAbsent: null },
  claimVersion: { name: "claim_version", type: "integer", whenAbsent: 0 },
  claimIssuedAt: { name: "claim_issued_at", type: "timestamp", whenAbsent: null },
  claimOpenedAt: { name: "claim_opened_at", type: "timestamp", whenAbsent: null },
  firstConfirmedAt: { name: "first_confirmed_at", type: "timestamp", whenAbsent: null },
  revealBlockedForTokenVersion: { name: "withheld_for", type: "integer", whenAbsent: null },
  openedInRoomAt: { name: "opened_in_room_at", type: "timestamp", whenAbsent: null },
  mutesReceiver: { name: "mutes_receiver", type: "boolean", whenAbsent: false },
  mutesGiver: { name: "mutes_giver", type: "boolean", whenAbsent: false },
  receiverChange: { name: "receiver_change", type: "text", whenAbsent: null },
  isEmailProved: { name: "is_email_proved", type: "boolean", whenAbsent: false },
  isEmailSetById: { name: "is_email_set_by_id", type: "boolean", whenAbsent: false },
  erasedAt: { name: "erased_at", type: "timestamp", whenAbsent: null },
} as const satisfies Record<ParticipantField, Column>;

/** Stored in addition to a participant's fields, so that the database can enforce unique names. */
export function identityColumns({ name }: Pick<Participant, "name">) {
  return { name_key: normalizedKey(name) };
}

/**
 * Keys of the addresses that remain in a game after a change; entries of all others are removed from its list
 * of opt-outs. null: nobody left, was forgotten (and so has a new id) or changed their address.
 */
export function addressesLeft(before: Game, after: Game): string[] | null {
  const people = new Map(after.participants.map((one) => [one.number, one]));
  const isSame = before.organizerEmail === after.organizerEmail &&
    before.participants.every(({ number, id, email }) => {
      const one = people.get(number);
      return one?.id === id && one.email === email;
    });
  if (isSame) return null;
  return [after.organizerEmail, ...after.participants.map(({ email }) => email)]
    .flatMap((email) => email ? [normalizedKey(email)] : []);
}

/** Tables that refer to a game, in an order in which deleting violates no constraint. */
export const GAME_TABLES = [
  "idempotency_records",
  "messages",
  "outbox",
  "unsubscriptions",
  "household_members",
  "exclusions",
  "assignments",
  "participants",
] as const;

/** Counts of erased games of one kind: all that remains of them. */
export interface ErasedGames {
  /** YYYY-MM-DD in UTC: the day of archival, or of erasure if that came first. */
  createdOn: string;
  archivedOn: string;
  people: number;
  games: number;
}

/** Where one erased game is counted. */
export function countedAs(game: Game, now: Date): Omit<ErasedGames, "games"> {
  const day = (time: string) => time.slice(0, "2026-12-24".length);
  return {
    createdOn: day(game.createdAt),
    archivedOn: day(game.archivedAt ?? now.toISOString()),
    people: game.participants.length,
  };
}

/** SQL condition, for either database, for mails of kinds that this release can send. */
export const IS_KNOWN_KIND = isAmong(MAIL_KINDS);

/**
 * The condition, for either database, of mails that may tell their game's organizer something, be it by being
 * counted: of no other game, and not that someone was written to; in a sealed game how all others fare, and that
 * there are any, tells a pair.
 *
 * @param game and `mail`: names of the two in the statement.
 */
export function isVisibleToOrganizer(game: string, mail: string): string {
  return `${mail}.kind not in ('ownLinks', 'messageWaiting') and ` +
    `(not ${game}.is_sealed or ${game}.seal_broken_at is not null or ${mail}.${IS_SHOWN_SEALED})`;
}

const IS_SHOWN_SEALED = isAmong(MAILS_VISIBLE_WHEN_SEALED);

function isAmong(kinds: readonly MailKind[]): string {
  return `kind in (${kinds.map((kind) => `'${kind}'`).join()})`;
}
