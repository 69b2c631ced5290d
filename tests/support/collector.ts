import { z } from "zod";

const attributes = z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }));
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string(),
  name: z.string(),
  attributes,
});
const point = z.object({
  attributes,
  asDouble: z.number().optional(),
  count: z.string().optional(),
});
const points = z.object({ dataPoints: z.array(point) });
const metric = z.object({
  name: z.string(),
  gauge: points.optional(),
  sum: points.optional(),
  histogram: points.optional(),
});
const sent = z.object({
  resourceSpans: z.array(z.object({
    scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(span) })),
  })).default([]),
  resourceMetrics: z.array(z.object({
    scopeMetrics: z.array(z.object({ metrics: z.array(metric) })),
  })).default([]),
});

export type Span = z.infer<typeof span> & { scope: string };

/** An OpenTelemetry collector that receives JSON over HTTP and keeps everything. */
export class TestCollector implements AsyncDisposable {
  readonly spans: Span[] = [];
  /** Last values by metric name. */
  readonly metrics = new Map<string, z.infer<typeof point>[]>();
  /** Everything received, as text. */
  received = "";
  readonly #end = new AbortController();
  readonly #server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen() {},
    signal: this.#end.signal,
  }, async (req) => {
    const text = await req.text();
    this.received += text;
    const { resourceSpans, resourceMetrics } = sent.parse(JSON.parse(text));
    for (const { scope, spans } of resourceSpans.flatMap((one) => one.scopeSpans)) {
      this.spans.push(...spans.map((one) => ({ ...one, scope: scope.name })));
    }
    for (
      const one of resourceMetrics.flatMap((one) => one.scopeMetrics).flatMap((one) => one.metrics)
    ) {
      const { dataPoints = [] } = one.gauge ?? one.sum ?? one.histogram ?? {};
      this.metrics.set(one.name, dataPoints);
    }
    return Response.json({});
  });

  /** Settings that make the service export everything to it, with little delay. */
  get settings(): Record<string, string> {
    return {
      OTEL_DENO: "true",
      OTEL_TRACES_SAMPLER: "parentbased_always_off",
      OTEL_PROPAGATORS: "none",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${this.#server.addr.port}`,
      OTEL_METRIC_EXPORT_INTERVAL: "500",
      OTEL_BSP_SCHEDULE_DELAY: "100",
    };
  }

  /** Last values of a metric, by one of its attributes. */
  values(name: string, attribute: string): Record<string, number> {
    return Object.fromEntries((this.metrics.get(name) ?? []).map((one) => [
      String(attributesOf(one)[attribute] ?? ""),
      Number(one.asDouble ?? one.count),
    ]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A client that does not read its response would keep the server running.
    this.#end.abort();
    await this.#server.finished;
  }
}

/** Attribute values by name. */
export function attributesOf(
  of: { attributes: z.infer<typeof attributes> },
): Record<string, unknown> {
  return Object.fromEntries(of.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
