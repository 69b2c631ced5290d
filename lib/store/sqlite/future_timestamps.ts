import { IS_NOT_HELD } from "../records.ts";
import { CLOCK_TOLERANCE, LONGEST_PUT_OFF } from "../store.ts";
import type { Connection } from "./connection.ts";
import type { Statement } from "./writes.ts";

/** ?1: now; ?2: the end of a lease that begins now; ?3, ?4, ?5: the last moments for each. */
const MISDATED = `status = 'queued' and ${IS_NOT_HELD}
  and (created_at > ?3 or lease_until > ?4 or due_at > ?5)`;

function moments(leaseSeconds: number, now: number): number[] {
  const latest = now + CLOCK_TOLERANCE * 1000;
  const lease = leaseSeconds * 1000;
  return [now, now + lease, latest, latest + lease, latest + LONGEST_PUT_OFF * 1000];
}

/** True if the outbox holds times in the future, written before the clock was set back. */
export function hasFutureTimestamp(db: Connection, leaseSeconds: number, now: number): boolean {
  // All parameters must be used.
  const sql = `select ?1 < ?2 from outbox where ${MISDATED} limit 1`;
  return db.get(sql, ...moments(leaseSeconds, now)) !== undefined;
}

export function redating(leaseSeconds: number, now: number): Statement {
  return {
    sql: `
      update outbox set due_at = min(due_at, ?1), created_at = min(created_at, ?1),
        lease_until = min(lease_until, ?2)
      where ${MISDATED}`,
    params: [moments(leaseSeconds, now)],
  };
}
