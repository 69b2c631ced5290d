import { type Connection, withConnection } from "./connection.ts";
import { codeOf, explained } from "./errors.ts";
import { type Migration, MIGRATIONS } from "./migrations.ts";

/** Advisory lock number of the previous release's migrations. */
const SCRIPT_LOCK = 4_803_122;
/** Advisory lock number of the instance that runs all migrations. */
const MIGRATION_LOCK = 4_803_123;
/** How long a migration may wait for a table lock, in ms: other statements queue up behind it. */
const LOCK_TIMEOUT = 1000;
/** Pause before the next attempt, and between checks whether another instance is done, in ms. */
const PAUSE = 300;
/** Attempts to get a table lock; after these, some transaction has been open for minutes. */
const LOCK_ATTEMPTS = 200;
/** Number of ids in one part of a backfill. */
const BACKFILL_SPAN = 20_000;

const NO_LIMITS = { connect: 5000, statement: 0, lock: 0, idleInTransaction: 0 };

type Session = Pick<Connection, "query">;

/**
 * Brings the schema up to date while other instances serve: each migration once, one instance at a time. Uses
 * two connections of its own.
 *
 * @throws {DatabaseUnavailable}
 */
export async function migrate(url: string): Promise<void> {
  try {
    await withConnection(url, NO_LIMITS, async (connection) => {
      if (await countApplied(connection) >= MIGRATIONS.length) return;
      await withConnection(url, NO_LIMITS, (guard) => migrateAlone(guard, connection));
    });
  } catch (error) {
    throw explained(error);
  }
}

/** Number of migrations a database has. @throws {DatabaseUnavailable} */
export async function countMigrations(url: string): Promise<number> {
  try {
    return await withConnection(url, NO_LIMITS, countApplied);
  } catch (error) {
    throw explained(error);
  }
}

/**
 * The lock belongs to a transaction, because a pooler shares sessions. An instance that does not get it polls
 * instead of waiting in the database: building an index waits for all running statements.
 */
async function migrateAlone(guard: Connection, connection: Connection): Promise<void> {
  for (;;) {
    await ask(guard, guard.begin);
    const [lock] = await ask<{ is_ours: boolean }>(
      guard,
      `select pg_try_advisory_xact_lock(${MIGRATION_LOCK}) as is_ours`,
    );
    if (lock?.is_ours) break;
    await ask(guard, "rollback");
    await pause();
    if (await countApplied(connection) >= MIGRATIONS.length) return;
  }
  const applied = await countApplied(connection);
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index >= applied) await apply(connection, index + 1, migration);
  }
  await ask(guard, "rollback");
}

/** Number of migrations a database has; 0: it is empty. */
export async function countApplied(connection: Session): Promise<number> {
  const [there] = await ask<{ is_there: boolean }>(
    connection,
    "select to_regclass('migrations') is not null as is_there",
  );
  if (!there?.is_there) return 0;
  const [row] = await ask<{ number: number | null }>(
    connection,
    "select max(number) as number from migrations",
  );
  return row?.number ?? 0;
}

async function apply(connection: Connection, number: number, migration: Migration): Promise<void> {
  if ("script" in migration) {
    await applyScript(connection, number, migration.script);
    return;
  }
  if ("index" in migration) {
    const { index, definition } = migration;
    await untilItPasses(connection, async () => {
      // An interrupted attempt leaves an invalid index behind.
      await ask(connection, `drop index concurrently if exists ${index}`);
      await ask(
        connection,
        definition.replace("index NAME", `index concurrently ${index}`),
      );
    });
  } else {
    const [row] = await ask<{ last: number }>(
      connection,
      `select coalesce(max(id), 0)::float8 as last from ${migration.table}`,
    );
    const last = row?.last ?? 0;
    for (let from = 0; from <= last; from += BACKFILL_SPAN) {
      const span = [String(from), String(from + BACKFILL_SPAN)];
      await untilItPasses(
        connection,
        () => connection.query(migration.backfill, span, false),
      );
    }
  }
  await applyScript(connection, number, "");
}

/** Waits for a lock only briefly, because later statements queue up behind it, and retries. */
async function applyScript(connection: Connection, number: number, script: string): Promise<void> {
  // Statements that are sent together are one transaction.
  await untilItPasses(connection, () =>
    ask(
      connection,
      `${connection.begin};
      set local lock_timeout = ${LOCK_TIMEOUT};
      select pg_advisory_xact_lock(${SCRIPT_LOCK});
      create table if not exists migrations (
        number integer primary key,
        applied_at timestamptz not null default now()
      );
      do $migration$ begin
        if not exists (select from migrations where number = ${number}) then
          ${script}
          insert into migrations (number) values (${number});
        end if;
      end $migration$;
      commit`,
    ));
}

/** Retries after a lock timeout or a deadlock. */
async function untilItPasses(
  connection: Connection,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      await ask(connection, "rollback");
      if (attempt === LOCK_ATTEMPTS || !/^(?:55P03|40P01|40001)$/.test(codeOf(error))) throw error;
      await pause();
    }
  }
}

function ask<Row>(connection: Session, text: string): Promise<Row[]> {
  return connection.query<Row>(text, [], false);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE * (0.5 + Math.random())));
}
