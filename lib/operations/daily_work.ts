import { logError } from "../monitoring/log.ts";
import { traced } from "../monitoring/spans.ts";
import type { Services } from "../services.ts";
import {
  archiveExpiredGames,
  forgetAddresses,
  forgetOldCounts,
  forgetRequests,
  remindOfNearEvents,
  remindToSend,
} from "./daily.ts";
import { earlierNow } from "./earlier_now.ts";
import { eraseOldGames } from "./erase.ts";
import { forgetPhotos } from "./photos.ts";

type Tasks = Readonly<Record<string, (services: Services, now: Date) => Promise<unknown>>>;

const REMINDERS: Tasks = {
  reminders: remindOfNearEvents,
  "reminders to send": remindToSend,
};

/** Erasure comes last because it takes longest. */
const CLEANUP = {
  archival: archiveExpiredGames,
  "forgetting of addresses": forgetAddresses,
  "forgetting of counts": forgetOldCounts,
  "forgetting of requests": forgetRequests,
  "forgetting of photos": forgetPhotos,
  erasure: eraseOldGames,
} satisfies Tasks;

/**
 * Runs all daily tasks, the reminders first, because people wait for them. Each task looks for due work, so any number
 * of instances may run them at any time, and the next run makes up for a missed one. A task that fails is logged, and
 * the others still run.
 *
 * @param now by default the time of `earlierNow`.
 * @throws if a task has failed, so that the caller tries again.
 */
export async function doDailyWork(services: Services, now?: Date): Promise<void> {
  const failed = await traced(
    "daily",
    {},
    () => runTasks({ ...REMINDERS, ...CLEANUP }, services, now),
  );
  if (failed.length > 0) throw new Error(`Daily work failed: ${failed.join(", ")}`);
}

/**
 * Runs the daily tasks except the reminders. Failures after the archival are logged and left for the next run.
 *
 * @returns how many games the archival found and archived.
 */
export async function cleanUp(services: Services) {
  const now = await earlierNow(services.store);
  const { archival, ...others } = CLEANUP;
  const archived = await archival(services, now);
  await runTasks(others, services, now);
  return archived;
}

/** Runs tasks one after the other until the service ends. @returns the names of those that failed. */
async function runTasks(tasks: Tasks, services: Services, now?: Date): Promise<string[]> {
  const failed: string[] = [];
  for (const [task, run] of Object.entries(tasks)) {
    if (services.ending.signal.aborted) break;
    try {
      now ??= await earlierNow(services.store);
      await run(services, now);
    } catch (error) {
      failed.push(task);
      logError("daily work failed", error, { task });
    }
  }
  return failed;
}
