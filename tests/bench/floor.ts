/**
 * The floor: what a server costs that does nothing but run the service's own single query through the
 * service's own driver. GET /CODE reads a game, POST / writes one.
 */
import { createGame, readGame } from "@/lib/store/games.ts";
import type { Database } from "@/lib/store/database.ts";
import { openPglite } from "@/lib/store/pglite.ts";
import { openPostgres } from "@/lib/store/postgres.ts";
import { cryptoRandom } from "@/lib/draw/random.ts";
import { migrate } from "@/lib/store/migrations.ts";
import { makeGame } from "../support/games.ts";

const url = Deno.env.get("DATABASE_URL");
const db = url ? openPostgres(url) : await openPglite(Deno.env.get("DATA_DIR") ?? "memory:");
await migrate(db);
const read = await capture((spy) => readGame(spy, "100000"));
const write = await capture((spy) => createGame(spy, makeGame(3), [], cryptoRandom));
const game = await createGame(db, makeGame(3), [], cryptoRandom);
const template = write.params[0] ?? "";
let next = 0;

Deno.serve({
  hostname: "127.0.0.1",
  port: Number(Deno.env.get("PORT")),
  onListen: () => {},
}, async (req) => {
  if (req.method === "GET") {
    const [row] = await db.query<{ game: unknown }>(read.sql, [req.url.slice(-6)]);
    return Response.json(row?.game ?? { code: game.game.code });
  }
  const body = await req.json();
  await db.query(write.sql, [renew(template)]);
  return Response.json(body, { status: 201 });
});

/** The same record with ids and a code that are not there yet. */
function renew(record: string): string {
  const ids = new Map<string, string>();
  return record
    .replace(/"code":"\d+"/, `"code":"${100_000 + next++ % 900_000}"`)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
      const fresh = ids.get(id) ?? crypto.randomUUID();
      ids.set(id, fresh);
      return fresh;
    });
}

/** The statement that a verb of the store runs. */
async function capture(
  run: (spy: Database) => Promise<unknown>,
): Promise<{ sql: string; params: readonly string[] }> {
  const seen: { sql: string; params: readonly string[] }[] = [];
  const spy: Database = {
    query: (sql, params = []) => {
      seen.push({ sql, params: params.map(String) });
      return Promise.resolve([]);
    },
    transaction: (work) => work(spy),
    script: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  await run(spy);
  const [only] = seen;
  if (!only || seen.length !== 1) throw new Error("The verb runs more than one statement");
  return only;
}
