import { DatabaseSync, type StatementSync } from "node:sqlite";
import { DatabaseUnavailable } from "../store.ts";

/** A value in the columns of our tables. */
export type Value = string | number | Uint8Array<ArrayBuffer> | null;

/**
 * How long a connection waits for another process's transaction, in ms. With a write-ahead log, reads hardly
 * ever wait.
 */
const BUSY_TIMEOUT = 5_000;
/** How long a checkpoint waits for readers of an older snapshot, in ms. Writes wait meanwhile. */
const EMPTYING_TIMEOUT = 20;

/** A connection that keeps its prepared statements. */
export class Connection {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param path of the database file, or `:memory:`. */
  constructor(path: string) {
    this.db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
    // With `full`, each commit syncs the log and survives a power cut. With `secure_delete`, deleted data is
    // overwritten with zeros.
    this.db.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
       pragma temp_store = memory; pragma secure_delete = on`,
    );
  }

  /** Runs a statement and returns its rows, each an array of its columns. */
  all<Row extends readonly Value[]>(sql: string, ...params: readonly Value[]): Row[] {
    const rows: unknown = this.#prepare(sql).all(...params);
    if (!Array.isArray(rows)) throw new TypeError("SQLite gave no rows");
    return rows;
  }

  get<Row extends readonly Value[]>(sql: string, ...params: readonly Value[]): Row | undefined {
    return this.all<Row>(sql, ...params)[0];
  }

  /** Runs a statement and returns its rows, each with its columns by name. */
  rows<Row extends object>(sql: string, ...params: readonly Value[]): Row[] {
    const names = this.#prepare(sql).columns().map(({ name }) => name);
    return this.all(sql, ...params).map((values) => {
      const row: object = Object.fromEntries(names.map((name, index) => [name, values[index]]));
      // Strict tables guarantee the types that the caller states.
      return row as Row;
    });
  }

  /** Runs `work` on one snapshot of the database. */
  snapshot<Result>(work: () => Result): Result {
    this.all("begin");
    try {
      return work();
    } finally {
      this.all("commit");
    }
  }

  /**
   * Checkpoints the write-ahead log and truncates it.
   *
   * @returns false if an older snapshot is still being read, for example by a backup, or another process
   * writes.
   */
  emptyLog(): boolean {
    this.all(`pragma busy_timeout = ${EMPTYING_TIMEOUT}`);
    try {
      // The pragma reports that it was blocked in its row, not as an error.
      return this.get<[number]>("pragma wal_checkpoint(truncate)")?.[0] === 0;
    } finally {
      this.all(`pragma busy_timeout = ${BUSY_TIMEOUT}`);
    }
  }

  close(): void {
    this.#statements.clear();
    this.db.close();
  }

  /** @throws {DatabaseUnavailable} if it is closed. */
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
