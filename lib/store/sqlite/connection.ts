import { DatabaseSync, type StatementSync } from "node:sqlite";
import { DatabaseUnavailable } from "../store.ts";

/** What SQLite keeps in the columns of our tables. */
export type Value = string | number | null;

/**
 * How long a connection waits for another process's transaction to end, in ms. Reads hardly ever wait:
 * beside a write-ahead log they need no lock that a writer holds.
 */
const BUSY_TIMEOUT = 5_000;
/**
 * How long the log's emptying waits for reads of an older state to end, in ms: those of this process take
 * that long at most, and meanwhile no write goes on.
 */
const EMPTYING_TIMEOUT = 20;

/** A connection that keeps its prepared statements. */
export class Connection {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param path of the database file, or `:memory:`. */
  constructor(path: string) {
    this.db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
    // With `full` each commit syncs the log before it counts, so that it outlives a power cut. With
    // `secure_delete` zeros take the place of what is deleted, rather than that it lies about in the file.
    this.db.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
       pragma temp_store = memory; pragma secure_delete = on`,
    );
  }

  /** The rows of a statement, each an array of its columns. */
  all<Row extends readonly Value[]>(sql: string, ...params: readonly Value[]): Row[] {
    const rows: unknown = this.#prepare(sql).all(...params);
    if (!Array.isArray(rows)) throw new TypeError("SQLite gave no rows");
    return rows;
  }

  get<Row extends readonly Value[]>(sql: string, ...params: readonly Value[]): Row | undefined {
    return this.all<Row>(sql, ...params)[0];
  }

  /** Runs `work` on one state of the database: what others commit meanwhile is not seen. */
  snapshot<Result>(work: () => Result): Result {
    this.all("begin");
    try {
      return work();
    } finally {
      this.all("commit");
    }
  }

  /**
   * Writes all that the write-ahead log holds to its place, and leaves the log empty.
   *
   * @returns false where someone still reads an older state, say a backup, or another process writes.
   */
  emptyLog(): boolean {
    this.all(`pragma busy_timeout = ${EMPTYING_TIMEOUT}`);
    try {
      // That it is in the way of others it says in its row, not by an error.
      return this.get<[number]>("pragma wal_checkpoint(truncate)")?.[0] === 0;
    } finally {
      this.all(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
    }
  }

  close(): void {
    this.#statements.clear();
    this.db.close();
  }

  /** @throws {DatabaseUnavailable} once it is closed: what still reads then is told so. */
  #prepare(sql: string): StatementSync {
    if (!this.db.isOpen) throw new DatabaseUnavailable("The database is closed");
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.db.prepare(sql);
    statement.setReturnArrays(true);
    this.#statements.set(sql, statement);
    return statement;
  }
}
