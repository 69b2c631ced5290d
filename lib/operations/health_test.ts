import assert from "node:assert/strict";
import { operationTest } from "@/tests/support/operations.ts";
import type { Services } from "../services.ts";
import { reportHealth } from "./health.ts";

/** The overall status, then the status of the database and of the mail server. */
async function statuses(services: Services) {
  const { overallStatus, checks } = await reportHealth(services, new Date());
  return [overallStatus, checks.database.status, checks.email.status];
}

operationTest(
  "reportHealth() is degraded without mail, unhealthy without the database",
  async (services) => {
    const down = () => Promise.reject(new Error("down"));
    const store = Object.assign(Object.create(services.store), { ping: down });
    const mail = Object.assign(Object.create(services.mail), { verify: down });
    assert.deepEqual(await statuses(services), ["Healthy", "ok", "ok"]);
    assert.deepEqual(await statuses({ ...services, mail: null }), [
      "Healthy",
      "ok",
      "not_configured",
    ]);
    assert.deepEqual(await statuses({ ...services, mail }), ["Degraded", "ok", "error"]);
    assert.deepEqual(await statuses({ ...services, store }), ["Unhealthy", "error", "ok"]);
    assert.deepEqual(await statuses({ ...services, store, mail }), ["Unhealthy", "error", "error"]);
  },
);
