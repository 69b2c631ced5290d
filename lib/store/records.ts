import { z } from "zod";
import { derive, namesOf } from "../game/derive.ts";
import { bare, type FieldRow } from "../game/field_rows.ts";
import { GAME_FIELDS, PERSON_FIELDS } from "../game/fields.ts";
import { normalizedKey } from "../game/identity.ts";
import {
  MAILS_ABOUT_MOVES,
  MAILS_ABOUT_PAIRS,
  MAILS_NEVER_VISIBLE,
  MAILS_VISIBLE_WHEN_SEALED,
} from "../game/seal.ts";
import type { StoredMessage } from "../game/messages.ts";
import {
  type Device,
  type Game,
  MAIL_KINDS,
  type MailFailure,
  type MailKind,
  type Participant,
  type WishHead,
} from "../game/types.ts";
import type { StoredWishList, WishMark } from "../game/wishes.ts";
import { type ClaimedMail, NOTICE, type StoredPhoto } from "./store.ts";

/** How a column stores its values; each adapter maps this to its database. */
export type ColumnType =
  | "uuid"
  | "text"
  | "integer"
  | "integers"
  /** Lists that hold more than numbers. */
  | "json"
  | "object"
  | "boolean"
  | "date"
  | "timestamp"
  /** A time that SQLite keeps in ms since 1970. */
  | "moment"
  /** A number that the database assigns, as a string of digits. */
  | "serial"
  | "bytes";

/** The column of one field of the domain. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /** Its value if an instance of an earlier release left it null. */
  readonly whenNull?: string;
  /** Its value in a backup of a release that did not have it. */
  readonly whenAbsent?: number | boolean | string | readonly [] | null;
  /** True if no change of the game writes it. */
  readonly isFixed?: true;
}

/** The fields of a game that have a column of their own; people and rules have tables. */
export type GameColumn = Exclude<
  keyof Game,
  "participants" | "exclusions" | "households" | "devices" | "wishLists"
>;

/** The fields of a participant that have a column of their own; `receiver` is kept in `assignments`. */
export type ParticipantField = Exclude<keyof Participant, "receiver">;

/** Fields that every release has stored, so that every backup has them. */
const IN_ALL_BACKUPS = new Set<string>([
  ...["amount", "currency", "time", "location", "generalNotes", "timeZone", "organizerEmail"],
  ...["allowReassignment", "sendEmails", "email", "desiredGift", "wish", "language"],
]);

/** Columns of fields that people set. Fields added later get their default when a backup lacks them. */
function columnsOf<Name extends string>(
  table: Readonly<Record<Name, FieldRow>>,
): Record<Name, Column> {
  return columns(derive<Record<Name, NewColumn>>(namesOf(table), (field) => {
    const { schema, isNullable } = table[field];
    const value = isNullable ? null : schema.safeParse(undefined).data;
    return {
      type: bare(schema) instanceof z.ZodBoolean ? "boolean" : "text",
      ...value !== undefined && !IN_ALL_BACKUPS.has(field) && { whenAbsent: value },
    };
  }));
}

/** A column is named after its field, in snake case, unless it has a `name`. */
type NewColumn = Omit<Column, "name"> & Partial<Pick<Column, "name">>;

export function columns<Field extends string>(
  table: Readonly<Record<Field, NewColumn>>,
): Readonly<Record<Field, Column>> {
  return derive<Record<Field, Column>>(namesOf(table), (field) => ({
    name: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ...table[field],
  }));
}

/** The one map of a game's fields to the columns of `games`. */
export const GAME_COLUMNS = columns<GameColumn>({
  id: { type: "uuid", isFixed: true },
  code: { type: "text", isFixed: true },
  ...columnsOf(GAME_FIELDS),
  date: { type: "date" },
  drawAt: { type: "timestamp", whenAbsent: null },
  organizerTokenVersion: { type: "integer" },
  organizerTokenReserved: { type: "integer", whenNull: "0" },
  invitationTokenVersion: { type: "integer" },
  nextNumber: { type: "integer" },
  createdAt: { type: "timestamp", isFixed: true },
  archivedAt: { type: "timestamp" },
  isGathering: { type: "boolean", whenAbsent: false },
  drawProblem: { type: "text", whenAbsent: null },
  sealBrokenAt: { type: "timestamp", whenAbsent: null },
  isRemembered: { type: "boolean", whenAbsent: false },
  memory: { type: "json", whenAbsent: [] },
  earliestEnd: { name: "over_not_before", type: "timestamp", whenAbsent: null },
  earliestStart: { type: "timestamp", whenAbsent: null },
  finaleStartedAt: { type: "timestamp", whenAbsent: null },
  drawCount: { type: "integer", whenAbsent: 0 },
  lastDrawnAt: { type: "timestamp", whenAbsent: null },
  // It is written by verbs of its own.
  mailPausedAt: { type: "timestamp", whenAbsent: null, isFixed: true },
  provedEmail: { type: "text", whenAbsent: null },
  isParcelCountHidden: { type: "boolean", whenAbsent: false },
});

/** The columns that a change of the game writes. */
export const CHANGEABLE_COLUMNS: Readonly<Record<string, Column>> = Object.fromEntries(
  Object.entries(GAME_COLUMNS).filter(([, { isFixed }]) => !isFixed),
);

/** The one map of a participant's fields to the columns of `participants`. */
export const PARTICIPANT_COLUMNS = columns<ParticipantField>({
  number: { type: "integer" },
  id: { type: "uuid" },
  ...columnsOf(PERSON_FIELDS),
  tokenVersion: { type: "integer" },
  hasConfirmedAssignment: { type: "boolean" },
  reassignmentRequestedAt: { type: "timestamp" },
  viewedAt: { type: "timestamp" },
  earlierReceivers: { type: "integers", whenNull: "{}" },
  firstViewedAt: { type: "timestamp", whenAbsent: null },
  oneWayExclusions: { type: "integers", whenAbsent: [] },
  keeps: { type: "integers", whenAbsent: [] },
  livesWith: { type: "json", whenAbsent: [] },
  leaveRequestedAt: { type: "timestamp", whenAbsent: null },
  claimVersion: { type: "integer", whenAbsent: 0 },
  claimIssuedAt: { type: "timestamp", whenAbsent: null },
  claimOpenedAt: { type: "timestamp", whenAbsent: null },
  firstConfirmedAt: { type: "timestamp", whenAbsent: null },
  revealBlockedForTokenVersion: { name: "withheld_for", type: "integer", whenAbsent: null },
  keepersAllowedForTokenVersion: {
    name: "keepers_allowed_for",
    type: "integer",
    whenAbsent: null,
  },
  openedInRoomAt: { type: "timestamp", whenAbsent: null },
  mutesReceiver: { type: "boolean", whenAbsent: false },
  mutesGiver: { type: "boolean", whenAbsent: false },
  receiverChange: { type: "text", whenAbsent: null },
  isEmailProved: { type: "boolean", whenAbsent: false },
  isEmailSetById: { type: "boolean", whenAbsent: false },
  erasedAt: { type: "timestamp", whenAbsent: null },
  postalAddress: { type: "text", whenAbsent: null },
  addressTokenVersion: { type: "integer", whenAbsent: 0 },
  parcels: { type: "json", whenAbsent: [] },
  parcelArrivedAt: { type: "timestamp", whenAbsent: null },
  openedEmail: { type: "text", whenAbsent: null },
});

/** Columns written for a participant: in addition the key by which the database enforces unique names. */
export const PERSON_COLUMNS: Readonly<Record<string, Column>> = {
  ...PARTICIPANT_COLUMNS,
  nameKey: { name: "name_key", type: "text" },
};

export function personRecord(participant: Participant) {
  return { ...participant, nameKey: normalizedKey(participant.name) };
}

/**
 * A mail of the outbox, waiting or done, without its lease. Ids increase in the order in which mails are written, and
 * Message-IDs derive from them.
 */
export interface MailRecord extends Omit<ClaimedMail, "gameId" | "age"> {
  status: "queued" | "sent" | "failed";
  /** As all times here: ISO 8601, UTC, with milliseconds. */
  dueAt: string;
  reason: MailFailure | null;
  /** Whether a server accepted it, or may have; null: unknown. */
  mayHaveArrived: boolean | null;
  createdAt: string;
  finishedAt: string | null;
}

export const MAIL_COLUMNS = columns<keyof MailRecord>({
  id: { type: "serial" },
  recipient: { type: "integer" },
  address: { type: "text" },
  kind: { type: "text" },
  topic: { type: "text" },
  language: { type: "text" },
  payload: { type: "object" },
  status: { type: "text" },
  revision: { type: "integer" },
  attempts: { type: "integer" },
  dueAt: { type: "moment" },
  reason: { type: "text" },
  mayHaveArrived: { type: "boolean" },
  createdAt: { type: "moment" },
  finishedAt: { type: "moment" },
});

export const MESSAGE_COLUMNS = columns<keyof StoredMessage>({
  id: { type: "text" },
  giver: { type: "integer" },
  receiver: { type: "integer" },
  isFromGiver: { type: "boolean" },
  isThanks: { type: "boolean" },
  question: { type: "text" },
  text: { type: "text" },
  sentAt: { type: "timestamp" },
  isOver: { type: "boolean" },
  isRead: { type: "boolean" },
  giverVersion: { type: "integer", whenAbsent: 0 },
  receiverVersion: { type: "integer", whenAbsent: 0 },
});

/** A report of a game, see `NewReport`. */
export interface ReportRecord {
  hash: string;
  /** As in `NewReport`; -2 after the game's mail was resumed. */
  recipient: number | null;
  /** ISO 8601, UTC. */
  createdAt: string;
}

export const REPORT_COLUMNS = columns<keyof ReportRecord>({
  hash: { name: "address_hash", type: "text" },
  recipient: { type: "integer" },
  createdAt: { type: "timestamp" },
});

/** A browser that is notified, and its encrypted push subscription. */
export interface DeviceRecord extends Device {
  mark: string;
  sealed: string;
  /** Time when a notice that depends on a pair was last sent to it. ISO 8601, UTC. */
  toldAt: string | null;
}

/** The columns of a device that its game lists. */
export const LISTED_DEVICE_COLUMNS = columns<keyof Device>({
  id: { type: "uuid" },
  recipient: { type: "integer" },
  version: { type: "integer" },
  since: { name: "created_at", type: "timestamp" },
});

export const DEVICE_COLUMNS: Readonly<Record<keyof DeviceRecord, Column>> = {
  ...LISTED_DEVICE_COLUMNS,
  ...columns({
    mark: { type: "text" },
    sealed: { type: "text" },
    toldAt: { type: "moment" },
  }),
};

/** The columns of a wish list that its game lists. */
export const WISH_HEAD_COLUMNS = columns<keyof WishHead>({
  participant: { type: "integer" },
  version: { type: "integer" },
  revision: { type: "integer" },
  count: { type: "integer" },
});

/** A whole wish list. */
export type WishListRecord = StoredWishList & WishHead;

export const WISH_LIST_COLUMNS: Readonly<Record<keyof WishListRecord, Column>> = {
  ...WISH_HEAD_COLUMNS,
  ...columns({ wishes: { name: "items", type: "json" } }),
};

export const WISH_MARK_COLUMNS = columns<keyof WishMark>({
  giver: { type: "integer" },
  receiver: { type: "integer" },
  wishId: { type: "text" },
  item: { type: "text" },
  markedAt: { type: "timestamp" },
});

/** How long a photo that is on no list is kept, in seconds, because a removed item can be put back. */
export const FORGET_PHOTOS_AFTER = 86_400;

/** A photo, with its game and its state. */
export interface PhotoRecord extends StoredPhoto {
  gameId: string;
  /** "new": not on a list yet; "detached": no longer on a list. */
  state: "new" | "attached" | "detached";
  /** When it entered this state. ISO 8601, UTC. */
  since: string;
}

/** Columns of a photo, without its game and its bytes. */
export const PHOTO_COLUMNS = columns<Exclude<keyof PhotoRecord, "gameId" | "bytes">>({
  id: { type: "uuid" },
  participant: { type: "integer" },
  version: { type: "integer" },
  type: { type: "text" },
  state: { type: "text" },
  since: { type: "moment" },
});

/**
 * Tables that refer to a game, in an order of deletion that violates no constraint. A transfer copies all but the
 * first.
 */
export const GAME_TABLES = [
  "idempotency_records",
  "messages",
  "outbox",
  "unsubscriptions",
  "reports",
  "devices",
  "wish_marks",
  "wish_lists",
  "photos",
  "household_members",
  "exclusions",
  "assignments",
  "participants",
] as const;

/** Number of erased games with the same days and the same number of people: all that remains of them. */
export interface ErasedGames {
  /** YYYY-MM-DD in UTC. `archivedOn` is the day of erasure if the game was not archived before. */
  createdOn: string;
  archivedOn: string;
  people: number;
  games: number;
}

export const ERASED_COLUMNS = columns<keyof ErasedGames>({
  createdOn: { type: "date" },
  archivedOn: { type: "date" },
  people: { type: "integer" },
  games: { type: "integer" },
});

/**
 * SQL condition, for either database, for waiting mails that are held until the organizer confirms their address. Their
 * due time is when they are given up.
 */
export const IS_HELD = "reason = 'notConfirmed'";
export const IS_NOT_HELD = "coalesce(reason, '') <> 'notConfirmed'";

/** How long a mail is held, in seconds. */
export const HELD_FOR = 48 * 3600;

/** SQL condition, for either database, for games whose organizer has not confirmed their address. */
export const IS_UNCONFIRMED =
  "(organizer_email is null or coalesce(proved_email, '') <> organizer_email)";

/**
 * SQL condition, for either database, for mails that are sent even while their game's mail is paused: a list of all
 * links of an address is about other games, too.
 */
export const GOES_WHEN_PAUSED = "kind = 'ownLinks'";

/** SQL condition, for either database, for mails of kinds that this release can send. */
export const IS_KNOWN_KIND = isAmong(MAIL_KINDS);

/**
 * The same for mails that could reveal a pair by whose phone rings. They wait for a random time, and neither another
 * mail nor a confirmation makes them due sooner.
 */
export const RINGS_FOR_PAIR = isAmong([...MAILS_ABOUT_PAIRS, "wishChanged", "messageWaiting"]);

/** The same for notices in browsers. */
export const IS_NOTICE = `kind = '${NOTICE}'`;
export const IS_MAIL = `kind <> '${NOTICE}'`;

/**
 * SQL condition, for either database, for mails that the organizer may learn of, even as a count. Excludes those that
 * reveal another game, or that a person was written to; in a sealed game also those whose state or existence reveals a
 * pair. Of mails about a move it includes only failed ones, unless a limit that other games fill was the reason.
 *
 * @param game and `mail`: names of the two in the statement.
 */
export function isVisibleToOrganizer(game: string, mail: string): string {
  return `(not ${mail}.${IS_NEVER_SHOWN} or ${mail}.${IS_ABOUT_MOVE} ` +
    `and ${mail}.status = 'failed' and ${mail}.reason <> 'addressFlooded') and ` +
    `(not ${game}.is_sealed or ${game}.seal_broken_at is not null or ${mail}.${IS_SHOWN_SEALED})`;
}

const IS_NEVER_SHOWN = isAmong([...MAILS_NEVER_VISIBLE, NOTICE]);
const IS_ABOUT_MOVE = isAmong(MAILS_ABOUT_MOVES);
const IS_SHOWN_SEALED = isAmong(MAILS_VISIBLE_WHEN_SEALED);

function isAmong(kinds: readonly (MailKind | typeof NOTICE)[]): string {
  return `kind in (${kinds.map((kind) => `'${kind}'`).join()})`;
}
