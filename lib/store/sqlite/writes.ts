import type { Connection, Value } from "./connection.ts";
import { type Failure, failureOf, isUnavailable } from "./failure.ts";

/** One statement of a write. */
export interface Statement {
  sql: string;
  /** It runs once for each row of parameters. */
  params: readonly (readonly Value[])[];
  /** Whether it must give back a row: where it does not, the whole write is left undone. */
  isGuard?: boolean;
}

/** Statements that are stored together or not at all. */
export type Write = readonly Statement[];

/** The rows that each statement of a write gave back; null: a guard left the write undone. */
export type Rows = Value[][][] | null;

/** What became of one write. */
export type Outcome = { rows: Rows } | { failure: Failure };

/**
 * Stores writes in one transaction, so that they share one sync of the log. One that is refused, say by a
 * constraint, or whose guard fails, is left out alone.
 *
 * @throws what SQLite threw where nothing could be stored.
 */
export function applyWrites(connection: Connection, writes: readonly Write[]): Outcome[] {
  connection.all("begin immediate");
  try {
    const outcomes = writes.map((write) => applyWrite(connection, write));
    connection.all("commit");
    return outcomes;
  } catch (error) {
    // SQLite itself ends the transaction on some errors, of which a full disk is one.
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
