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
import { eraseOldGames } from "./erase.ts";
import { forgetPhotos } from "./photos.ts";

/** Reminders come first, because people wait for them; erasure, which takes longest, comes last. */
const TASKS: Readonly<Record<string, (services: Services, now: Date) => Promise<unknown>>> = {
  reminders: remindOfNearEvents,
  "reminders to send": remindToSend,
  archival: archiveExpiredGames,
  "forgetting of addresses": forgetAddresses,
  "forgetting of counts": forgetOldCounts,
  "forgetting of requests": forgetRequests,
  "forgetting of photos": forgetPhotos,
  erasure: eraseOldGames,
};

/**
 * Runs all daily tasks. Each looks for what is due, so any number of instances may run them at any time, and the
 * next run makes up for a missed one. A task that fails is logged, and the others still run.
 *
 * @throws if a task has failed, so that the caller tries again.
 */
export async function doDailyWork(services: Services, now: Date): Promise<void> {
  const failed: string[] = [];
  await traced("daily", {}, async () => {
    for (const [task, run] of Object.entries(TASKS)) {
      if (services.ending.signal.aborted) return;
      try {
        await run(services, now);
      } catch (error) {
        failed.push(task);
        logError("daily work failed", error, { task });
      }
    }
  });
  if (failed.length > 0) throw new Error(`Daily work failed: ${failed.join(", ")}`);
}
