import { metrics } from "@opentelemetry/api";

/** With OpenTelemetry off, instruments do nothing. */
const meter = metrics.getMeter("gift-exchange");

/** Buckets of durations, in seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Time to the first byte of an answer, by method, route and status; Deno's own metric lacks the route. */
export const requestDuration = meter.createHistogram("gift_exchange.request.duration", {
  description: "Duration of requests",
  unit: "s",
  advice: { explicitBucketBoundaries: DURATIONS },
});

/** Errors that were logged, by `event`. */
export const errorCount = meter.createCounter("gift_exchange.errors", {
  description: "Errors logged",
  unit: "{error}",
});

/** Duration of decisions that draw pairs, by `action` and `outcome`. */
export const drawDuration = meter.createHistogram("gift_exchange.draw.duration", {
  description: "Duration of decisions that draw pairs",
  unit: "s",
  advice: { explicitBucketBoundaries: DURATIONS },
});

/** Attempts to send a mail, by `outcome`, `kind` and `reason`. */
export const mailCount = meter.createCounter("gift_exchange.mails", {
  description: "Mails sent, postponed and failed",
  unit: "{mail}",
});

/** People who said that they do not know a game they got mail from, by `outcome`: noted or paused. */
export const reportCount = meter.createCounter("gift_exchange.reports", {
  description: "Reports of unwanted mail; those with the outcome paused have stopped a game's mail",
  unit: "{report}",
});

/** Duration of each verb of the store. */
export const queryDuration = meter.createHistogram("db.client.operation.duration", {
  description: "Duration of database operations",
  unit: "s",
  advice: { explicitBucketBoundaries: DURATIONS },
});

export const slowQueryCount = meter.createCounter("gift_exchange.db.slow_queries", {
  description: "Database operations that took longer than is good",
  unit: "{query}",
});

/** Waiting mails of all instances. */
export const waitingMails = meter.createGauge("gift_exchange.mails.waiting", {
  description: "Mails in the outbox",
  unit: "{mail}",
});

/** Age of the oldest waiting mail; 0 without one. */
export const oldestMail = meter.createGauge("gift_exchange.mails.oldest_age", {
  description: "Age of the oldest mail in the outbox",
  unit: "s",
});

export const activeGames = meter.createGauge("gift_exchange.games.active", {
  description: "Games that are not archived",
  unit: "{game}",
});

/** Connections of this instance to the database, by `state`. */
export const connectionCount = meter.createGauge("db.client.connection.count", {
  description: "Connections to the database",
  unit: "{connection}",
});

export const waitingForConnection = meter.createGauge(
  "db.client.connection.pending_requests",
  { description: "Operations that wait for a connection", unit: "{request}" },
);
