import type { Context } from "fresh";
import { logWarning } from "../../monitoring/log.ts";
import { inRequest, requestId } from "../../monitoring/request_id.ts";
import { noteRoute, SpanKind, traced } from "../../monitoring/spans.ts";
import type { State } from "../../state.ts";

/** From how many ms on a request counts as slow. */
const SLOW = 2000;

/**
 * Middleware: gives each request an id, which its answer names and its log lines carry, and a span. Of its
 * address nothing but the route is told, since codes, ids and tokens stand in there.
 */
export function observeRequests(ctx: Context<State>): Promise<Response> {
  const { req: { method }, route } = ctx;
  if (route) noteRoute(route);
  return inRequest(() =>
    traced(route ? `${method} ${route}` : method, {
      attributes: { "http.request.method": method, ...(route ? { "http.route": route } : {}) },
      kind: SpanKind.SERVER,
    }, async (span) => {
      const start = performance.now();
      const answer = await ctx.next();
      const { status } = answer;
      const id = requestId() ?? "";
      answer.headers.set("x-request-id", id);
      span.note({ "http.response.status_code": status, "request.id": id });
      if (status >= 500) span.fail(String(status));
      const ms = Math.round(performance.now() - start);
      if (ms >= SLOW) logWarning("slow request", { method, route, status, ms });
      return answer;
    })
  );
}
