import { DatabaseUnavailable } from "../store.ts";

/** An SQLite failure as plain data, so that it can cross threads. */
export interface Failure {
  message: string;
  /** SQLite's extended result code; null: the failure is not from SQLite. */
  code: number | null;
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), code: null };
  const code = "errcode" in error && typeof error.errcode === "number" ? error.errcode : null;
  return { message: error.message, code };
}

/**
 * Result codes that mean the database is unavailable: busy, locked, out of memory, read-only, I/O error,
 * corrupt, full, cannot open, locking protocol, not a database. https://sqlite.org/rescode.html
 */
const UNAVAILABLE = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

export function isUnavailable({ code }: Failure): boolean {
  // The low byte is the primary code; the higher bytes only add details.
  return code !== null && UNAVAILABLE.has(code & 0xff);
}

export function toError(failure: Failure): Error {
  const { message, code } = failure;
  return isUnavailable(failure)
    ? new DatabaseUnavailable(`The database does not serve: ${message} (${code})`)
    : new Error(`The database refused: ${message} (${code})`);
}

/** Rethrows an SQLite error as an error of the port, and any other error unchanged. */
export function explain(error: unknown): never {
  const failure = failureOf(error);
  throw failure.code === null ? error : toError(failure);
}
