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

/**
 * How many ids of mails a target leaves out behind those it was given: the source may have given the next ones to mails
 * that it sent since. An id is in the Message-ID, by which mailboxes drop duplicates, and in the return path.
 */
export const SKIPPED_MAILS = 1_000_000;

/** The columns are 32 bits wide in Postgres: nothing is left out where it would lead behind this, see `skipLinks`. */
const LAST_SKIPPED = 2_100_000_000;

/** SQL, for either database, that returns a row where games are stored. */
export const HOLDS_GAMES = "select 1 from games limit 1";

/** The tables of what else a backup holds. */
export const ASIDE_TABLES = ["declined_addresses", "blocked_senders", "desk_log"] as const;

/** As HOLDS_GAMES, for what else a backup holds. */
export const HOLDS_ASIDE = `${
  ["erased_games", ...ASIDE_TABLES].map((table) => `select 1 from ${table}`).join(" union all ")
} limit 1`;

/** @param place a database that is to be filled @param games, aside a row of `HOLDS_GAMES`, and of `HOLDS_ASIDE` */
export function requireEmpty(place: string, games: unknown, aside: unknown): void {
  if (games) throw new TransferError(`${place} holds games already, and nothing is overwritten`);
  if (aside) {
    throw new TransferError(
      `${place} holds no games, but counts of erased ones, addresses that want no email, blocked senders or the ` +
        "desk’s log, and nothing is overwritten: name a new, empty database",
    );
  }
}

/** SQL, for either database, that leaves out versions of links and numbers of people, see `SKIPPED_LINKS`. */
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
  /** In the order they were stored, still encrypted. */
  messages: StoredMessage[];
  /** Keys of addresses that opted out of notices, sorted. */
  unsubscribed: string[];
  /** Of people who do not know the game, sorted by hash. */
  reports: ReportRecord[];
  /** In the order in which the game lists them. */
  devices: DeviceRecord[];
  /** By the numbers of their owners. */
  wishLists: WishListRecord[];
  /** By the numbers of their givers, the first one first. */
  wishMarks: WishMark[];
}

/** What a line of a backup is about: a game, games that were erased, or a photo. */
export type Item = GameRecord | { erased: ErasedGames } | { photo: PhotoRecord };

export type GameRecords = Omit<GameRecord, "game" | "unsubscribed">;

interface RecordTable {
  table: (typeof TABLES)[number];
  columns: Readonly<Record<string, Column>>;
  /** The order of a game's records. `+ 0` keeps the planner of Postgres from reading a whole index in its order. */
  sort(dialect: Dialect): string;
}

/** What a game has in tables of their own. Each row is read, written, checked and counted. */
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

/** Rows by table. */
export type Counts = Record<(typeof TABLES)[number], number>;

export function toCounts(rows: Iterable<readonly [table: string, count: number]>): Counts {
  const given = new Map(rows);
  return derive<Counts>(TABLES, (table) => given.get(table) ?? 0);
}

/** What is transferred besides. */
export interface Aside {
  /** Keys of addresses that opted out of all mail, sorted; after a space, the key it was linked to. */
  declined: string[];
  /** What the operator's desk has blocked, and its log in the order of its lines. */
  desk: { blocked: BlockedSender[]; log: DeskLine[] };
}

/** The contents of a database, in one snapshot. */
export interface Contents {
  counts(): Promise<Counts>;

  /**
   * Games ordered by id, which is the same in every database.
   *
   * @param after continue after this id; null: from the first.
   */
  read(after: string | null, limit: number): Promise<GameRecord[]>;

  /** Counts of erased games, by day and number of people. */
  readErased(): Promise<ErasedGames[]>;

  /** All photos, in the order in which they came, so many at a time. */
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
  /** How often the games were moved away; after the first time, what is left is a copy that no service uses. */
  readonly timesMoved: number;
}

/** A database that is read while nothing else changes it. */
export interface MovableSource extends Source {
  /** @throws {TransferError} if a service has it open. */
  assertUnused(): Promise<void>;

  /**
   * Marks the database as moved, so that no service serves it; the games stay in it. Nothing more is read afterwards.
   *
   * @returns a function that undoes it.
   */
  markMoved(): Promise<() => Promise<void>>;
}

/** An empty database to fill in one transaction. */
export interface Target extends Contents {
  /** @param items photos only of games that are written already, or with them */
  write(items: readonly Item[]): Promise<void>;
  /** Writes what the games, which the desk's log names, do not hold. */
  writeAside(aside: Aside): Promise<void>;
  /**
   * Ends the transaction; mails that are written from now on have ids `SKIPPED_MAILS` behind.
   *
   * @param skips how many times that, and how often `skipLinks` leaves out versions and numbers of the games; 0: the
   * source gives no more of them
   */
  commit(keyFingerprint: string, skips: number): Promise<void>;
}
