import assert from "node:assert/strict";
import { z } from "zod";
import { operationTest } from "@/tests/support/operations.ts";
import { reportHealth } from "../operations/health.ts";
import { healthSchema } from "./answer_schemas.ts";
import { openApiExamples } from "./openapi_examples.ts";
import { forwardedIn } from "./origin.ts";

operationTest("healthSchema lists every state of the report", async (services) => {
  const down = () => Promise.reject(new Error("down"));
  const store = Object.assign(Object.create(services.store), { ping: down });
  const mail = Object.assign(Object.create(services.mail), { verify: down });
  const states = new Set<string>();
  for (
    const change of [{}, { store }, { mail }, { mail: null }, { store, mail }]
  ) {
    const report = await reportHealth({ ...services, ...change }, new Date());
    const told = healthSchema.parse({ ...report, forwarded: forwardedIn(new Headers()) });
    assert.equal(told.status, told.overallStatus);
    states.add(told.overallStatus);
    for (const { status } of told.services) states.add(status);
  }
  assert.deepEqual([...states].toSorted(), ["Degraded", "Healthy", "NotConfigured", "Unhealthy"]);
});

Deno.test("response schemas accept what they promise and nothing else", () => {
  const examples = openApiExamples();
  const rows: [string, Record<string, unknown>][] = [
    ["HealthReport", { status: "Fine" }],
    ["HealthReport", { checks: { database: { status: "ok" }, email: { status: "down" } } }],
    ["HealthReport", { services: [] }],
    ["HealthReport", { forwarded: { addresses: -1, proto: null, host: null } }],
    ["Liveness", { status: "dead" }],
    ["Readiness", { status: "soon" }],
    ["Readiness", { checks: { database: { status: "healthy" } } }],
    ["Archived", { success: false }],
    ["CleanupResult", { failedCount: 0.5 }],
    ["EmailResult", { queued: "1" }],
    ["EmailResult", { notified: 0.5 }],
    ["LinksRequested", { success: false }],
    ["PhotoAdded", { photo: "1" }],
    ["Config", { isCreationOpen: "yes" }],
    ["DeviceAdded", { device: "1" }],
    ["CreatedGame", { emailResults: { organizerEmailSent: true } }],
  ];
  for (const [name, wrong] of rows) {
    const schema = z.globalRegistry._idmap.get(name) ?? assert.fail(name);
    const value: Record<string, unknown> = Object(examples[name]?.value);
    assert(z.safeParse(schema, value).success, name);
    assert(
      !z.safeParse(schema, { ...value, ...wrong }).success,
      `${name} ${JSON.stringify(wrong)}`,
    );
  }
});
