import { derive } from "../../game/derive.ts";
import { SKIPPED_LINKS } from "../../game/link_versions.ts";
import type { StoredMessage } from "../../game/messages.ts";
import type { Game } from "../../game/types.ts";
import type { WishMark } from "../../game/wishes.ts";
import type { BlockedSender, DeskLine } from "../desk_store.ts";
import type { Dialect } from "../sql/dialect.ts";
import {
  type Column,
  DEVICE_COLUMNS,
  type DeviceRecord,
  type ErasedGames,
  GAME_TABLES,
  MAIL_COLUMNS,
  type MailRecord,
  MESSAGE_COLUMNS,
  type PhotoRecord,
  REPORT_COLUMNS,
  type ReportRecord,
  WISH_LIST_COLUMNS,
  WISH_MARK_COLUMNS,
  type WishListRecord,
} from "../records.ts";

/** A transfer failed; the message says why, and what to do, in one sentence. */
export class TransferError extends Error {
  override name = "TransferError";
}

/** The target holds data already. */
export class TargetNotEmpty extends TransferError {}

/**
 * Number of mail ids that a target skips after those it was given, because the source may have assigned them since. An
 * id is part of the Message-ID, by which mailboxes drop duplicates, and of the return path.
 */
export const SKIPPED_MAILS = 1_000_000;

/** Maximum value after skipping, because the columns have 32 bits in Postgres; beyond it `skipLinks` skips nothing. */
const LAST_SKIPPED = 2_100_000_000;

/** SQL, for either database, that returns a row if games are stored. */
export const HOLDS_GAMES = "select 1 from games limit 1";

/** Tables that a backup holds besides those of games and the counts of erased ones. */
export const ASIDE_TABLES = ["declined_addresses", "blocked_senders", "desk_log"] as const;

/** As HOLDS_GAMES, for everything else that a backup holds. */
export const HOLDS_ASIDE = `${
  ["erased_games", ...ASIDE_TABLES].map((table) => `select 1 from ${table}`).join(" union all ")
} limit 1`;

/** @param place the database to fill @param games, aside rows of `HOLDS_GAMES` and `HOLDS_ASIDE`, if any */
export function requireEmpty(place: string, games: unknown, aside: unknown): void {
  if (games) throw new TargetNotEmpty(`${place} holds games already, and nothing is overwritten`);
  if (aside) {
    throw new TargetNotEmpty(
      `${place} holds no games, but counts of erased ones, addresses that want no email, blocked senders or the ` +
        "desk’s log, and nothing is overwritten: name a new, empty database",
    );
  }
}

/** Returns SQL, for either database, that skips versions of links and numbers of people, see `SKIPPED_LINKS`. */
export function skipLinks(skips: number): string {
  const skipped = SKIPPED_LINKS * skips;
  const last = LAST_SKIPPED - skipped;
  return `
    update games set next_number = next_number + ${skipped},
      organizer_token_reserved = ${skipped} +
        case when organizer_token_reserved > organizer_token_version then organizer_token_reserved
          else organizer_token_version end
    where next_number < ${last} and organizer_token_version < ${last}
      and coalesce(organizer_token_reserved, 0) < ${last}`;
}

/** A game with everything stored about it. */
export interface GameRecord {
  game: Game;
  /** In the order in which they were written. */
  mails: MailRecord[];
  /** In the order in which they were stored, still encrypted. */
  messages: StoredMessage[];
  /** Keys of addresses that opted out of notices, sorted. */
  unsubscribed: string[];
  /** Reports by people who do not know the game, sorted by hash. */
  reports: ReportRecord[];
  /** In the order in which the game lists them. */
  devices: DeviceRecord[];
  /** Sorted by the numbers of their owners. */
  wishLists: WishListRecord[];
  /** Sorted by the numbers of their givers, then by time. */
  wishMarks: WishMark[];
}

/** The subject of a line in a backup: a game, a count of erased games, or a photo. */
export type Item = GameRecord | { erased: ErasedGames } | { photo: PhotoRecord };

export type GameRecords = Omit<GameRecord, "game" | "unsubscribed">;

interface RecordTable {
  table: (typeof TABLES)[number];
  columns: Readonly<Record<string, Column>>;
  /** The order of a game's records. `+ 0` keeps the planner of Postgres from reading a whole index in its order. */
  sort(dialect: Dialect): string;
}

/** Records of a game that have a table of their own. Each row is read, written, checked and counted. */
export const GAME_RECORDS: Readonly<Record<keyof GameRecords, RecordTable>> = {
  mails: { table: "outbox", columns: MAIL_COLUMNS, sort: () => "outbox.id + 0" },
  messages: { table: "messages", columns: MESSAGE_COLUMNS, sort: (d) => `${d.serial} + 0` },
  reports: { table: "reports", columns: REPORT_COLUMNS, sort: (d) => `address_hash${d.collation}` },
  devices: { table: "devices", columns: DEVICE_COLUMNS, sort: () => "created_at, devices.id" },
  wishLists: { table: "wish_lists", columns: WISH_LIST_COLUMNS, sort: () => "participant" },
  wishMarks: {
    table: "wish_marks",
    columns: WISH_MARK_COLUMNS,
    sort: ({ collation }) => `giver, wish_marks.marked_at, wish_id${collation}`,
  },
};

const [_requests, ...COPIED_TABLES] = GAME_TABLES;

/**
 * The tables that a transfer copies: the games, and the counts of erased ones. Stored requests of the last
 * day are not copied: a request repeated after a transfer counts as new.
 */
export const TABLES = ["games", ...COPIED_TABLES, "erased_games"] as const;

/** Number of rows in each table. */
export type Counts = Record<(typeof TABLES)[number], number>;

export function toCounts(rows: Iterable<readonly [table: string, count: number]>): Counts {
  const given = new Map(rows);
  return derive<Counts>(TABLES, (table) => given.get(table) ?? 0);
}

/** What is transferred besides games, erased games and photos. */
export interface Aside {
  /** Keys of addresses that opted out of all mail, sorted, each followed by a space and its linked key, if any. */
  declined: string[];
  /** The desk's blocked senders, and its log in the order of its lines. */
  desk: { blocked: BlockedSender[]; log: DeskLine[] };
}

/** The contents of a database, in one snapshot. */
export interface Contents {
  counts(): Promise<Counts>;

  /**
   * Reads games ordered by id, the same order in every database.
   *
   * @param after continue after this id; null: from the first.
   */
  read(after: string | null, limit: number): Promise<GameRecord[]>;

  /** Reads the counts of erased games, by day and number of people. */
  readErased(): Promise<ErasedGames[]>;

  /** Reads all photos in the order in which they were stored, at most `limit` at a time. */
  readPhotos(limit: number): AsyncIterable<PhotoRecord[]>;

  readAside(): Promise<Aside>;

  /** Ends the transaction, and rolls back what was not committed. */
  close(): Promise<void>;
}

/** A snapshot of a database. */
export interface Source extends Contents {
  readonly engine: string;
  /** The number of the last migration. */
  readonly schema: number;
  /** Fingerprint of the key that its links derive from; null: none was stored. */
  readonly keyFingerprint: string | null;
  /** How often the games were moved away; after that, the database holds a copy that no service uses. */
  readonly timesMoved: number;
}

/** A database that is read while nothing else changes it. */
export interface MovableSource extends Source {
  /** @throws {TransferError} if a service has it open. */
  assertUnused(): Promise<void>;

  /**
   * Marks the database as moved, so that no service uses it; the games stay in it. Nothing more may be read afterwards.
   *
   * @returns a function that undoes it.
   */
  markMoved(): Promise<() => Promise<void>>;
}

/** An empty database to fill in one transaction. */
export interface Target extends Contents {
  /** @param items with photos only of games that are among them or written already */
  write(items: readonly Item[]): Promise<void>;
  /** Writes everything that is not part of a game, after the games, because the desk's log refers to them. */
  writeAside(aside: Aside): Promise<void>;
  /**
   * Commits. Ids of later mails begin (`skips` + 1) × `SKIPPED_MAILS` further on.
   *
   * @param skips also how often `skipLinks` skips versions and numbers of the games; 0: the source assigns no more of
   * them
   */
  commit(keyFingerprint: string, skips: number): Promise<void>;
}
