import type { StoredMessage } from "../../game/messages.ts";
import type { Game, Language, MailFailure, MailKind } from "../../game/types.ts";
import type { ErasedGames } from "../records.ts";
import type { MailPayload } from "../store.ts";

/** A transfer cannot go on; the message says why, and what to do, in one sentence for people. */
export class TransferError extends Error {
  override name = "TransferError";
}

/** A mail of the outbox, waiting or done, without the lease of whoever was sending it. */
export interface MailRecord {
  /** Grows in the order in which mails were written; Message-IDs derive from it. */
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
  /** Whether a server took it, or may have; null: not known. */
  mayHaveArrived: boolean | null;
  createdAt: string;
  finishedAt: string | null;
}

/** One game with everything that is kept of it. */
export interface GameRecord {
  game: Game;
  /** In the order in which they were written. */
  mails: MailRecord[];
  /** In the order in which they were stored, sealed as they are. */
  messages: StoredMessage[];
  /** The keys of addresses that get no more notices, sorted. */
  unsubscribed: string[];
}

/**
 * The tables that hold the games, and what remains of those that are gone: what a transfer carries over. The
 * requests of the last day that are known again are left out: who repeats one behind a transfer is taken for
 * someone new.
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
    erased_games: 0,
  };
  const given = new Map(rows);
  for (const table of TABLES) counts[table] = given.get(table) ?? 0;
  return counts;
}

/** Counts the rows of all tables, as rows of `table` and `count`; both dialects understand it. */
export const COUNT_ROWS = TABLES
  .map((table) => `select '${table}' as "table", count(*) as count from ${table}`)
  .join(" union all ");

/** What is in a database, in one state of it. */
export interface Contents {
  counts(): Promise<Counts>;

  /**
   * Games in the order of their ids, which is the same everywhere.
   *
   * @param after the id behind which to go on; null: from the first.
   */
  read(after: string | null, limit: number): Promise<GameRecord[]>;

  /** What remains of erased games, by days and people. */
  readErased(): Promise<ErasedGames[]>;

  /** The keys of addresses that want no mail of any game, sorted; behind a space the one it was carried to. */
  readDeclined(): Promise<string[]>;

  /** Ends the transaction, and undoes what was not committed. */
  close(): Promise<void>;
}

/** A database that is read, as it was at one moment: what others store meanwhile is not seen. */
export interface Source extends Contents {
  readonly engine: string;
  /** The number of the last migration. */
  readonly schema: number;
  /** Of the key that its links derive from; null: none was ever kept. */
  readonly keyFingerprint: string | null;
}

/** A database that is read while nobody else changes it. */
export interface MovableSource extends Source {
  /** @throws {TransferError} where a service has it open after all. */
  assertUnused(): Promise<void>;

  /** Sees to it that no service takes it for the place of these games any more; they stay in it. */
  markMoved(): Promise<void>;
}

/** An empty database that is filled, in one transaction. */
export interface Target extends Contents {
  write(records: readonly GameRecord[]): Promise<void>;
  writeErased(rows: readonly ErasedGames[]): Promise<void>;
  /** @param keys of addresses that want no mail of any game, as `readDeclined` gives them */
  writeDeclined(keys: readonly string[]): Promise<void>;
  commit(keyFingerprint: string): Promise<void>;
}
