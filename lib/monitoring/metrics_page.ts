import { collectMetrics } from "./metrics.ts";

/** The media type of Prometheus' text format. */
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Serves `/metrics` for Prometheus on a port of its own. */
export function serveMetrics(hostname: string, port: number): Deno.HttpServer {
  const registry = collectMetrics();
  return Deno.serve({ hostname, port, onListen() {} }, ({ method, url }) => {
    if (new URL(url).pathname !== "/metrics") return new Response(null, { status: 404 });
    if (method !== "GET" && method !== "HEAD") {
      return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
    }
    return new Response(registry.write(), { headers: { "content-type": CONTENT_TYPE } });
  });
}
