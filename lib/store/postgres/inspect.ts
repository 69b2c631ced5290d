import { EMPTY_OUTBOX, type OutboxState } from "../inspection.ts";
import { IS_MAIL } from "../records.ts";
import { withConnection } from "./connection.ts";
import { WAITING_SINCE } from "./mails.ts";
import { MIGRATIONS } from "./migrations.ts";

/** The state of a Postgres database and its server. */
export type PostgresInspection = Awaited<ReturnType<typeof inspectPostgres>>;

const LIMITS = { connect: 10_000, statement: 20_000, lock: 2_000, idleInTransaction: 20_000 };

const SERVER = `
  select current_setting('server_version') as version,
    least(
      current_setting('max_connections')::integer
        - case when r.rolsuper then 0 else
          current_setting('superuser_reserved_connections')::integer
          + coalesce(current_setting('reserved_connections', true)::integer, 0) end,
      nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1)
    ) as limit,
    (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as open,
    extract(epoch from clock_timestamp())::float8 * 1000 as clock,
    pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "canCreate",
    to_regclass('migrations') is not null as "isThere"
  from pg_roles r, pg_database d
  where r.rolname = current_user and d.datname = current_database()`;

/** All our tables: those of the migrations, and the one that records them. */
const TABLES = [
  ...MIGRATIONS.flatMap((step) =>
    "script" in step
      ? [...step.script.matchAll(/create table (\w+)/g)].map(([, name = ""]) => name)
      : []
  ),
  "migrations",
];

const RIGHTS = `
  select relname as "table",
    has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')
      and has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete') as "canChange",
    has_table_privilege(oid, 'select') as "canRead",
    pg_has_role(relowner, 'usage') as "isOwner"
  from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r'
    and relname in (${TABLES.map((name) => `'${name}'`).join()}) order by relname`;

const OUTBOX = `
  select
    (select extract(epoch from now() - ${WAITING_SINCE})::float8 from outbox
     where status = 'queued' and ${IS_MAIL}) as "oldestWaiting",
    (select count(*)::integer from outbox
     where status = 'failed' and ${IS_MAIL} and finished_at > now() - interval '1 day') as "failedToday"`;

interface ServerRow {
  version: string;
  isReadOnly: boolean;
  limit: number;
  open: number;
  clock: number;
  canCreate: boolean;
  isThere: boolean;
}

interface RightsRow {
  table: string;
  canChange: boolean;
  canRead: boolean;
  isOwner: boolean;
}

/** Inspects a Postgres database without changing it. @throws if it cannot be reached or read */
export function inspectPostgres(url: string) {
  return withConnection(url, LIMITS, async (connection) => {
    const ask = <Row>(text: string) => connection.query<Row>(text, [], false);
    await ask(
      `${connection.begin}; set local transaction_read_only = on; set local enable_seqscan = on`,
    );
    const before = Date.now();
    const [server] = await ask<ServerRow>(SERVER);
    if (!server) throw new Error("The server says nothing about itself");
    const ours = (before + Date.now()) / 2;
    const rights = await ask<RightsRow>(RIGHTS);
    const isReadable = rights.every(({ canRead }) => canRead);
    const [migrations] = server.isThere && isReadable
      ? await ask<{ count: number }>("select count(*)::integer as count from migrations")
      : [];
    const applied = migrations?.count ?? 0;
    const isWhole = applied >= MIGRATIONS.length;
    const hasKey = isReadable && rights.some(({ table }) => table === "key_fingerprint");
    const [key] = hasKey
      ? await ask<{ mark: string }>("select fingerprint as mark from key_fingerprint")
      : [];
    const [outbox] = isWhole ? await ask<OutboxState>(OUTBOX) : [];
    const [photos] = isWhole
      ? await ask<{ bytes: number }>("select coalesce(sum(size), 0)::float8 as bytes from photos")
      : [];
    return {
      version: server.version,
      /** How many connections our role may open, and how many are open in total. */
      connections: { limit: server.limit, open: server.open },
      /** Its clock, in ms since 1970, and ours at that moment. */
      clock: { theirs: server.clock, ours },
      /** True if the server accepts no changes. */
      isReadOnly: server.isReadOnly,
      /** True if our role may read the tables; otherwise their contents are unknown. */
      isReadable,
      /** Missing privileges of our role, in words. */
      missingRights: missingRights(server, rights),
      applied,
      known: MIGRATIONS.length,
      keyMark: key?.mark ?? null,
      outbox: outbox ?? (applied === 0 ? EMPTY_OUTBOX : null),
      photoBytes: photos?.bytes ?? null,
    };
  });
}

function missingRights({ canCreate }: ServerRow, tables: readonly RightsRow[]): string[] {
  return [
    ...canCreate ? [] : ["create tables"],
    ...tables.filter(({ canChange, isOwner }) => !canChange || !isOwner)
      .map(({ table, canChange }) => `${canChange ? "alter" : "change"} ${table}`),
  ];
}
