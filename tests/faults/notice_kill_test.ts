import assert from "node:assert/strict";
import { lendDatabase } from "../support/postgres.ts";
import { PushService } from "../support/push_service.ts";
import { databaseOf, sqlOn } from "../support/sql.ts";
import { until } from "../support/until.ts";
import { sample } from "../support/sample.ts";

/**
 * Kills the service while push services have not answered.
 *
 * @param instances that continue afterwards.
 */
async function killAndGoOn(database: Record<string, string>, instances: number) {
  await using push = new PushService();
  const dataDir = await Deno.makeTempDir();
  const start = (given: unknown[]) =>
    new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-check",
        "--config=tests/deno.json",
        "tests/support/notifying_process.ts",
        JSON.stringify({ DATA_DIR: dataDir, ...database }),
        String(push.network.port),
        JSON.stringify(given),
      ],
      stdout: "null",
    }).spawn();
  const kill = async (child: Deno.ChildProcess) => {
    child.kill("SIGKILL");
    await child.status;
  };
  const devices = Array.from({ length: 5 }, () => push.subscribe());
  const [taken, ...others] = devices;
  assert(taken);
  // One is accepted, but its answer is lost; the others are still pending at the kill.
  const { promise: isDead, resolve: release } = Promise.withResolvers<void>();
  push.answered = () => isDead;
  push.behaviour = async (device) => {
    if (device === taken) return undefined;
    await isDead;
    return new Response(null, { status: 503 });
  };
  let running = [start(devices.map(({ endpoint, keys }) => ({ endpoint, keys })))];
  try {
    const isAsked = () => devices.every((device) => push.attemptsFor(device) === 1);
    await until(() => isAsked() && push.of(taken).length === 1, "all are under way");
    await Promise.all(running.map(kill));
    assert.equal(push.arrived.length, 1);
    push.behaviour = () => undefined;
    push.answered = () => undefined;
    release();
    // Leases of a dead instance end after 30 seconds; this ends them now.
    if (database.DATABASE_URL) {
      await sqlOn(databaseOf(database), "update outbox set lease_until = now()");
    }
    running = Array.from({ length: instances }, () => start([]));
    await until(() => devices.every((device) => push.attemptsFor(device) === 2), "all again");
    await until(() => push.arrived.length >= 6, "all arrive");
    for (const device of others) assert.equal(push.of(device).length, 1);
    const [first, second] = push.of(taken);
    // Sent twice, but shown once: the second replaces the first.
    assert.equal(second?.topic, first?.topic);
    assert.deepEqual(second?.payload, first?.payload);
    assert.deepEqual(push.wrong, []);
  } finally {
    release();
    await Promise.all(running.map(kill));
    await Deno.remove(dataDir, { recursive: true });
  }
}

for (const [database, instances] of sample([["Postgres", 2], ["SQLite", 1]] as const)) {
  Deno.test({
    name:
      `killed before push services answer and restarted, the service delivers every notice (${database})`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      using lent = database === "Postgres" ? await lendDatabase() : undefined;
      const env = { TOKEN_SECRET: "token secret of the tests, long enough" };
      await killAndGoOn(lent ? { DATABASE_URL: lent.url, ...env } : {}, instances);
    },
  });
}
