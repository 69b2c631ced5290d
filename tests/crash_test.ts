import assert from "node:assert/strict";
import { makeDatabase } from "./support/postgres.ts";
import { sqlOn } from "./support/sql.ts";
import { type ServerProcess, startServer } from "./support/server.ts";
import { type CreatedGame } from "./support/client.ts";
import { people } from "./support/games.ts";
import { assertValidDraw, named } from "./support/views.ts";

const SECRET = { TOKEN_SECRET: "a token secret that outlives the crash" };

/** Everything that a client was told is stored, by the game's code. */
interface Acknowledged {
  games: Map<string, CreatedGame>;
  wishes: Map<string, string>;
}

/** Writes without a pause from several clients until the server is gone. */
async function writeUntilKilled({ client }: ServerProcess, done: Acknowledged): Promise<void> {
  const write = async (number: number) => {
    for (let round = 0;; round++) {
      try {
        const game = await client.createGame({ participants: people(3 + (round % 20)) });
        done.games.set(game.code, game);
        const wish = `wish ${number} ${round}`;
        await client.act(game, "updateWish", { participantId: named(game, "P1").id, wish });
        done.wishes.set(game.code, wish);
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        return;
      }
    }
  };
  await Promise.all([1, 2, 3, 4].map(write));
}

/** Also of the games that nobody was told of, every one is whole. */
async function assertNoHalfGame(url: string | undefined, dataDir: string): Promise<void> {
  const [id, game] = url ? ["id", "game_id"] : ["key", "game"];
  const counts = await sqlOn<{ people: number; pairs: number; whole: number }>(
    { databaseUrl: url ?? null, dataDir },
    `select g.next_number - 1 as whole,
      cast((select count(*) from participants p where p.${game} = g.${id}) as integer) as people,
      cast((select count(*) from assignments a where a.${game} = g.${id}) as integer) as pairs
    from games g`,
  );
  assert(counts.length >= 80);
  for (const { people, pairs, whole } of counts) assert.deepEqual([people, pairs], [whole, whole]);
}

for (const database of ["SQLite", "Postgres"]) {
  Deno.test({
    name: `a server killed while it writes loses nothing it acknowledged (${database})`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      const dataDir = await Deno.makeTempDir();
      const env: Record<string, string> = database === "SQLite"
        ? { DATA_DIR: dataDir }
        : { ...SECRET, DATA_DIR: dataDir, DATABASE_URL: await makeDatabase() };
      const done: Acknowledged = { games: new Map(), wishes: new Map() };
      for (let crash = 0; crash < 2; crash++) {
        const before = done.games.size;
        const server = await startServer(env);
        const writing = writeUntilKilled(server, done);
        while (done.games.size < before + 40) await new Promise((go) => setTimeout(go, 5));
        await server.kill();
        await writing;
      }
      const server = await startServer(env);
      try {
        assert(done.games.size >= 80);
        for (const [code, game] of done.games) {
          const view = await server.client.readAsOrganizer(game);
          assert.deepEqual(view.assignments, game.assignments);
          assert.equal(view.participants.length, game.participants.length);
          assertValidDraw(view);
          const wish = done.wishes.get(code);
          if (wish) assert.equal(named(view, "P1").wish, wish);
        }
        assertValidDraw(await server.client.createGame());
        assert.equal(await server.stop(), 0, server.output());
        await assertNoHalfGame(env.DATABASE_URL, dataDir);
      } finally {
        await Deno.remove(dataDir, { recursive: true });
      }
    },
  });
}

Deno.test({
  name: "a server that is asked to end answers what it has begun and keeps all for the next",
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
      [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL/],
      [{ DATABASE_URL: "postgres://x/y" }, /TOKEN_SECRET/],
      [{ RATE_LIMIT: "lots" }, /RATE_LIMIT/],
      [{ RETENTION_DAYS: "-1" }, /RETENTION_DAYS/],
    ] as const
  ) {
    await assert.rejects(startServer({ DATA_DIR: "memory:", ...env }), (error: Error) => {
      assert.match(error.message, says);
      assert.doesNotMatch(error.message, / {4}at /, "people get a sentence, not a stack");
      return true;
    });
  }
});
