/** Describes a metric. */
export interface MetricDefinition {
  kind: "counter" | "gauge" | "histogram";
  /** As in OpenTelemetry: `gift_exchange.mails`. */
  name: string;
  description: string;
  /** As in OpenTelemetry: `s`, or `{mail}` for a number of mails. */
  unit: string;
  /** Upper bounds of a histogram's buckets, rising. */
  buckets?: readonly number[];
}

/** Labels of a measurement; never anything personal. */
export type MetricAttributes = Readonly<Record<string, string | number>>;

/** Measurements with the same attributes. */
interface Series {
  /** The last value of a gauge; the sum of all others. */
  value: number;
  count: number;
  /** Number of measurements in each bucket. */
  buckets: number[];
}

/**
 * Keeps measurements for Prometheus and writes them in its text format, version 0.0.4. Names follow OpenTelemetry's
 * rules for Prometheus. OpenTelemetry's exporter is not used, because it needs the whole SDK next to the one in Deno.
 */
export class PrometheusRegistry {
  readonly #metrics = new Map<MetricDefinition, Map<string, Series>>();

  record(metric: MetricDefinition, value: number, attributes: MetricAttributes = {}): void {
    const all = this.#metrics.getOrInsertComputed(metric, () => new Map());
    const labels = writeLabels(attributes);
    const series = all.getOrInsertComputed(labels, () => ({ value: 0, count: 0, buckets: [] }));
    series.value = metric.kind === "gauge" ? value : series.value + value;
    series.count++;
    const bucket = metric.buckets?.findIndex((bound) => value <= bound) ?? -1;
    if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
  }

  write(): string {
    return [...this.#metrics].map(([metric, all]) => writeMetric(metric, all)).join("");
  }
}

function writeMetric(metric: MetricDefinition, all: ReadonlyMap<string, Series>): string {
  const { kind, description, buckets = [] } = metric;
  const name = nameOf(metric);
  const lines = [...all].flatMap(([labels, { value, count, buckets: counts }]) => {
    if (kind !== "histogram") return [`${name}${inBraces(labels)} ${value}`];
    let below = 0;
    return [
      ...buckets.map((bound, index) => {
        below += counts[index] ?? 0;
        return `${name}_bucket${inBraces(labels, `le="${bound}"`)} ${below}`;
      }),
      `${name}_bucket${inBraces(labels, 'le="+Inf"')} ${count}`,
      `${name}_sum${inBraces(labels)} ${value}`,
      `${name}_count${inBraces(labels)} ${count}`,
    ];
  });
  return [`# HELP ${name} ${description}`, `# TYPE ${name} ${kind}`, ...lines, ""].join("\n");
}

/**
 * Returns the Prometheus name: `gift_exchange.mails.oldest_age` in seconds becomes
 * `gift_exchange_mails_oldest_age_seconds`. The suffix `_count` is reserved for histograms.
 */
function nameOf({ name, kind, unit }: MetricDefinition): string {
  return name.replace(/\.count$/, "").replaceAll(".", "_") + (unit === "s" ? "_seconds" : "") +
    (kind === "counter" ? "_total" : "");
}

function writeLabels(attributes: MetricAttributes): string {
  return Object.entries(attributes).sort(([a], [b]) => a < b ? -1 : 1).map(([name, value]) => {
    const escaped = String(value).replaceAll(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
    return `${name.replaceAll(/\W/g, "_")}="${escaped}"`;
  }).join();
}

function inBraces(...labels: string[]): string {
  const all = labels.filter(Boolean).join();
  return all && `{${all}}`;
}
