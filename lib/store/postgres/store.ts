import { CodeProposals } from "../codes.ts";
import { IS_NOT_HELD } from "../records.ts";
import type { Statistics, Store } from "../store.ts";
import { listOf } from "./connection.ts";
import { deviceStore } from "./devices.ts";
import { gameStore } from "./games.ts";
import { idempotencyStore } from "./idempotency.ts";
import { limitStore } from "./limits.ts";
import { mailStore } from "./mails.ts";
import { messageStore } from "./messages.ts";
import { migrate } from "./migrate.ts";
import type { PoolOptions } from "./pool.ts";
import { COUNT_SIX_DIGIT_CODES } from "./reads.ts";
import { photoStore } from "./photos.ts";
import { wishStore } from "./wishes.ts";
import { Database } from "./database.ts";

const KEEP_KEY_FINGERPRINT = `
  insert into key_fingerprint (is_only, fingerprint) values (true, $1)
  on conflict (is_only) do update set fingerprint = excluded.fingerprint
  where key_fingerprint.fingerprint = any($2::text::text[])`;

/** Maximum time of a verb in ms. */
const PATIENCE = 10_000;

/**
 * A lease that ends much later than a new one would comes from a clock that was set back since. A little
 * later is normal: another instance may have asked at the same moment.
 */
const TAKE_TURN = `
  insert into turns as t (task, ends_at) values ($1, now() + make_interval(secs => $2::float8))
  on conflict (task) do update set ends_at = excluded.ends_at
    where t.ends_at <= now() or t.ends_at > excluded.ends_at + interval '10 seconds'
  returning task`;

const STATISTICS = `
  select
    (select count(*)::integer from games where archived_at is null) as "activeGames",
    count(*)::integer as "waitingMails",
    greatest(0, coalesce(extract(epoch from now() - min(
      case when attempts = 0 then greatest(created_at, due_at) else created_at end
    ) filter (where ${IS_NOT_HELD})), 0))::float8 as "oldestMailAge"
  from outbox where status = 'queued'`;

/**
 * Opens a store on a Postgres server that any number of instances share, and brings its schema up to date.
 *
 * Where the connection breaks while the server commits, the outcome is unknown: the verb throws, and
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
  return postgresStore(new Database(url, { size, patience }));
}

/** A store on a database whose schema is up to date. @param patience of the pool */
export function postgresStore(db: Database): Store {
  const codes = new CodeProposals(async () => {
    const [row] = await db.query<{ count: number }>(COUNT_SIX_DIGIT_CODES);
    return row?.count ?? 0;
  });
  const readKeyFingerprint = async () => {
    const text = "select fingerprint from key_fingerprint";
    return (await db.row<{ fingerprint: string }>(text))?.fingerprint ?? null;
  };
  return {
    engine: "PostgreSQL",
    ...gameStore(db, codes),
    ...idempotencyStore(db, codes),
    ...mailStore(db),
    ...messageStore(db),
    ...deviceStore(db),
    ...wishStore(db),
    ...photoStore(db),
    limits: limitStore(db),
    async ping() {
      if (!db.hasRefusedWrite) {
        await db.queryShared("select 1");
        return;
      }
      await db.query(TAKE_TURN, ["probe", 0]);
      db.hasRefusedWrite = false;
    },
    readKeyFingerprint,
    async keepKeyFingerprint(fingerprint, older = []) {
      await db.query(KEEP_KEY_FINGERPRINT, [fingerprint, listOf(older)]);
      return await readKeyFingerprint() ?? fingerprint;
    },
    takeTurn: (task, seconds) => db.change(TAKE_TURN, task, seconds),
    close: () => db.close(),
    async readStatistics() {
      const [row] = await db.query<Statistics>(STATISTICS);
      if (!row) throw new Error("The database has counted nothing");
      return row;
    },
    countConnections: () => db.count(),
  };
}
