/** How a database is found by someone who only looks at it. */
export interface Inspection {
  /** Migrations that have been applied; 0: there is nothing in it yet. */
  applied: number;
  /** Migrations that this release knows. */
  known: number;
  /** What is kept of the key that its links derive from; null: nothing yet. */
  keyMark: string | null;
  outbox: OutboxState;
}

export interface OutboxState {
  /** Age of the mail that has waited longest, in seconds; null: none waits. */
  oldestWaiting: number | null;
  /** Mails given up within the last 24 hours. */
  failedToday: number;
}

/** The outbox of a database that has none yet. */
export const EMPTY_OUTBOX: OutboxState = { oldestWaiting: null, failedToday: 0 };
