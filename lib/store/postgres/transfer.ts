import { namesOf } from "../../game/derive.ts";
import { OTHER_RELEASE } from "../inspection.ts";
import { fingerprintIn, movedMark, timesMoved } from "../server_key.ts";
import { commonContents, writing, type WrittenTable } from "../transfer/contents.ts";
import {
  ASIDE_TABLES,
  type Contents,
  GAME_RECORDS,
  HOLDS_ASIDE,
  HOLDS_GAMES,
  type MovableSource,
  requireEmpty,
  skipLinks,
  SKIPPED_MAILS,
  type Source,
  TABLES,
  type Target,
  TransferError,
} from "../transfer/port.ts";
import { type Columns, selection, tableText } from "./columns.ts";
import { Connection, type Param } from "./connection.ts";
import { POSTGRES } from "./dialect.ts";
import { explained } from "./errors.ts";
import { countApplied, migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { DOCUMENT } from "./reads.ts";

/** How long to wait until closed connections disappear, in ms. */
const PATIENCE = 3000;

const NO_LIMITS = { connect: 10_000, statement: 0, lock: 0, idleInTransaction: 0 };

const RECORDS = namesOf(GAME_RECORDS).map((name) => {
  const { table, columns, sort } = GAME_RECORDS[name];
  return `(select coalesce(json_agg(one), '[]') from (
    select ${selection(columns, table)} from ${table} where game_id = g.id
    order by ${sort(POSTGRES)}
  ) one) as "${name}"`;
  // Leases are not transferred, but a mail that is being sent may have arrived. Nor are turns of devices that a notice
  // has taken and not used.
}).join().replace(
  "outbox.may_have_arrived",
  "case when lease_until is null then may_have_arrived else true end",
).replace("devices.told_at", "case when told_by is null then told_at end");

/** $1 the id to continue after, $2 the maximum number. */
const READ = `
  select ${DOCUMENT} as game,
    (select coalesce(json_agg(address_key order by address_key collate "C"), '[]')
     from unsubscriptions where game_id = g.id) as unsubscribed,
    ${RECORDS}
  from games g
  where g.id > coalesce($1::text::uuid, '00000000-0000-0000-0000-000000000000')
  order by g.id limit $2::text::integer`;

/** Inserts the rows of the JSON array $1, in their order. */
function insertion({ table, columns, isOfGames }: WrittenTable): string {
  const game: Columns = isOfGames ? { gameId: { name: "game_id", type: "uuid" } } : {};
  const text = tableText({ ...game, ...columns });
  return `
    insert into ${table} (${text.columns}) overriding system value select ${text.values}
    from rows from (json_to_recordset($1::text::json) as (${text.record})) with ordinality as r
    order by r.ordinality`;
}

/** Makes the sequence continue far beyond the transferred mails. */
const SKIP_MAIL_IDS = `
  select setval(sequence,
    greatest(nextval(sequence), (select max(id) from outbox)) + $1::text::bigint * ${SKIPPED_MAILS})
  from cast(pg_get_serial_sequence('outbox', 'id') as regclass) as sequence`;

const KEEP_MARK = `
  insert into key_fingerprint (is_only, fingerprint) values (true, $1)
  on conflict (is_only) do update set fingerprint = excluded.fingerprint`;

const DROP_MARK = "delete from key_fingerprint";

const OTHERS = `
  select count(*)::integer as count from pg_stat_activity
  where datname = current_database() and application_name = 'gift-exchange'
    and pid <> pg_backend_pid()`;

/** Opens a database for reading, while services may have it open. */
export function openPostgresSource(url: string): Promise<Source> {
  return withSession(url, async (session) => {
    await session.query("set transaction isolation level repeatable read, read only");
    return await openSource(session);
  });
}

/** Opens a database for reading, and locks it against changes. */
export function openMovablePostgres(url: string): Promise<MovableSource> {
  return withSession(url, async (session) => {
    await assertSchema(session.query);
    // No snapshot from before the lock: changes may be committed while it waits, and none after that.
    await lock(session.query, `${[...TABLES, ...ASIDE_TABLES].join()} in share mode`);
    await assertUnused(session.query);
    return await openSource(session);
  });
}

/** Opens an empty database for writing; creates missing tables. */
export async function openPostgresTarget(url: string): Promise<Target> {
  await migrate(url);
  return await withSession(url, async (session) => {
    await assertUnused(session.query);
    await lock(session.query, "games in share row exclusive mode");
    const [games] = await session.query(HOLDS_GAMES);
    const [aside] = await session.query(HOLDS_ASIDE);
    requireEmpty("The database", games, aside);
    return openTarget(session);
  });
}

/** Runs one statement, or several without parameters. */
export type Query = <Row>(text: string, params?: readonly Param[]) => Promise<Row[]>;

/** A transaction on a connection of its own. */
interface Session {
  query: Query;
  /** Ends it, and rolls back what was not committed. */
  close(): Promise<void>;
}

/** Opens a session, and closes it if `open` fails. */
async function withSession<T>(url: string, open: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession(url);
  try {
    return await open(session);
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function openSession(url: string): Promise<Session> {
  const explain = (error: unknown) => {
    throw explained(error);
  };
  const connection = await Connection.open(url, NO_LIMITS, () => {}).catch(explain);
  const isPrepared = !connection.isPooled;
  const query = <Row>(text: string, params: readonly Param[] = []): Promise<Row[]> =>
    connection.query<Row>(text, params, isPrepared && params.length > 0).catch(explain);
  await query(connection.begin);
  return {
    query,
    close() {
      connection.lose(new TransferError("The connection to the database is closed"));
      return Promise.resolve();
    },
  };
}

async function lock(query: Query, tables: string): Promise<void> {
  await query(`set local lock_timeout = '10s'; lock table ${tables}; set local lock_timeout = 0`);
}

/** @throws {TransferError} if a service has connections to this database. */
async function assertUnused(query: Query): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    // A transaction keeps seeing the connections that it saw first.
    await query("select pg_stat_clear_snapshot()");
    const [row] = await query<{ count: number }>(OTHERS);
    if (!row?.count) return;
    if (performance.now() > deadline) {
      throw new TransferError(
        `Stop the service first: ${row.count} of its connections to the database are open ` +
          "(where a pooler keeps them open, name the server itself)",
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function assertSchema(query: Query): Promise<void> {
  const applied = await countApplied({ query });
  if (applied === 0) throw new TransferError("There are no games in the database");
  if (applied !== MIGRATIONS.length) throw new TransferError(OTHER_RELEASE);
}

/** Reads the contents of a Postgres database, in one transaction. */
export function contents(query: Query): Omit<Contents, "close"> {
  return {
    ...commonContents(POSTGRES, query),
    read: (after, limit) => query(READ, [after, String(limit)]),
  };
}

async function openSource({ query, close }: Session): Promise<MovableSource> {
  await assertSchema(query);
  const [row] = await query<{ fingerprint: string }>("select fingerprint from key_fingerprint");
  const mark = row?.fingerprint ?? null;
  return {
    ...contents(query),
    engine: "PostgreSQL",
    schema: MIGRATIONS.length,
    keyFingerprint: fingerprintIn(mark),
    timesMoved: timesMoved(mark),
    assertUnused: () => assertUnused(query),
    async markMoved() {
      await query(KEEP_MARK, [movedMark(mark)]);
      await query("commit");
      return async () => void await (mark === null ? query(DROP_MARK) : query(KEEP_MARK, [mark]));
    },
    close,
  };
}

function openTarget({ query, close }: Session): Target {
  return {
    ...contents(query),
    // Pipelines the inserts on the connection, without waiting for each answer.
    ...writing(async (table, rows) => {
      const given = rows.map((row) =>
        "bytes" in row && row.bytes instanceof Uint8Array
          ? { ...row, bytes: row.bytes.toBase64() }
          : row
      );
      await query(insertion(table), [JSON.stringify(given)]);
    }),
    async commit(keyFingerprint, skips) {
      await query(SKIP_MAIL_IDS, [String(skips + 1)]);
      if (skips > 0) await query(skipLinks(skips));
      await query(KEEP_MARK, [keyFingerprint]);
      // Without this, the planner has no statistics of the new rows for a while.
      await query(`analyze ${TABLES.join()}`);
      await query("commit");
    },
    close,
  };
}
