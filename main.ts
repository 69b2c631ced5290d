import { setTimeout as delay } from "node:timers/promises";
import { csp, staticFiles, trailingSlashes } from "fresh";
import { GuardedApp, refuseUnroutable } from "./lib/http/guarded_app.ts";
import { limitRequests } from "./lib/http/middleware/limit_requests.ts";
import { observeRequests } from "./lib/http/middleware/observe_requests.ts";
import { provideServices } from "./lib/http/middleware/provide_services.ts";
import { queueRequests } from "./lib/http/middleware/queue_requests.ts";
import { CONTENT_POLICY, secureHeaders } from "./lib/http/middleware/secure_headers.ts";
import { serveApi } from "./lib/http/middleware/serve_api.ts";
import {
  chooseLanguage,
  onPages,
  servePages,
  servePlainHttp,
} from "./lib/http/middleware/serve_pages.tsx";
import { outsideRequests } from "./lib/monitoring/request_id.ts";
import { logError } from "./lib/monitoring/log.ts";
import { doDailyWork } from "./lib/operations/daily_work.ts";
import { drawDue } from "./lib/operations/draw_due.ts";
import { readBounces } from "./lib/operations/read_bounces.ts";
import { openServices, type Services } from "./lib/services.ts";
import { readSettings } from "./lib/settings.ts";

/** Builds the whole service as one app. `services` is not called before the first request. */
export function createApp(services: () => Promise<Services>): GuardedApp {
  return new GuardedApp()
    .use(observeRequests)
    .use(secureHeaders)
    .use(staticFiles())
    .use(onPages(servePlainHttp))
    .use(onPages(csp({ useNonce: true, csp: CONTENT_POLICY })))
    .use(onPages(servePages))
    .use(...serveApi)
    .use(refuseUnroutable)
    .use(onPages(trailingSlashes("never")))
    .use(provideServices(services))
    .use(onPages(chooseLanguage))
    .use(limitRequests())
    .use(queueRequests())
    .fsRoutes();
}

let opened: Promise<Services> | undefined;

/** The services of this process: opened once, on first use. If opening fails, the next call tries again. */
export function services(): Promise<Services> {
  return opened ??= outsideRequests(() => openServices(readSettings())).catch((error) => {
    opened = undefined;
    throw error;
  });
}

export const app = createApp(services);

/** Pauses before retries of failed daily work, in ms. */
const RETRIES = [1000, 30_000, 300_000, 3_600_000, 3_600_000];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Starts the scheduled work: draws at their time, the daily archival, erasure and reminders, and reading bounces.
 *
 * @param signal stops it, so that it does not keep the process alive.
 */
export function startSchedules(signal: AbortSignal, open = services): void {
  // None of them may reject, because Deno would print the raw error, which includes the database's address.
  const drawRounds = async () => {
    try {
      await drawDue(await open());
    } catch (error) {
      logError("draws failed", error);
    }
  };
  const readReturned = async () => {
    try {
      await readBounces(await open());
    } catch (error) {
      logError("mailbox of mails that come back not read", error);
    }
  };
  const daily = () => workDaily(signal, open);
  let tickedAt = -Infinity;
  if (typeof Deno.cron === "function") {
    Deno.cron("draw the rounds whose time has come", "* * * * *", { signal }, () => {
      tickedAt = Infinity;
      return drawRounds().finally(() => tickedAt = performance.now());
    });
    Deno.cron(
      "archive past games and erase old ones and remind of near ones",
      "0 2 * * *",
      { signal },
      daily,
    );
    Deno.cron("read which mails came back", "*/3 * * * *", { signal }, readReturned);
  }
  // Deno Deploy runs each cron in one instance only. With the timer, all other instances would do the same work.
  if (Deno.env.has("DENO_DEPLOYMENT_ID")) return;
  // For hosts without cron, and after the clock was set back: Deno's crons then wait until their former time comes.
  let day = dayOfWork();
  let isAtWork = false;
  const timer = setInterval(() => {
    if (isAtWork) return;
    const before = day;
    day = dayOfWork();
    if (performance.now() - tickedAt < 1.5 * MINUTE) return;
    isAtWork = true;
    void Promise.all([drawRounds(), readReturned()]).finally(() => isAtWork = false);
    if (day !== before) void daily();
  }, MINUTE);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/** Number of days since 1970, if a day begins at 02:00 UTC, when the daily work runs. */
function dayOfWork(): number {
  return Math.floor((Date.now() - 2 * HOUR) / DAY);
}

/** Does the daily work, and retries after each pause of RETRIES until it succeeds. */
async function workDaily(signal: AbortSignal, open: typeof services): Promise<void> {
  for (const pause of [...RETRIES, null]) {
    const opened = await Promise.try(open)
      .catch((error) => logError("daily work failed", error));
    // `doDailyWork` itself logs which task failed.
    const isDone = opened && await doDailyWork(opened).then(() => true, () => false);
    if (isDone || pause === null) return;
    await delay(pause, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return;
  }
}
