import { GameError } from "../../game/errors.ts";
import { DatabaseUnavailable } from "../store.ts";

/**
 * Codes of a server that cannot be reached or does not serve: codes of the network and the driver, and SQLSTATEs of
 * lost connections (08), a standby (25006), ended idle transactions (25P03), an unknown database (3D), a full disk or
 * too many connections (53), a lock timeout (55P03), operators and timeouts (57) and failing disks (58).
 */
const UNAVAILABLE = /^(?:E[A-Z]|CONNECT|08|25006|25P03|3D|53|55P03|57|58)/;

/** The server answers but cannot store: it is read-only (25006), its disk is full (53100) or failing (58030). */
const REFUSED_WRITE = /^(?:25006|53100|58030)$/;

/** Deadlocks and conflicts. */
const PASSING = /^(?:40001|40P01)$/;

/** The SQLSTATE or the driver's code; "" if it has none. */
export function codeOf(error: unknown): string {
  // The code of a `GameError` may look like one of the network: EVENT_OVER, ECONNRESET.
  const isTheirs = error instanceof Error && !(error instanceof GameError) && "code" in error;
  return isTheirs ? String(error.code) : "";
}

/** True if nothing was stored and a retry may succeed at once. */
export function isPassing(error: unknown): boolean {
  return PASSING.test(codeOf(error)) ||
    // Another instance added a similar mail out of turn. A new decision merges this one into it.
    (codeOf(error) === "23505" && error instanceof Error && "constraint_name" in error &&
      error.constraint_name === "outbox_waiting");
}

export function isRefusedWrite(error: unknown): boolean {
  return REFUSED_WRITE.test(codeOf(error));
}

/** The error for callers: `DatabaseUnavailable`, or the error itself if it is a defect. */
export function explained(error: unknown): unknown {
  const code = codeOf(error);
  return UNAVAILABLE.test(code) || PASSING.test(code)
    ? new DatabaseUnavailable(`The database does not serve (${code})`, { cause: error })
    : error;
}
