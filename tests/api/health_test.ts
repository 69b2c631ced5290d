import assert from "node:assert/strict";
import { configSchema, healthSchema, liveSchema, readySchema } from "@/lib/http/answer_schemas.ts";
import type { Services } from "@/lib/services.ts";
import { SettingsError } from "@/lib/settings.ts";
import { DatabaseUnavailable } from "@/lib/store/store.ts";
import { createApp } from "@/main.ts";
import postgres from "postgres";
import { startApp, testAppOnBoth } from "../support/app.ts";
import { applyBuild } from "../support/built.ts";
import { Client, hasShape, refuses, succeeds } from "../support/client.ts";
import { inDays, people } from "../support/games.ts";
import { captureLogs } from "../support/logs.ts";
import { TIME } from "../support/patterns.ts";
import { dropDatabase, makeMigratedDatabase } from "../support/postgres.ts";
import { until } from "../support/until.ts";

testAppOnBoth("health, live, ready and config match the contract", async ({ client }) => {
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
    isCreationOpen: true,
  });
});

testAppOnBoth("an instance that is shutting down answers, but is not ready", async (app) => {
  app.services.ending.abort();
  const readiness = await app.client.get("/api/health/ready");
  const ready = hasShape(readiness, readySchema);
  assert.deepEqual([readiness.status, ready.status], [503, "not_ready"]);
  assert.equal(ready.checks.database.status, "healthy");
  assert.equal((await app.client.get("/api/health/live")).status, 200);
  await app.client.createGame();
});

Deno.test({
  name: "an instance is not ready while its server cannot write, and ready again afterwards",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeMigratedDatabase();
    await using app = await startApp({ DATABASE_URL: url });
    const { client } = app;
    const game = await client.createGame();
    const db = postgres(url, { max: 1, onnotice: () => {} });
    // Like a server that a standby has replaced, or one with a full disk.
    const setReadOnly = async (setting: "on" | "off") => {
      const database = new URL(url).pathname.slice(1);
      await db.unsafe("set default_transaction_read_only = off");
      await db.unsafe(`alter database ${database} set default_transaction_read_only = ${setting}`);
      await db`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
    };
    const statuses = async () => {
      const paths = ["/api/health", "/api/health/ready"] as const;
      return await Promise.all(paths.map(async (path) => (await client.get(path)).status));
    };
    const body = { name: "Refused", date: inDays(30), participants: people(3) };
    await setReadOnly("on");
    while ((await client.getGame(game)).status !== 200);
    assert.equal((await client.post("/api/games", body)).status, 503);
    assert.deepEqual(await statuses(), [503, 503]);
    assert.equal((await client.getGame(game)).status, 200, "games are read all the same");
    await setReadOnly("off");
    // Its connections were cut one by one, so the pool discovers the dead ones one by one.
    await until(async () => String(await statuses()) === "200,200", "both answer that it stores");
    await db.end();
  },
});

/** Asserts that both checks report the database as unavailable, in the contract's words. */
async function assertUnhealthy(client: Client): Promise<void> {
  const readiness = await client.get("/api/health/ready");
  const ready = hasShape(readiness, readySchema);
  assert.deepEqual([readiness.status, ready.status], [503, "not_ready"]);
  assert.equal(ready.checks.database.status, "unhealthy");
  const report = await client.get("/api/health");
  const health = hasShape(report, healthSchema);
  assert.deepEqual([report.status, health.overallStatus], [503, "Unhealthy"]);
  assert.equal(health.checks.database.status, "error");
}

Deno.test({
  name: "with the database gone, everything that needs it answers 503 and tells nothing",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeMigratedDatabase();
    await using app = await startApp({ DATABASE_URL: url });
    const { client } = app;
    const game = await client.createGame();
    await dropDatabase(url);
    await assertUnhealthy(client);
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

Deno.test("health checks match the contract while the database cannot be opened", async () => {
  using _logs = captureLogs();
  let open: () => Promise<Services>;
  const app = createApp(() => open());
  await applyBuild(app);
  const client = new Client(app.handler());
  for (const reason of [new SettingsError("DATA_DIR is in use"), new DatabaseUnavailable("away")]) {
    open = () => Promise.reject(reason);
    await assertUnhealthy(client);
  }
  refuses(await client.get("/api/config"), 503, "DATABASE_UNAVAILABLE");
  open = () => new Promise(() => {});
  succeeds(await client.get("/api/health/live"), liveSchema);
});
