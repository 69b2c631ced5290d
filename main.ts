import { App, csp, staticFiles } from "fresh";
import { limitRequests } from "./lib/http/middleware/limit_requests.ts";
import { onPages, servePages, servePlainHttp } from "./lib/http/middleware/serve_pages.tsx";
import { CONTENT_POLICY, secureHeaders } from "./lib/http/middleware/secure_headers.ts";
import { archiveExpiredGames, remindOfNearEvents } from "./lib/operations.ts";
import { openServices, type Services } from "./lib/services.ts";
import { readSettings, type Settings } from "./lib/settings.ts";
import type { State } from "./lib/state.ts";

/** The whole service as one app; the first request is the first to ask for `services`. */
export function createApp(settings: Settings, services: () => Promise<Services>): App<State> {
  return new App<State>({ trustProxy: settings.trustProxy > 0 })
    .use(secureHeaders(settings.publicUrl))
    .use(staticFiles())
    .use(onPages(servePlainHttp))
    .use(onPages(csp({ useNonce: true, csp: CONTENT_POLICY })))
    .use(onPages(servePages))
    .use(async (ctx) => {
      ctx.state.services = await services();
      return await ctx.next();
    })
    .use(limitRequests)
    .fsRoutes();
}

const settings = readSettings();
let opened: Promise<Services> | undefined;

/** What this process has open; opened once, when first asked for, and asked for again where it failed. */
export function services(): Promise<Services> {
  return opened ??= openServices(settings).catch((error) => {
    opened = undefined;
    throw error;
  });
}

export const app = createApp(settings, services);

Deno.cron("archive past games and remind of near ones", "0 2 * * *", async () => {
  const open = await services();
  const now = new Date();
  await archiveExpiredGames(open, now);
  await remindOfNearEvents(open, now);
});
