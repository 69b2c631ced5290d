import { GameError } from "../../game/errors.ts";
import { DatabaseUnavailable } from "../store.ts";

/**
 * Codes of a server that cannot be reached or does not serve: of the network and the driver, and SQLSTATEs
 * of lost connections (08), of a standby (25006), of ended idle transactions (25P03), of an unknown
 * database (3D), of a full disk or too many connections (53), of a lock that was not to be had in time
 * (55P03), of operators and timeouts (57) and of failing disks (58).
 */
const UNAVAILABLE = /^(?:E[A-Z]|CONNECT|08|25006|25P03|3D|53|55P03|57|58)/;

/**
 * The server answers but cannot store: it is read-only (25006), its disk is full (53100) or failing (58030).
 */
const REFUSED_WRITE = /^(?:25006|53100|58030)$/;

/** Deadlocks and conflicts. */
const PASSING = /^(?:40001|40P01)$/;

/** The SQLSTATE or the driver's code; "" where it has none. */
export function codeOf(error: unknown): string {
  // A refusal's code may look like one of the network: EVENT_OVER, ECONNRESET.
  const isTheirs = error instanceof Error && !(error instanceof GameError) && "code" in error;
  return isTheirs ? String(error.code) : "";
}

/** True if nothing was stored and a retry may succeed at once. */
export function isPassing(error: unknown): boolean {
  return PASSING.test(codeOf(error)) ||
    // Another instance added a similar mail without waiting for its turn: decided again, this one joins it.
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
