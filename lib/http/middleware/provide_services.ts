import type { Middleware } from "fresh";
import { logError } from "../../monitoring/log.ts";
import { adoptRequestId } from "../../monitoring/request_id.ts";
import type { Services } from "../../services.ts";
import type { State } from "../../state.ts";
import { originOf } from "../origin.ts";

/** Health checks that ask the database, by path. */
const CHECKS = ["/api/health", "/api/health/ready"];

/**
 * Middleware: gives every route the open services and the origin that the client used, and takes over the request
 * id of a trusted proxy. Health checks go on without all of that if the database cannot be opened.
 */
export function provideServices(services: () => Promise<Services>): Middleware<State> {
  return async (ctx) => {
    const { pathname } = ctx.url;
    // It asks nothing of the database, not even to be opened.
    if (pathname === "/api/health/live") return await ctx.next();
    try {
      ctx.state.services = await services();
    } catch (error) {
      if (!CHECKS.includes(pathname)) throw error;
      logError("database unavailable", error);
      return await ctx.next();
    }
    if (ctx.state.services.settings.trustProxy > 0) {
      adoptRequestId(ctx.req.headers.get("x-request-id"));
    }
    ctx.state.origin = originOf(
      { url: ctx.url, headers: ctx.req.headers },
      ctx.state.services.settings,
    );
    return await ctx.next();
  };
}
