import assert from "node:assert/strict";
import { operationTest } from "@/tests/support/operations.ts";
import { reportHealth } from "../operations/health.ts";
import { healthSchema } from "./answer_schemas.ts";
import { forwardedIn } from "./origin.ts";

operationTest("healthSchema says every state that the report can be in", async (services) => {
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
