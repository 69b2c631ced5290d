import { log, logError } from "./monitoring/log.ts";
import { remindOfNearEvents } from "./operations.ts";
import { readSettings, SettingsError } from "./settings.ts";

/** Made by the build, so the compiler cannot look it up. */
const BUILT_SERVER = new URL("../_fresh/server.js", import.meta.url).href;

/**
 * Serves the built app on HOST and PORT, which `deno serve` would take from flags alone, and ends well:
 * on SIGINT or SIGTERM no new request is taken, those under way are answered, then the database closes.
 */
async function serve(): Promise<void> {
  const { host, port } = readSettings();
  const { services } = await import("../main.ts");
  const built: { default: { fetch: Deno.ServeHandler } } = await import(BUILT_SERVER);
  const opened = await services();
  // A day's reminders are due even where the process was down when the cron would have run.
  remindOfNearEvents(opened, new Date()).catch((error) => logError("reminders failed", error));
  const server = Deno.serve({
    hostname: host,
    port,
    onListen: ({ port }) =>
      log("listening", { url: `http://${host === "0.0.0.0" ? "localhost" : host}:${port}` }),
  }, built.default.fetch);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => server.shutdown());
  }
  await server.finished;
  await opened.close();
  Deno.exit(0);
}

try {
  await serve();
} catch (error) {
  if (error instanceof SettingsError) console.error(error.message);
  else logError("start failed", error);
  Deno.exit(1);
}
