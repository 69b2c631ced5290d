import assert from "node:assert/strict";
import { type MetricDefinition, PrometheusRegistry } from "./prometheus.ts";

const TIMES: MetricDefinition = {
  kind: "histogram",
  name: "gift.request.duration",
  description: "Duration of requests",
  unit: "s",
  buckets: [0.1, 1],
};
const MAILS: MetricDefinition = {
  kind: "counter",
  name: "gift.mails",
  description: "Mails",
  unit: "{mail}",
};
const AGE: MetricDefinition = { kind: "gauge", name: "gift.age", description: "Age", unit: "s" };

Deno.test("PrometheusRegistry writes recorded metrics in Prometheus' text format", () => {
  const registry = new PrometheusRegistry();
  assert.equal(registry.write(), "");
  for (const seconds of [0.05, 0.1, 0.5, 7]) {
    registry.record(TIMES, seconds, { "http.route": "/a", status: 200 });
  }
  registry.record(MAILS, 1, { outcome: 'a "b"\\\n' });
  registry.record(MAILS, 2, { outcome: 'a "b"\\\n' });
  registry.record(MAILS, 1, { outcome: "sent" });
  registry.record(AGE, 5);
  registry.record(AGE, 3);
  assert.equal(
    registry.write(),
    String.raw`# HELP gift_request_duration_seconds Duration of requests
# TYPE gift_request_duration_seconds histogram
gift_request_duration_seconds_bucket{http_route="/a",status="200",le="0.1"} 2
gift_request_duration_seconds_bucket{http_route="/a",status="200",le="1"} 3
gift_request_duration_seconds_bucket{http_route="/a",status="200",le="+Inf"} 4
gift_request_duration_seconds_sum{http_route="/a",status="200"} 7.65
gift_request_duration_seconds_count{http_route="/a",status="200"} 4
# HELP gift_mails_total Mails
# TYPE gift_mails_total counter
gift_mails_total{outcome="a \"b\"\\\n"} 3
gift_mails_total{outcome="sent"} 1
# HELP gift_age_seconds Age
# TYPE gift_age_seconds gauge
gift_age_seconds 3
`,
  );
});
