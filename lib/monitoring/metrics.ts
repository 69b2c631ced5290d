import { metrics } from "@opentelemetry/api";
import { type MetricAttributes, type MetricDefinition, PrometheusRegistry } from "./prometheus.ts";

/** With OpenTelemetry off, its instruments do nothing. */
const meter = metrics.getMeter("gift-exchange");

/** null while no page for Prometheus is served. */
let registry: PrometheusRegistry | null = null;

/** Starts keeping measurements for Prometheus, and returns the registry that keeps them. */
export function collectMetrics(): PrometheusRegistry {
  return registry ??= new PrometheusRegistry();
}

/** Records a value; for a counter, the amount to add. */
type Measure = (value: number, attributes?: MetricAttributes) => void;

/** Records measurements for OpenTelemetry, and for Prometheus if that is on. */
function both(metric: MetricDefinition, measure: Measure): Measure {
  return (value, attributes) => {
    measure(value, attributes);
    registry?.record(metric, value, attributes);
  };
}

function counter(name: string, description: string, unit: string): { add: Measure } {
  const instrument = meter.createCounter(name, { description, unit });
  const metric = { kind: "counter", name, description, unit } as const;
  return { add: both(metric, instrument.add.bind(instrument)) };
}

function gauge(name: string, description: string, unit: string): { record: Measure } {
  const instrument = meter.createGauge(name, { description, unit });
  const metric = { kind: "gauge", name, description, unit } as const;
  return { record: both(metric, instrument.record.bind(instrument)) };
}

/** A histogram of durations in seconds. */
function durations(name: string, description: string): { record: Measure } {
  const metric = { name, description, kind: "histogram", unit: "s", buckets: DURATIONS } as const;
  const advice = { explicitBucketBoundaries: DURATIONS };
  const instrument = meter.createHistogram(name, { description, unit: metric.unit, advice });
  return { record: both(metric, instrument.record.bind(instrument)) };
}

/** Buckets of durations, in seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Time to the first byte of a response, by method, route and status; Deno's own metric lacks the route. */
export const requestDuration = durations("gift_exchange.request.duration", "Duration of requests");

/** Errors that were logged, by `event`. */
export const errorCount = counter("gift_exchange.errors", "Errors logged", "{error}");

/** Duration of decisions that draw pairs, by `action` and `outcome`. */
export const drawDuration = durations(
  "gift_exchange.draw.duration",
  "Duration of decisions that draw pairs",
);

/** Attempts to send a mail, by `outcome`, `kind` and `reason`. */
export const mailCount = counter(
  "gift_exchange.mails",
  "Mails sent, postponed and failed",
  "{mail}",
);

/** Attempts to notify a browser, by `outcome` and `kind`. */
export const pushCount = counter(
  "gift_exchange.notices",
  "Notices sent to browsers, postponed and refused",
  "{notice}",
);

/** Reports by people who do not know the game that mailed them, by `outcome`: noted or paused. */
export const reportCount = counter(
  "gift_exchange.reports",
  "Reports of unwanted mail; those with the outcome paused have stopped a game's mail",
  "{report}",
);

/** Duration of each verb of the store. */
export const queryDuration = durations(
  "db.client.operation.duration",
  "Duration of database operations",
);

export const slowQueryCount = counter(
  "gift_exchange.db.slow_queries",
  "Database operations that took longer than is good",
  "{query}",
);

/** Waiting mails of all instances. */
export const waitingMails = gauge("gift_exchange.mails.waiting", "Mails in the outbox", "{mail}");

/** Age of the oldest mail that is due, and neither held nor paused; 0 without one. */
export const oldestMail = gauge(
  "gift_exchange.mails.oldest_age",
  "Age of the oldest mail in the outbox",
  "s",
);

export const activeGames = gauge(
  "gift_exchange.games.active",
  "Games that are not archived",
  "{game}",
);

/** Connections of this instance to the database, by `state`. */
export const connectionCount = gauge(
  "db.client.connection.count",
  "Connections to the database",
  "{connection}",
);

export const waitingForConnection = gauge(
  "db.client.connection.pending_requests",
  "Operations that wait for a connection",
  "{request}",
);
