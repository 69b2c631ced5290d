import { CodeProposals } from "../codes.ts";
import { instanceVerbs } from "../sql/instance.ts";
import { IS_MAIL, MESSAGE_COLUMNS } from "../records.ts";
import type { Statistics, Store } from "../store.ts";
import { selection } from "./columns.ts";
import { deviceStore } from "../sql/devices.ts";
import { POSTGRES } from "./dialect.ts";
import { gameStore } from "./games.ts";
import { limitVerbs } from "../sql/limits.ts";
import { mailStore, WAITING_SINCE } from "./mails.ts";
import { messageVerbs } from "../sql/messages.ts";
import { migrate } from "./migrate.ts";
import type { PoolOptions } from "./pool.ts";
import { COUNT_SIX_DIGIT_CODES } from "./reads.ts";
import { photoStore } from "../sql/photos.ts";
import { wishStore } from "../sql/wishes.ts";
import { Database } from "./database.ts";

/** Maximum time of a verb in ms. */
const PATIENCE = 10_000;

const STATISTICS = `
  select
    (select count(*)::integer from games where archived_at is null) as "activeGames",
    count(*)::integer as "waitingMails",
    greatest(0, coalesce(extract(epoch from now() - ${WAITING_SINCE}), 0))::float8
      as "oldestMailAge"
  from outbox where status = 'queued' and ${IS_MAIL}`;

/** `+ 0` keeps the planner from reading the whole index of all messages in its order. */
const READ_MESSAGES = `
  select ${selection(MESSAGE_COLUMNS, "messages")} from messages
  where game_id = $1 and (giver = $2 or receiver = $2) order by sequence + 0`;

/** In the order of the keys, so that two instances cannot deadlock. */
const ADD_COUNTS = `
  with added as (
    insert into rate_counts as c (hour, kind, key, count)
    select hour, kind, key, add
    from json_to_recordset($1::text::json) as r(hour integer, kind text, key text, add integer)
    order by hour, kind, key
    on conflict (hour, kind, key) do update set count = c.count + excluded.count
    returning hour, kind, key, count
  )
  select a.count
  from rows from (
    json_to_recordset($1::text::json) as (hour integer, kind text, key text)
  ) with ordinality as r
  join added a using (hour, kind, key)
  order by r.ordinality`;

/**
 * Opens a store on a Postgres server that any number of instances share, and brings its schema up to date.
 *
 * If the connection breaks while the server commits, the outcome is unknown: the verb throws, and the change may be
 * stored.
 *
 * @param url `postgres://user:password@host:port/database?sslmode=…`. May lead to a pooler that gives each transaction
 * another session (PgBouncer in transaction mode), which needs no settings; `prepare=true` in the query declares that
 * the pooler keeps prepared statements, see `Pool`.
 * @throws {DatabaseUnavailable} if the server cannot be reached.
 */
export async function openPostgresStore(
  url: string,
  { size = 10, patience = PATIENCE }: Partial<PoolOptions> = {},
): Promise<Store> {
  await migrate(url);
  return postgresStore(new Database(url, { size, patience }));
}

/** Returns a store on a database whose schema is up to date. */
export function postgresStore(db: Database): Store {
  const codes = new CodeProposals(async () => {
    const [row] = await db.query<{ count: number }>(COUNT_SIX_DIGIT_CODES);
    return row?.count ?? 0;
  });
  const instance = instanceVerbs(db, POSTGRES);
  return {
    engine: "PostgreSQL",
    ...instance,
    ...gameStore(db, codes),
    ...mailStore(db),
    ...messageVerbs(db, POSTGRES),
    readMessages: (gameId, number) => db.rows(READ_MESSAGES, gameId, number),
    ...deviceStore(db, POSTGRES),
    ...wishStore(db, POSTGRES),
    ...photoStore(db, POSTGRES),
    limits: {
      ...limitVerbs(db, POSTGRES),
      async addCounts(counts) {
        const rows = await db.query<{ count: number }>(ADD_COUNTS, [JSON.stringify(counts)]);
        return rows.map(({ count }) => count);
      },
    },
    async ping() {
      if (!db.hasRefusedWrite) {
        await db.queryShared("select 1");
        return;
      }
      await instance.takeTurn("probe", 0);
      db.hasRefusedWrite = false;
    },
    close: () => db.close(),
    async readStatistics() {
      const [row] = await db.query<Statistics>(STATISTICS);
      if (!row) throw new Error("The database has counted nothing");
      return row;
    },
    countConnections: () => db.count(),
  };
}
