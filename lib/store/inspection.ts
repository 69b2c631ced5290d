/** The state of a database, read without changing it. */
export interface Inspection {
  /** Number of applied migrations; 0: the database is empty. */
  applied: number;
  /** Number of migrations in this release. */
  known: number;
  /** The stored mark of the key that links derive from; null: none yet. */
  keyMark: string | null;
  /** null: unknown before all migrations are applied. */
  outbox: OutboxState | null;
  /** Size of all photos in bytes; null: unknown before all migrations are applied. */
  photoBytes: number | null;
}

export interface OutboxState {
  /** Age in seconds of the oldest mail that is to be sent, negative before it is due; null: none waits. */
  oldestWaiting: number | null;
  /** Mails given up within the last 24 hours. */
  failedToday: number;
}

/** Message of the desk and of transfers for a database that has more or fewer migrations than this release. */
export const OTHER_RELEASE =
  "The database is of another release: use that one, or start the service on it first";

/** The outbox of a database that has none yet. */
export const EMPTY_OUTBOX: OutboxState = { oldestWaiting: null, failedToday: 0 };
