import type { Middleware } from "fresh";
import { logError } from "../../monitoring/log.ts";
import { adoptRequestId } from "../../monitoring/request_id.ts";
import type { Services } from "../../services.ts";
import type { State } from "../../state.ts";
import { originOf } from "../origin.ts";

/** Paths of the health checks that query the database. */
const CHECKS = ["/api/health", "/api/health/ready"];

/**
 * Middleware that gives every route the open services and the origin that the client used, and adopts the request id
 * of a trusted proxy. If the database cannot be opened, health checks continue without all of that.
 */
export function provideServices(services: () => Promise<Services>): Middleware<State> {
  return async (ctx) => {
    const { pathname } = ctx.url;
    // The liveness check must not even open the database.
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
