import assert from "node:assert/strict";
import { configSchema, healthSchema, liveSchema, readySchema } from "@/lib/http/answer_schemas.ts";
import { startApp, testAppOnBoth } from "../support/app.ts";
import { hasShape, refuses, succeeds } from "../support/client.ts";
import { TIME } from "../support/patterns.ts";
import { dropDatabase, makeDatabase } from "../support/postgres.ts";

testAppOnBoth("health, live, ready and config answer as the contract says", async ({ client }) => {
  const report = succeeds(await client.get("/api/health"), healthSchema);
  assert.equal(report.overallStatus, "Healthy");
  assert.equal(report.status, "Healthy");
  assert.match(report.timestamp, TIME);
  for (const key of ["version", "buildDate", "environment"] as const) {
    assert(report[key], `${key} says something`);
  }
  assert(report.uptime >= 0);
  assert.deepEqual(report.checks, {
    database: { status: "ok" },
    email: { status: "not_configured" },
  });
  assert.deepEqual(report.services.map((one) => [one.name, one.status]), [
    ["Database", "Healthy"],
    ["E-mail", "NotConfigured"],
    ["Application monitoring", "NotConfigured"],
  ]);
  assert.equal(typeof report.services[0]?.responseTimeMs, "number");
  assert.equal(report.services[1]?.responseTimeMs, null);
  const live = succeeds(await client.get("/api/health/live"), liveSchema);
  assert.equal(live.status, "alive");
  const ready = succeeds(await client.get("/api/health/ready"), readySchema);
  assert.equal(ready.status, "ready");
  const { database } = ready.checks;
  assert.equal(database.status, "healthy");
  assert.equal(typeof ("latencyMs" in database && database.latencyMs), "number");
  assert.deepEqual(succeeds(await client.get("/api/config"), configSchema), {
    appMonitoringConnectionString: "",
  });
});

testAppOnBoth("an instance that is about to end answers, but is not ready", async (app) => {
  app.services.isEnding = true;
  const readiness = await app.client.get("/api/health/ready");
  const ready = hasShape(readiness, readySchema);
  assert.deepEqual([readiness.status, ready.status], [503, "not_ready"]);
  assert.equal(ready.checks.database.status, "healthy");
  assert.equal((await app.client.get("/api/health/live")).status, 200);
  await app.client.createGame();
});

Deno.test({
  name: "with the database gone, everything that needs it answers 503 and tells nothing",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeDatabase();
    await using app = await startApp({ DATABASE_URL: url });
    const { client } = app;
    const game = await client.createGame();
    await dropDatabase(url);
    const readiness = await client.get("/api/health/ready");
    const ready = hasShape(readiness, readySchema);
    assert.deepEqual([readiness.status, ready.status], [503, "not_ready"]);
    assert.equal(ready.checks.database.status, "unhealthy");
    const report = await client.get("/api/health");
    const health = hasShape(report, healthSchema);
    assert.deepEqual([report.status, health.overallStatus], [503, "Unhealthy"]);
    assert.equal(health.checks.database.status, "error");
    for (
      const answer of [
        await client.getGame(game),
        await client.deleteGame(game, { "x-organizer-token": game.organizerToken }),
        await client.patchGame(game, { action: "reassignAll", organizerToken: "x" }),
      ]
    ) {
      assert.equal(answer.status, 503, answer.text);
      assert.deepEqual(answer.body, {
        error: "Database not available",
        code: "DATABASE_UNAVAILABLE",
      });
    }
    const cleanup = await client.post("/api/games/cleanup", undefined, {
      "x-cleanup-secret": "cleanup secret of the tests",
    });
    assert.equal(refuses(cleanup, 503, "DATABASE_UNAVAILABLE").error, "Database not available");
  },
});
