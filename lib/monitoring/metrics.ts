import { metrics } from "@opentelemetry/api";
import { type MetricAttributes, type MetricDefinition, PrometheusRegistry } from "./prometheus.ts";

/** With OpenTelemetry off, its instruments do nothing. */
const meter = metrics.getMeter("gift-exchange");

/** null: there is no page for Prometheus. */
let registry: PrometheusRegistry | null = null;

/** Keeps all measurements from now on, to be written for Prometheus. */
export function collectMetrics(): PrometheusRegistry {
  return registry ??= new PrometheusRegistry();
}

/** Records a value, or for a counter what to add. */
type Measure = (value: number, attributes?: MetricAttributes) => void;

type Description = Omit<MetricDefinition, "kind">;

/** Measures for OpenTelemetry, and for Prometheus too where that is on. */
function both(metric: MetricDefinition, measure: Measure): Measure {
  return (value, attributes) => {
    measure(value, attributes);
    registry?.record(metric, value, attributes);
  };
}

function counter(description: Description): { add: Measure } {
  const instrument = meter.createCounter(description.name, description);
  return { add: both({ ...description, kind: "counter" }, instrument.add.bind(instrument)) };
}

function gauge(description: Description): { record: Measure } {
  const instrument = meter.createGauge(description.name, description);
  return { record: both({ ...description, kind: "gauge" }, instrument.record.bind(instrument)) };
}

/** A histogram of durations in seconds. */
function durations({ name, description }: Omit<Description, "unit">): { record: Measure } {
  const metric = { name, description, kind: "histogram", unit: "s", buckets: DURATIONS } as const;
  const advice = { explicitBucketBoundaries: DURATIONS };
  const instrument = meter.createHistogram(name, { description, unit: metric.unit, advice });
  return { record: both(metric, instrument.record.bind(instrument)) };
}

/** Buckets of durations, in seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Time to the first byte of an answer, by method, route and status; Deno's own metric lacks the route. */
export const requestDuration = durations({
  name: "gift_exchange.request.duration",
  description: "Duration of requests",
});

/** Errors that were logged, by `event`. */
export const errorCount = counter({
  name: "gift_exchange.errors",
  description: "Errors logged",
  unit: "{error}",
});

/** Duration of decisions that draw pairs, by `action` and `outcome`. */
export const drawDuration = durations({
  name: "gift_exchange.draw.duration",
  description: "Duration of decisions that draw pairs",
});

/** Attempts to send a mail, by `outcome`, `kind` and `reason`. */
export const mailCount = counter({
  name: "gift_exchange.mails",
  description: "Mails sent, postponed and failed",
  unit: "{mail}",
});

/** People who said that they do not know a game they got mail from, by `outcome`: noted or paused. */
export const reportCount = meter.createCounter("gift_exchange.reports", {
  description: "Reports of unwanted mail; those with the outcome paused have stopped a game's mail",
  unit: "{report}",
});

/** Duration of each verb of the store. */
export const queryDuration = durations({
  name: "db.client.operation.duration",
  description: "Duration of database operations",
});

export const slowQueryCount = counter({
  name: "gift_exchange.db.slow_queries",
  description: "Database operations that took longer than is good",
  unit: "{query}",
});

/** Waiting mails of all instances. */
export const waitingMails = gauge({
  name: "gift_exchange.mails.waiting",
  description: "Mails in the outbox",
  unit: "{mail}",
});

/** Age of the oldest waiting mail; 0 without one. */
export const oldestMail = gauge({
  name: "gift_exchange.mails.oldest_age",
  description: "Age of the oldest mail in the outbox",
  unit: "s",
});

export const activeGames = gauge({
  name: "gift_exchange.games.active",
  description: "Games that are not archived",
  unit: "{game}",
});

/** Connections of this instance to the database, by `state`. */
export const connectionCount = gauge({
  name: "db.client.connection.count",
  description: "Connections to the database",
  unit: "{connection}",
});

export const waitingForConnection = gauge({
  name: "db.client.connection.pending_requests",
  description: "Operations that wait for a connection",
  unit: "{request}",
});
