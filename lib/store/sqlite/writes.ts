import type { Connection, Value } from "./connection.ts";
import { type Failure, failureOf, isUnavailable } from "./failure.ts";

/** One statement of a write. */
export interface Statement {
  sql: string;
  /** The statement runs once for each row of parameters. */
  params: readonly (readonly Value[])[];
  /** True if it must return a row; otherwise the whole write is undone. */
  isGuard?: boolean;
}

/** A statement that runs once. */
export function statement(sql: string, ...params: readonly Value[]): Statement {
  return { sql, params: [params] };
}

/** A statement that runs once and must return a row. */
export function guard(sql: string, ...params: readonly Value[]): Statement {
  return { sql, params: [params], isGuard: true };
}

/** Statements that are stored together or not at all. */
export type Write = readonly Statement[];

/** The rows that each statement of a write returned; null: a guard failed and the write was undone. */
export type Rows = Value[][][] | null;

/** The outcome of one write. */
export type Outcome = { rows: Rows } | { failure: Failure };

/**
 * Stores writes in one transaction, so that they share one sync. A write that violates a constraint or fails
 * its guard is left out; the others are stored.
 *
 * @throws SQLite's error if nothing could be stored.
 */
export function applyWrites(connection: Connection, writes: readonly Write[]): Outcome[] {
  connection.all("begin immediate");
  try {
    const outcomes = writes.map((write) => applyWrite(connection, write));
    connection.all("commit");
    return outcomes;
  } catch (error) {
    // SQLite rolls back the transaction itself on some errors, such as a full disk.
    if (connection.db.isTransaction) connection.all("rollback");
    throw error;
  }
}

function applyWrite(connection: Connection, write: Write): Outcome {
  connection.all("savepoint one");
  try {
    const rows: Value[][][] = [];
    for (const { sql, params, isGuard } of write) {
      const given = params.flatMap((values) => connection.all<Value[]>(sql, ...values));
      if (isGuard && given.length === 0) {
        undo(connection);
        return { rows: null };
      }
      rows.push(given);
    }
    connection.all("release one");
    return { rows };
  } catch (error) {
    const failure = failureOf(error);
    if (isUnavailable(failure) || !connection.db.isTransaction) throw error;
    undo(connection);
    return { failure };
  }
}

function undo(connection: Connection): void {
  connection.all("rollback to one");
  connection.all("release one");
}

/** The ids that statements with `returning id` returned. */
export function idsOf(rows: readonly (readonly Value[])[] = []): string[] {
  return rows.map(([id]) => String(id));
}
