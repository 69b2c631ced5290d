import type { BlockedSender, DeskLine } from "../desk_store.ts";
import { type ErasedGames, identityColumns } from "../records.ts";
import { fingerprintIn, movedMark } from "../server_key.ts";
import {
  COUNT_ROWS,
  type Counts,
  type DeskRecords,
  type GameRecord,
  type MovableSource,
  type Source,
  TABLES,
  type Target,
  toCounts,
  TransferError,
} from "../transfer/port.ts";
import { GAME, isoTime, PARTICIPANT } from "./columns.ts";
import { Connection, type Param } from "./connection.ts";
import { BLOCKED } from "./desk.ts";
import { explained } from "./errors.ts";
import { MESSAGES_OF_GAME } from "./messages.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { DOCUMENT } from "./reads.ts";

/** How long to wait until closed connections disappear, in ms. */
const PATIENCE = 3000;

const NO_LIMITS = { connect: 10_000, statement: 0, lock: 0, idleInTransaction: 0 };

const MAIL_COLUMNS =
  "recipient, address, kind, topic, language, payload, status, revision, attempts, reason";

/** $1 the id behind which to begin, $2 how many. */
const READ = `
  select ${DOCUMENT},
    (select coalesce(json_agg(mail), '[]') from (
      select id::text as id, ${MAIL_COLUMNS}, ${isoTime("due_at")} as "dueAt",
        case when lease_until is null then may_have_arrived else true end as "mayHaveArrived",
        ${isoTime("created_at")} as "createdAt", ${isoTime("finished_at")} as "finishedAt"
      from outbox where game_id = g.id order by outbox.id + 0
    ) mail) as mails,
    ${MESSAGES_OF_GAME},
    (select coalesce(json_agg(address_key order by address_key collate "C"), '[]')
     from unsubscriptions where game_id = g.id) as unsubscribed,
    (select coalesce(json_agg(report order by report.hash collate "C"), '[]') from (
      select address_hash as hash, recipient, ${isoTime("created_at")} as "createdAt"
      from reports where game_id = g.id
    ) report) as reports,
    (select coalesce(json_agg(one), '[]') from (
      select id, mark, sealed, ${isoTime("told_at")} as "toldAt"
      from devices where game_id = g.id order by devices.created_at, id
    ) one) as reached
  from games g
  where g.id > coalesce($1::text::uuid, '00000000-0000-0000-0000-000000000000')
  order by g.id limit $2::text::integer`;

const INSERT_GAMES = `
  insert into games (${GAME.columns})
  select ${GAME.values} from json_to_recordset($1::text::json) as r(${GAME.record})`;

const INSERT_PARTICIPANTS = `
  insert into participants (game_id, ${PARTICIPANT.columns})
  select r."gameId", ${PARTICIPANT.values}
  from json_to_recordset($1::text::json) as r("gameId" uuid, ${PARTICIPANT.record})`;

const INSERT_ASSIGNMENTS = insertion("assignments", "giver integer, receiver integer");
const INSERT_EXCLUSIONS = insertion("exclusions", "a integer, b integer");
const INSERT_MEMBERS = insertion("household_members", "household integer, member integer");
const INSERT_UNSUBSCRIPTIONS = insertion("unsubscriptions", "address_key text");

const INSERT_REPORTS = `
  insert into reports (game_id, address_hash, recipient, created_at)
  select r."gameId", hash, recipient, "createdAt" from json_to_recordset($1::text::json)
    as r("gameId" uuid, hash text, recipient integer, "createdAt" timestamptz)`;

const INSERT_DEVICES = `
  insert into devices (game_id, id, recipient, version, created_at, mark, sealed, told_at)
  select r."gameId", id, recipient, version, since, mark, sealed, "toldAt"
  from json_to_recordset($1::text::json) as r("gameId" uuid, id uuid, recipient integer,
    version integer, since timestamptz, mark text, sealed text, "toldAt" timestamptz)`;

const INSERT_MESSAGES = `
  insert into messages (game_id, id, giver, receiver, is_from_giver, is_thanks, question, text,
    sent_at, is_over, is_read, giver_version, receiver_version)
  select r."gameId", id, giver, receiver, "isFromGiver", "isThanks", question, text,
    "sentAt", "isOver", "isRead", "giverVersion", "receiverVersion"
  from rows from (json_to_recordset($1::text::json) as (
    "gameId" uuid, id text, giver integer, receiver integer, "isFromGiver" boolean,
    "isThanks" boolean, question text, text text, "sentAt" timestamptz, "isOver" boolean,
    "isRead" boolean, "giverVersion" integer, "receiverVersion" integer
  )) with ordinality as r order by r.ordinality`;

const INSERT_DECLINED = `
  insert into declined_addresses (address_key, carried_to)
  select split_part(line, ' ', 1), nullif(split_part(line, ' ', 2), '')
  from json_array_elements_text($1::text::json) line on conflict do nothing`;

/** @param columns with their types, named as the members of the rows. */
function insertion(table: string, columns: string): string {
  const names = columns.replaceAll(/(\w+) \w+/g, "$1");
  return `insert into ${table} (game_id, ${names})
    select r."gameId", ${names}
    from json_to_recordset($1::text::json) as r("gameId" uuid, ${columns})`;
}

const INSERT_BLOCKED = `
  insert into blocked_senders (subject, created_at)
  select subject, "createdAt"
  from json_to_recordset($1::text::json) as r(subject text, "createdAt" timestamptz)`;

const READ_LOG = `
  select ${isoTime("at")} as at, act, detail, game_id as "gameId" from desk_log order by key`;

const INSERT_LOG = `
  insert into desk_log (at, act, detail, game_id)
  select at, act, detail, "gameId"
  from rows from (json_to_recordset($1::text::json) as (
    at timestamptz, act text, detail text, "gameId" uuid
  )) with ordinality as r order by r.ordinality`;

const INSERT_MAILS = `
  insert into outbox
    (game_id, id, ${MAIL_COLUMNS}, may_have_arrived, due_at, created_at, finished_at)
  overriding system value
  select r."gameId", id, ${MAIL_COLUMNS}, r."mayHaveArrived", r."dueAt", r."createdAt", r."finishedAt"
  from json_to_recordset($1::text::json) as r(
    "gameId" uuid, id bigint, recipient integer, address text, kind text, topic text, language text,
    payload jsonb, status text, revision integer, attempts integer, reason text,
    "mayHaveArrived" boolean, "dueAt" timestamptz, "createdAt" timestamptz, "finishedAt" timestamptz
  )`;

const READ_ERASED = `
  select to_char(created_on, 'YYYY-MM-DD') as "createdOn",
    to_char(archived_on, 'YYYY-MM-DD') as "archivedOn", people, games
  from erased_games order by created_on, archived_on, people`;

const INSERT_ERASED = `
  insert into erased_games (created_on, archived_on, people, games)
  select r."createdOn", r."archivedOn", r.people, r.games
  from json_to_recordset($1::text::json)
    as r("createdOn" date, "archivedOn" date, people integer, games integer)`;

/** Continues the sequence after the transferred mails. */
const NEXT_MAIL_ID =
  "select setval(pg_get_serial_sequence('outbox', 'id'), max(id)) from outbox having count(*) > 0";

const KEEP_MARK = `
  insert into key_fingerprint (is_only, fingerprint) values (true, $1)
  on conflict (is_only) do update set fingerprint = excluded.fingerprint`;

const OTHERS = `
  select count(*)::integer as count from pg_stat_activity
  where datname = current_database() and application_name = 'gift-exchange'
    and pid <> pg_backend_pid()`;

/** Opens a database to be read while services may have it open. */
export function openPostgresSource(url: string): Promise<Source> {
  return withSession(url, async (session) => {
    await session.query("set transaction isolation level repeatable read, read only");
    return await PostgresSource.open(session);
  });
}

/** Opens a database to be read while nobody else changes it. */
export function openMovablePostgres(url: string): Promise<MovableSource> {
  return withSession(url, async (session) => {
    await session.query("set transaction isolation level repeatable read");
    await assertSchema(session.query);
    // The first statement after the lock fixes the snapshot.
    await lock(session.query, `${TABLES.join()} in share mode`);
    await assertUnused(session.query);
    return await PostgresSource.open(session);
  });
}

/** Opens a database to fill; missing tables are created. */
export async function openPostgresTarget(url: string): Promise<Target> {
  await migrate(url);
  return await withSession(url, async (session) => {
    await assertUnused(session.query);
    await lock(session.query, "games in share row exclusive mode");
    const [row] = await session.query(
      "select 1 from games union all select 1 from erased_games limit 1",
    );
    if (row) {
      throw new TransferError("The database holds games already, and nothing is overwritten");
    }
    return new PostgresTarget(session);
  });
}

/** Runs one statement, or several without parameters. */
export type Query = <Row>(text: string, params?: readonly Param[]) => Promise<Row[]>;

/** A transaction on a connection of its own. */
interface Session {
  query: Query;
  /** Ends it; what was not committed is undone. */
  close(): Promise<void>;
}

/** Closes the session again where `open` fails. */
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

/** @throws {TransferError} where a service has connections to this database. */
async function assertUnused(query: Query): Promise<void> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    // A transaction always sees the connections of its first look.
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
  const [there] = await query<{ isThere: boolean }>(
    `select to_regclass('migrations') is not null as "isThere"`,
  );
  if (!there?.isThere) throw new TransferError("There are no games in the database");
  const [row] = await query<{ number: number }>("select max(number) as number from migrations");
  if (row?.number !== MIGRATIONS.length) {
    throw new TransferError(
      "The database is of another release: use that one, or start the service on it first",
    );
  }
}

/** The games of a database of this dialect, in one transaction. */
export class PostgresContents {
  constructor(protected readonly query: Query) {}

  async counts(): Promise<Counts> {
    const rows = await this.query<{ table: string; count: string }>(COUNT_ROWS);
    return toCounts(rows.map(({ table, count }) => [table, Number(count)]));
  }

  read(after: string | null, limit: number): Promise<GameRecord[]> {
    return this.query<GameRecord>(READ, [after, String(limit)]);
  }

  readErased(): Promise<ErasedGames[]> {
    return this.query<ErasedGames>(READ_ERASED);
  }

  async readDeclined(): Promise<string[]> {
    const rows = await this.query<{ key: string }>(
      `select concat_ws(' ', address_key, carried_to) as key from declined_addresses
       order by address_key collate "C"`,
    );
    return rows.map(({ key }) => key);
  }

  async readDesk(): Promise<DeskRecords> {
    return {
      blocked: await this.query<BlockedSender>(BLOCKED),
      log: await this.query<DeskLine>(READ_LOG),
    };
  }
}

class PostgresSource extends PostgresContents implements MovableSource {
  readonly engine = "PostgreSQL";
  readonly schema = MIGRATIONS.length;
  readonly close: () => Promise<void>;

  static async open(session: Session): Promise<PostgresSource> {
    await assertSchema(session.query);
    const [row] = await session.query<{ fingerprint: string }>(
      "select fingerprint from key_fingerprint",
    );
    return new PostgresSource(session, fingerprintIn(row?.fingerprint ?? null));
  }

  private constructor({ query, close }: Session, readonly keyFingerprint: string | null) {
    super(query);
    this.close = close;
  }

  assertUnused(): Promise<void> {
    return assertUnused(this.query);
  }

  async markMoved(): Promise<void> {
    await this.query(KEEP_MARK, [movedMark(this.keyFingerprint)]);
    await this.query("commit");
  }
}

class PostgresTarget extends PostgresContents implements Target {
  readonly close: () => Promise<void>;

  constructor({ query, close }: Session) {
    super(query);
    this.close = close;
  }

  async write(records: readonly GameRecord[]): Promise<void> {
    const insert = async (text: string, rowsOf: (record: GameRecord) => readonly object[]) => {
      const rows = records.flatMap((record) =>
        rowsOf(record).map((row) => ({ gameId: record.game.id, ...row }))
      );
      if (rows.length > 0) await this.query(text, [JSON.stringify(rows)]);
    };
    // One behind the other on the connection, without a pause for each answer.
    await Promise.all([
      insert(INSERT_GAMES, ({ game: { participants: _, ...row } }) => [row]),
      insert(
        INSERT_PARTICIPANTS,
        ({ game }) => game.participants.map((one) => ({ ...one, ...identityColumns(one) })),
      ),
      insert(
        INSERT_ASSIGNMENTS,
        ({ game }) =>
          game.participants.flatMap(({ number, receiver }) =>
            receiver === null ? [] : [{ giver: number, receiver }]
          ),
      ),
      insert(INSERT_EXCLUSIONS, ({ game }) => game.exclusions.map(([a, b]) => ({ a, b }))),
      insert(
        INSERT_MEMBERS,
        ({ game }) =>
          game.households.flatMap((members, household) =>
            members.map((member) => ({ household, member }))
          ),
      ),
      insert(INSERT_MESSAGES, ({ messages }) => messages),
      insert(INSERT_MAILS, ({ mails }) => mails),
      insert(
        INSERT_UNSUBSCRIPTIONS,
        ({ unsubscribed }) => unsubscribed.map((address_key) => ({ address_key })),
      ),
      insert(INSERT_REPORTS, ({ reports }) => reports),
      insert(
        INSERT_DEVICES,
        ({ game: { devices }, reached }) =>
          devices.map((device, index) => ({ ...device, ...reached[index] })),
      ),
    ]);
  }

  async writeErased(rows: readonly ErasedGames[]): Promise<void> {
    if (rows.length > 0) await this.query(INSERT_ERASED, [JSON.stringify(rows)]);
  }

  async writeDeclined(keys: readonly string[]): Promise<void> {
    await this.query(INSERT_DECLINED, [JSON.stringify(keys)]);
  }

  async writeDesk({ blocked, log }: DeskRecords): Promise<void> {
    await this.query(INSERT_BLOCKED, [JSON.stringify(blocked)]);
    await this.query(INSERT_LOG, [JSON.stringify(log)]);
  }

  async commit(keyFingerprint: string): Promise<void> {
    await this.query(NEXT_MAIL_ID);
    await this.query(KEEP_MARK, [keyFingerprint]);
    // Without it the planner has no statistics of the new rows for a while.
    await this.query(`analyze ${TABLES.join()}`);
    await this.query("commit");
  }
}
