import type { Statistics, Store } from "../store.ts";
import { gameStore } from "./games.ts";
import { mailStore } from "./mails.ts";
import { migrate } from "./migrate.ts";
import { Pool, type PoolOptions } from "./pool.ts";
import { Turns } from "./turns.ts";

/** How long a verb may take at the most, in ms. */
const PATIENCE = 10_000;

const STATISTICS = `
  select
    (select count(*)::integer from games where archived_at is null) as "activeGames",
    count(*)::integer as "waitingMails",
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestMailAge"
  from outbox where status = 'queued'`;

/**
 * Opens a store on a Postgres server that any number of instances share, and brings its schema up to date.
 *
 * Where the connection breaks while the server commits, nobody knows whether it has: the verb throws, and
 * the change may be there.
 *
 * @param url `postgres://user:password@host:port/database?sslmode=…`. Poolers that give each transaction
 * another session will do (PgBouncer in transaction mode), without any setting of theirs; `prepare=true` in
 * the query tells that theirs keeps prepared statements, see `Pool`.
 * @throws {DatabaseUnavailable} where the server cannot be reached.
 */
export async function openPostgresStore(
  url: string,
  { size = 10, patience = PATIENCE }: Partial<PoolOptions> = {},
): Promise<Store> {
  await migrate(url);
  const pool = new Pool(url, { size, patience });
  const turns = new Turns();
  const readKeyFingerprint = async () => {
    const [row] = await pool.queryShared<{ fingerprint: string }>(
      "select fingerprint from key_fingerprint",
    );
    return row?.fingerprint ?? null;
  };
  return {
    engine: "PostgreSQL",
    ...gameStore(pool, turns),
    ...mailStore(pool, turns),
    async ping() {
      await pool.queryShared("select 1");
    },
    readKeyFingerprint,
    async keepKeyFingerprint(fingerprint) {
      await pool.query(
        "insert into key_fingerprint (is_only, fingerprint) values (true, $1) on conflict do nothing",
        [fingerprint],
      );
      return await readKeyFingerprint() ?? fingerprint;
    },
    close: () => pool.close(),
    async readStatistics() {
      const [row] = await pool.query<Statistics>(STATISTICS);
      if (!row) throw new Error("The database has counted nothing");
      return row;
    },
    countConnections: () => pool.count(),
  };
}
