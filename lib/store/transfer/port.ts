import type { StoredMessage } from "../../game/messages.ts";
import type { Game, Language, MailFailure, MailKind } from "../../game/types.ts";
import type { BlockedSender, DeskLine } from "../desk_store.ts";
import type { ErasedGames } from "../records.ts";
import type { MailPayload } from "../store.ts";

/** A transfer failed; the message says why, and what to do, in one sentence. */
export class TransferError extends Error {
  override name = "TransferError";
}

/** A mail of the outbox, waiting or done, without its lease. */
export interface MailRecord {
  /** Increases in the order the mails were written; Message-IDs derive from it. */
  id: string;
  recipient: number | null;
  address: string | null;
  kind: MailKind;
  topic: string;
  language: Language | null;
  payload: MailPayload;
  status: "queued" | "sent" | "failed";
  revision: number;
  attempts: number;
  /** Times are ISO 8601 in UTC, in ms. */
  dueAt: string;
  reason: MailFailure | null;
  /** Whether a server accepted it, or may have; null: unknown. */
  mayHaveArrived: boolean | null;
  createdAt: string;
  finishedAt: string | null;
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
  /** Where the game's devices are reached, in their order there. */
  reached: ReachedRecord[];
}

/** Where a device is reached, see `NewDevice`. */
export interface ReachedRecord {
  id: string;
  mark: string;
  sealed: string;
  /** When a notice that depends on a pair last went out to it. ISO 8601, UTC. */
  toldAt: string | null;
}

/** Someone reported a game, see `NewReport`. */
export interface ReportRecord {
  hash: string;
  recipient: number | null;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/**
 * The tables that a transfer copies: the games, and the counts of erased ones. Stored requests of the last
 * day are not copied: a request repeated after a transfer counts as new.
 */
export const TABLES = [
  "games",
  "participants",
  "assignments",
  "exclusions",
  "household_members",
  "messages",
  "outbox",
  "unsubscriptions",
  "reports",
  "devices",
  "erased_games",
] as const;

/** Rows by table. */
export type Counts = Record<(typeof TABLES)[number], number>;

export function toCounts(rows: Iterable<readonly [table: string, count: number]>): Counts {
  const counts = {
    games: 0,
    participants: 0,
    assignments: 0,
    exclusions: 0,
    household_members: 0,
    messages: 0,
    outbox: 0,
    unsubscriptions: 0,
    reports: 0,
    devices: 0,
    erased_games: 0,
  };
  const given = new Map(rows);
  for (const table of TABLES) counts[table] = given.get(table) ?? 0;
  return counts;
}

/** Counts the rows of all tables, as rows of `table` and `count`, in SQL that both databases understand. */
export const COUNT_ROWS = TABLES
  .map((table) => `select '${table}' as "table", count(*) as count from ${table}`)
  .join(" union all ");

/** What the operator's desk keeps. */
export interface DeskRecords {
  blocked: BlockedSender[];
  log: DeskLine[];
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

  /** Keys of addresses that opted out of all mail, sorted; after a space, the key it was linked to. */
  readDeclined(): Promise<string[]>;

  /** What the operator's desk has blocked, and its log in the order of its lines. */
  readDesk(): Promise<DeskRecords>;

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
}

/** A database that is read while nothing else changes it. */
export interface MovableSource extends Source {
  /** @throws {TransferError} if a service has it open. */
  assertUnused(): Promise<void>;

  /** Marks the database as moved, so that no service serves it; the games stay in it. */
  markMoved(): Promise<void>;
}

/** An empty database to fill in one transaction. */
export interface Target extends Contents {
  write(records: readonly GameRecord[]): Promise<void>;
  writeErased(rows: readonly ErasedGames[]): Promise<void>;
  /** @param keys of addresses that opted out of all mail, see `readDeclined` */
  writeDeclined(keys: readonly string[]): Promise<void>;
  /** @param desk to be written after the games, which its log names */
  writeDesk(desk: DeskRecords): Promise<void>;
  commit(keyFingerprint: string): Promise<void>;
}
