import assert from "node:assert/strict";
import { captureLogs } from "@/tests/support/logs.ts";
import { operationTest } from "@/tests/support/operations.ts";
import type { Services } from "../services.ts";
import { reportHealth } from "./health.ts";

/** The overall status, then the status of the database and of the mail server. */
async function statuses(services: Services) {
  const { overallStatus, status, checks } = await reportHealth(services, new Date());
  assert.equal(status, overallStatus);
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

operationTest("reportHealth() shows states and times, and no setting's value", async (services) => {
  const email = async (mail: Services["mail"]) => {
    const { services: parts } = await reportHealth({ ...services, mail }, new Date());
    return parts.find(({ name }) => name === "E-mail")?.status;
  };
  const down = { verify: () => Promise.reject(new Error("down")) };
  assert.deepEqual([
    await email(services.mail),
    await email(null),
    await email(Object.assign(Object.create(services.mail), down)),
  ], ["Healthy", "NotConfigured", "Degraded"]);
  for (const [secret, status] of [["", "NotConfigured"], ["key=secret", "Healthy"]] as const) {
    const settings = { ...services.settings, appMonitoringConnectionString: secret };
    const now = new Date(services.startedAt.getTime() + 90_500);
    const report = await reportHealth({ ...services, settings }, now);
    assert(!JSON.stringify(report).includes("key="));
    assert.equal(report.uptime, 90.5);
    assert.equal(report.timestamp, now.toISOString());
    const monitoring = report.services.find(({ name }) => name === "Application monitoring");
    assert.equal(monitoring?.status, status);
    assert.equal(report.services.find(({ name }) => name === "Database")?.status, "Healthy");
  }
});

operationTest(
  "reportHealth() describes the database and the mail server in words",
  async (services) => {
    const down = () => Promise.reject(new Error("down"));
    const works = { store: services.store, mail: services.mail, isUp: true };
    const broken = {
      store: Object.assign(Object.create(services.store), { ping: down }),
      mail: Object.assign(Object.create(services.mail), { verify: down }),
      isUp: false,
    };
    let clock = 0;
    const toHundredths = (ms: number | null = null) => {
      assert(ms !== null && ms > 1 && ms <= clock);
      return Number(ms.toFixed(2));
    };
    const { performance: { now } } = globalThis;
    performance.now = () => clock += 1.23456;
    try {
      for (const { store, mail, isUp } of [works, broken]) {
        const settings = { ...services.settings, buildVersion: "1.2.3", buildDate: "2027-01-01" };
        const report = await reportHealth({ ...services, settings, store, mail }, new Date());
        const { version, buildDate, environment, services: [database, email, monitoring] } = report;
        assert.deepEqual([version, buildDate, environment], ["1.2.3", "2027-01-01", "development"]);
        assert.deepEqual(database, {
          name: "Database",
          status: isUp ? "Healthy" : "Unhealthy",
          message: isUp ? "SQLite answers" : "SQLite does not serve",
          responseTimeMs: isUp ? toHundredths(database?.responseTimeMs) : null,
        });
        assert.deepEqual(email, {
          name: "E-mail",
          status: isUp ? "Healthy" : "Degraded",
          message: isUp
            ? "The mail server answers"
            : "Mails wait until the mail server and the database answer",
          responseTimeMs: isUp ? toHundredths(email?.responseTimeMs) : null,
        });
        assert.deepEqual(monitoring, {
          name: "Application monitoring",
          status: "NotConfigured",
          message: "No connection string is set",
          responseTimeMs: null,
        });
      }
    } finally {
      performance.now = now;
    }
  },
);

operationTest("reportHealth() waits for no probe that does not end", async (services) => {
  const { setTimeout, clearTimeout } = globalThis;
  const cleared: unknown[] = [];
  const never = { verify: () => new Promise<void>(() => {}) };
  const mail = Object.assign(Object.create(services.mail), never);
  const soon = (work: () => void) => setTimeout(work, 1);
  try {
    Object.assign(globalThis, { setTimeout: soon });
    assert.equal((await reportHealth({ ...services, mail }, new Date())).overallStatus, "Degraded");
    const late = (work: () => void) => setTimeout(work, 5_000);
    const clear = (timer: number) => clearTimeout(cleared.push(timer) && timer);
    Object.assign(globalThis, { setTimeout: late, clearTimeout: clear });
    await reportHealth(services, new Date());
    assert.equal(cleared.length, 2, "and leaves no timer");
  } finally {
    Object.assign(globalThis, { setTimeout, clearTimeout });
  }
});

operationTest("a check that fails is logged by its name", async (services) => {
  const down = () => Promise.reject(new Error("down"));
  const store = Object.assign(Object.create(services.store), { ping: down });
  const mail = Object.assign(Object.create(services.mail), { verify: down });
  using logs = captureLogs();
  await reportHealth({ ...services, store, mail }, new Date());
  const checks = logs.lines.flatMap((line) =>
    /"health check failed".*"check":"(\w+)"/.exec(line)?.[1] ?? []
  );
  assert.deepEqual(checks.toSorted(), ["database", "email"]);
});
