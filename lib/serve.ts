import { compressing } from "./http/compression.ts";
import { GracefulShutdown } from "./http/graceful_shutdown.ts";
import { keepListening } from "./http/keep_listening.ts";
import { proxyWarning } from "./http/origin.ts";
import { log, logError } from "./monitoring/log.ts";
import { serveMetrics } from "./monitoring/metrics_page.ts";
import { doDailyWork } from "./operations/daily_work.ts";
import { drawDue } from "./operations/draw_due.ts";
import { localUrl, readSettings, SettingsError } from "./settings.ts";
import { whenReachable } from "./store/when_reachable.ts";

/** A computed URL, because the file is created by the build and unknown to the compiler. */
const BUILT_SERVER = new URL("../_fresh/server.js", import.meta.url).href;

/** How long running requests may take to end, in ms, so that a hanging connection does not delay the shutdown. */
const PATIENCE = 10_000;

/** How long proxies have to notice that this instance is no longer ready before it stops listening, in ms. */
const FAREWELL = 3000;

/** Maximum time to keep listening for late requests, in ms. */
const LONGEST_FAREWELL = 5000;

/** How long the process may take to exit by itself once everything is closed, in ms. */
const LAST_MOMENT = 1000;

/**
 * Serves the built app on HOST and PORT (`deno serve` takes them from flags only), and shuts down gracefully:
 * on SIGINT or SIGTERM it reports that it is not ready, answers the requests that have arrived, stops
 * its jobs and listening, and closes the database.
 */
async function serve(): Promise<void> {
  const settings = readSettings();
  const { host, port, trustProxy } = settings;
  const warning = proxyWarning(settings);
  if (warning) log("setting missing", warning);
  if (!settings.operator.name) {
    log("setting missing", { setting: "OPERATOR_NAME", shown: "nobody is named as operator" });
  }
  const ending = new AbortController();
  const { metrics } = settings;
  if (metrics) {
    const end = keepListening(() => serveMetrics(metrics.host, metrics.port));
    ending.signal.addEventListener("abort", () => end().catch(() => {}));
  }
  const { services, startSchedules } = await import("../main.ts");
  startSchedules(ending.signal);
  const built: { default: { fetch: Parameters<typeof compressing>[0] } } = await import(
    BUILT_SERVER
  );
  const opened = await whenReachable(
    services,
    (seconds) => log("waiting for the database", { seconds }),
  );
  // These also run at the start, because the process or its database may have been down when they were due. Failures
  // are logged.
  const jobs = [
    doDailyWork(opened).catch(() => {}),
    drawDue(opened).catch((error) => logError("draws failed", error)),
  ];
  const drain = new GracefulShutdown();
  const shutdown = keepListening(() =>
    Deno.serve({
      hostname: host,
      port,
      onListen: ({ port }) => log("listening", { url: localUrl({ host, port }) }),
    }, drain.track(compressing(built.default.fetch)))
  );
  const stopListening = await askedToEnd();
  ending.abort();
  opened.ending.abort();
  await drain.drain(trustProxy > 0 ? FAREWELL : 0, LONGEST_FAREWELL);
  await Promise.race([
    Promise.all([shutdown(), ...jobs]),
    new Promise<void>((done) => Deno.unrefTimer(setTimeout(done, PATIENCE))),
  ]);
  await opened.close();
  stopListening();
  // Lets the process end by itself, because Deno.exit() waits for telemetry, which sometimes waits for this thread
  // forever.
  Deno.unrefTimer(setTimeout(() => Deno.exit(0), LAST_MOMENT));
}

/** Waits for SIGINT or SIGTERM. @returns a function that stops listening for them */
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
