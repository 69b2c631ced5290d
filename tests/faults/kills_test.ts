import assert from "node:assert/strict";
import { DATABASES } from "../bench/servers.ts";
import { people } from "../support/games.ts";
import { startServer } from "../support/server.ts";
import { endUnderLoad } from "./endings.ts";
import { killInMidWrite } from "./kills.ts";
import { THIS } from "./release.ts";
import { amount, sample } from "../support/sample.ts";

const KILLS = amount(1, 2);

for (const database of sample(DATABASES)) {
  Deno.test({
    name: `a server killed while it writes loses nothing it acknowledged (${database})`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const { writes, missing } = await killInMidWrite(
        database,
        { kills: KILLS, writes: 80 },
        THIS,
      );
      assert(writes >= KILLS * 80);
      assert.deepEqual(missing, []);
    },
  });
}

const MANY = { requests: 200, size: 3, delay: 20 };
const LARGE = { requests: 20, size: 200, delay: 20 };
for (
  const [database, load] of sample(
    [["SQLite", LARGE], ["Postgres", MANY], ["SQLite", MANY], ["Postgres", LARGE]] as const,
  )
) {
  Deno.test({
    name: `a server that shuts down answers all ${load.requests} requests (${database})`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const ending = await endUnderLoad(database, load, THIS);
      assert.deepEqual([ending.answered, ending.reset], [load.requests, 0]);
      assert.equal(ending.exitCode, 0);
      assert.deepEqual(ending.missing, []);
    },
  });
}

Deno.test({
  name: "a server that shuts down answers what it has begun and keeps everything for the next",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const dataDir = await Deno.makeTempDir();
    try {
      const first = await startServer({ DATA_DIR: dataDir });
      const create = (count: number) => first.client.createGame({ participants: people(count) });
      const small = await create(3);
      const large = await create(1000);
      await assert.rejects(startServer({ DATA_DIR: dataDir }), /another process is using it/);
      const pending = create(200);
      await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(await first.stop(), 0);
      const last = await pending;
      const second = await startServer({ DATA_DIR: dataDir });
      for (const game of [small, large, last]) {
        const { emailResults: _, ...view } = game;
        assert.deepEqual(await second.client.readAsOrganizer(game), view);
      }
      await second.stop();
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  },
});

Deno.test("a wrong setting is named, and the server exits with 1", async () => {
  for (
    const [env, says] of [
      [{ PORT: "80000" }, /PORT/],
      [{ DATABASE_URL: "postgres://x/y" }, /TOKEN_SECRET/],
    ] as const
  ) {
    await assert.rejects(startServer({ DATA_DIR: "memory:", ...env }), (error: Error) => {
      assert.match(error.message, says);
      assert.doesNotMatch(error.message, / {4}at /, "people get a sentence, not a stack");
      return true;
    });
  }
});
