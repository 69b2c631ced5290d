import { z } from "zod";
import { derive, namesOf } from "../game/derive.ts";
import { bare, type FieldRow } from "../game/field_rows.ts";
import { GAME_FIELDS, PERSON_FIELDS } from "../game/fields.ts";
import { normalizedKey } from "../game/identity.ts";
import { MAILS_NEVER_VISIBLE, MAILS_VISIBLE_WHEN_SEALED } from "../game/seal.ts";
import { NOTICE } from "./mail_store.ts";
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
export type GameColumn = Exclude<
  keyof Game,
  "participants" | "exclusions" | "households" | "devices"
>;

/** The fields of a participant that have a column of their own; `receiver` is kept in `assignments`. */
export type ParticipantField = Exclude<keyof Participant, "receiver">;

/** Fields that every release kept: a backup has them. */
const IN_ALL_BACKUPS = new Set<string>([
  ...["amount", "currency", "time", "location", "generalNotes", "timeZone", "organizerEmail"],
  ...["allowReassignment", "sendEmails", "email", "desiredGift", "wish", "language"],
]);

/** Columns of what people set: called as the fields, and where absent what is so by default. */
function columnsOf<Name extends string>(
  table: Readonly<Record<Name, FieldRow>>,
): Record<Name, Column> {
  return derive<Record<Name, Column>>(namesOf(table), (field) => {
    const { schema, isNullable } = table[field];
    const value = isNullable ? null : schema.safeParse(undefined).data;
    return {
      name: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      type: bare(schema) instanceof z.ZodBoolean ? "boolean" : "text",
      ...value !== undefined && !IN_ALL_BACKUPS.has(field) && { whenAbsent: value },
    };
  });
}

/** The one map of a game's fields to the columns of `games`. */
export const GAME_COLUMNS: Readonly<Record<GameColumn, Column>> = {
  id: { name: "id", type: "uuid" },
  code: { name: "code", type: "text" },
  ...columnsOf(GAME_FIELDS),
  date: { name: "date", type: "date" },
  drawAt: { name: "draw_at", type: "timestamp", whenAbsent: null },
  organizerTokenVersion: { name: "organizer_token_version", type: "integer" },
  organizerTokenReserved: { name: "organizer_token_reserved", type: "integer", whenNull: "0" },
  invitationTokenVersion: { name: "invitation_token_version", type: "integer" },
  nextNumber: { name: "next_number", type: "integer" },
  createdAt: { name: "created_at", type: "timestamp" },
  archivedAt: { name: "archived_at", type: "timestamp" },
  isGathering: { name: "is_gathering", type: "boolean", whenAbsent: false },
  drawProblem: { name: "draw_problem", type: "text", whenAbsent: null },
  sealBrokenAt: { name: "seal_broken_at", type: "timestamp", whenAbsent: null },
  isRemembered: { name: "is_remembered", type: "boolean", whenAbsent: false },
  memory: { name: "memory", type: "json", whenAbsent: [] },
  earliestEnd: { name: "over_not_before", type: "timestamp", whenAbsent: null },
  drawCount: { name: "draw_count", type: "integer", whenAbsent: 0 },
  lastDrawnAt: { name: "last_drawn_at", type: "timestamp", whenAbsent: null },
  mailPausedAt: { name: "mail_paused_at", type: "timestamp", whenAbsent: null },
  provedEmail: { name: "proved_email", type: "text", whenAbsent: null },
};

/** Fields of a game's row that no change of the game writes: `mailPausedAt` has a verb of its own. */
export const FIXED_COLUMNS: ReadonlySet<string> = new Set<GameColumn>([
  "id",
  "code",
  "createdAt",
  "mailPausedAt",
]);

/** The one map of a participant's fields to the columns of `participants`. */
export const PARTICIPANT_COLUMNS: Readonly<Record<ParticipantField, Column>> = {
  number: { name: "number", type: "integer" },
  id: { name: "id", type: "uuid" },
  ...columnsOf(PERSON_FIELDS),
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
  postalAddress: { name: "postal_address", type: "text", whenAbsent: null },
  addressTokenVersion: { name: "address_token_version", type: "integer", whenAbsent: 0 },
  parcels: { name: "parcels", type: "json", whenAbsent: [] },
  parcelArrivedAt: { name: "parcel_arrived_at", type: "timestamp", whenAbsent: null },
  openedEmail: { name: "opened_email", type: "text", whenAbsent: null },
};

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
  "reports",
  "devices",
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

/**
 * SQL condition, for either database, for waiting mails that are held until the organizer confirms their
 * address. Such a mail is due when it is given up.
 */
export const IS_HELD = "reason = 'notConfirmed'";
export const IS_NOT_HELD = "coalesce(reason, '') <> 'notConfirmed'";

/** How long a mail is held, in seconds. */
export const HELD_FOR = 48 * 3600;

/** SQL condition, for either database, for games whose organizer has not confirmed their address. */
export const IS_UNCONFIRMED =
  "(organizer_email is null or coalesce(proved_email, '') <> organizer_email)";

/**
 * SQL condition, for either database, for mails that may go although their game's mail is paused: a list of
 * all links of an address is about other games, too.
 */
export const GOES_WHEN_PAUSED = "kind = 'ownLinks'";

/** SQL condition, for either database, for mails of kinds that this release can send. */
export const IS_KNOWN_KIND = isAmong(MAIL_KINDS);

/** The same for notices in browsers. */
export const IS_NOTICE = `kind = '${NOTICE}'`;
export const IS_MAIL = `kind <> '${NOTICE}'`;

/**
 * The condition, for either database, of mails that may tell their game's organizer something, be it by being
 * counted: of no other game, and not that someone was written to; in a sealed game how all others fare, and that
 * there are any, tells a pair.
 *
 * @param game and `mail`: names of the two in the statement.
 */
export function isVisibleToOrganizer(game: string, mail: string): string {
  return `not ${mail}.${IS_NEVER_SHOWN} and ` +
    `(not ${game}.is_sealed or ${game}.seal_broken_at is not null or ${mail}.${IS_SHOWN_SEALED})`;
}

const IS_NEVER_SHOWN = isAmong([...MAILS_NEVER_VISIBLE, NOTICE]);
const IS_SHOWN_SEALED = isAmong(MAILS_VISIBLE_WHEN_SEALED);

function isAmong(kinds: readonly (MailKind | typeof NOTICE)[]): string {
  return `kind in (${kinds.map((kind) => `'${kind}'`).join()})`;
}
