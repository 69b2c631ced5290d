import { compressing } from "./http/compression.ts";
import { GracefulShutdown } from "./http/graceful_shutdown.ts";
import { keepListening } from "./http/keep_listening.ts";
import { proxyWarning } from "./http/origin.ts";
import { log, logError } from "./monitoring/log.ts";
import { doDailyWork } from "./operations/daily_work.ts";
import { drawDue } from "./operations/draw_due.ts";
import { readSettings, SettingsError } from "./settings.ts";

/** Made by the build, so the compiler cannot look it up. */
const BUILT_SERVER = new URL("../_fresh/server.js", import.meta.url).href;

/** How long requests under way may take to end, in ms: a connection that hangs holds nothing up. */
const PATIENCE = 10_000;

/** How long our proxies have to see that this instance is not ready any more, before it stops to listen, in ms. */
const FAREWELL = 3000;

/** How long it may go on listening for those who still come, in ms. */
const LONGEST_FAREWELL = 5000;

/** How long the process may take to end by itself once all is closed, in ms. */
const LAST_MOMENT = 1000;

/**
 * Serves the built app on HOST and PORT, which `deno serve` would take from flags alone, and ends well:
 * on SIGINT or SIGTERM proxies are told to send no more, all that has come is answered, then no new request is
 * taken, and the database closes.
 */
async function serve(): Promise<void> {
  const settings = readSettings();
  const { host, port, trustProxy } = settings;
  const warning = proxyWarning(settings);
  if (warning) log("setting missing", warning);
  const { services, startSchedules } = await import("../main.ts");
  const ending = new AbortController();
  startSchedules(ending.signal);
  const built: { default: { fetch: Parameters<typeof compressing>[0] } } = await import(
    BUILT_SERVER
  );
  const opened = await services();
  // Due even where the process, or its database, was down when the cron would have run; failures are logged.
  doDailyWork(opened, new Date()).catch(() => {});
  drawDue(opened).catch((error) => logError("draws failed", error));
  const drain = new GracefulShutdown();
  const shutdown = keepListening(() =>
    Deno.serve({
      hostname: host,
      port,
      onListen: ({ port }) =>
        log("listening", { url: `http://${host === "0.0.0.0" ? "localhost" : host}:${port}` }),
    }, drain.track(compressing(built.default.fetch)))
  );
  const stopListening = await askedToEnd();
  ending.abort();
  opened.isEnding = true;
  await drain.drain(trustProxy > 0 ? FAREWELL : 0, LONGEST_FAREWELL);
  await Promise.race([
    shutdown(),
    new Promise<void>((done) => Deno.unrefTimer(setTimeout(done, PATIENCE))),
  ]);
  await opened.close();
  stopListening();
  // The process ends by itself where nothing is left to do. Deno.exit() waits until telemetry was sent, which
  // at times waits for this thread: for ever.
  Deno.unrefTimer(setTimeout(() => Deno.exit(0), LAST_MOMENT));
}

/** Waits until the process is asked to end. @returns what stops listening for that */
function askedToEnd(): Promise<() => void> {
  const signals = ["SIGINT", "SIGTERM"] as const;
  return new Promise((resolve) => {
    const end = () =>
      resolve(() => {
        for (const signal of signals) Deno.removeSignalListener(signal, end);
      });
    for (const signal of signals) Deno.addSignalListener(signal, end);
  });
}

try {
  await serve();
} catch (error) {
  if (error instanceof SettingsError) console.error(error.message);
  else logError("start failed", error);
  Deno.exit(1);
}
