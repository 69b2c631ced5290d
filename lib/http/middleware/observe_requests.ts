import type { Context } from "fresh";
import { logWarning } from "../../monitoring/log.ts";
import { requestDuration } from "../../monitoring/metrics.ts";
import { inRequest, requestId } from "../../monitoring/request_id.ts";
import { SpanKind, traced } from "../../monitoring/spans.ts";
import type { State } from "../../state.ts";

/** A request that takes at least this many ms counts as slow. */
const SLOW = 2000;

/**
 * Middleware that gives each request a span and an id, which is sent with the response and logged with each line. Only
 * the route of the URL is recorded, because the rest may contain codes, ids and tokens.
 */
export function observeRequests(ctx: Context<State>): Promise<Response> {
  const { req: { method }, route } = ctx;
  const kind = { "http.request.method": method, ...(route ? { "http.route": route } : {}) };
  const options = { attributes: kind, kind: SpanKind.SERVER };
  return inRequest(() =>
    traced(route ? `${method} ${route}` : method, options, async (span) => {
      const start = performance.now();
      let status = 500;
      try {
        const answer = await ctx.next();
        status = answer.status;
        answer.headers.set("x-request-id", requestId() ?? "");
        return answer;
      } finally {
        const ms = performance.now() - start;
        requestDuration.record(ms / 1000, { ...kind, "http.response.status_code": status });
        span.note({ "http.response.status_code": status, "request.id": requestId() ?? "" });
        if (status >= 500) span.fail(String(status));
        if (ms >= SLOW) logWarning("slow request", { method, route, status, ms: Math.round(ms) });
      }
    })
  );
}
