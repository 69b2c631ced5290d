import type { Middleware } from "fresh";
import { adoptRequestId } from "../../monitoring/request_id.ts";
import type { Services } from "../../services.ts";
import type { State } from "../../state.ts";
import { originOf } from "../origin.ts";

/**
 * Middleware: gives every route the open services and the origin that the client used, and takes over the request
 * id of a trusted proxy.
 */
export function provideServices(services: () => Promise<Services>): Middleware<State> {
  return async (ctx) => {
    ctx.state.services = await services();
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
