import { logWarning } from "../monitoring/log.ts";
import type { Store } from "../store/store.ts";

/** Maximum difference between the two clocks without a warning, in ms. */
const TOLERATED = 60_000;

/**
 * Returns the earlier of this machine's and the database's time. Scheduled work is done for all instances, so one fast
 * clock must not close or erase games.
 */
export async function earlierNow(store: Pick<Store, "readClock">): Promise<Date> {
  const theirs = Date.parse(await store.readClock());
  const ours = Date.now();
  if (Math.abs(ours - theirs) > TOLERATED) {
    logWarning("clocks differ", { seconds: Math.round((ours - theirs) / 1000) });
  }
  return new Date(Math.min(ours, theirs));
}
