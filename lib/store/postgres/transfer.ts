import { namesOf } from "../../game/derive.ts";
import type { Game } from "../../game/types.ts";
import { assignmentsOf, membersOf, type Pairs } from "../difference.ts";
import {
  columns,
  ERASED_COLUMNS,
  GAME_COLUMNS,
  PERSON_COLUMNS,
  personRecord,
  PHOTO_COLUMNS,
  type PhotoRecord,
} from "../records.ts";
import { fingerprintIn, isMovedMark, movedMark } from "../server_key.ts";
import {
  type Contents,
  COUNT_ROWS,
  GAME_RECORDS,
  type GameRecord,
  type GameRecords,
  type MovableSource,
  skipLinks,
  SKIPPED_MAILS,
  type Source,
  TABLES,
  type Target,
  toCounts,
  TransferError,
} from "../transfer/port.ts";
import { type Columns, isoTime, selection, tableText } from "./columns.ts";
import { Connection, type Param } from "./connection.ts";
import { BLOCKED } from "./desk.ts";
import { explained } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { DOCUMENT } from "./reads.ts";

/** How long to wait until closed connections disappear, in ms. */
const PATIENCE = 3000;

const NO_LIMITS = { connect: 10_000, statement: 0, lock: 0, idleInTransaction: 0 };

/** The order of a game's records in a transfer; `+ 0` keeps the planner from reading a whole index in its order. */
const ORDER: Readonly<Record<keyof GameRecords, string>> = {
  mails: "outbox.id + 0",
  messages: "sequence + 0",
  reports: 'address_hash collate "C"',
  devices: "devices.created_at, devices.id",
  wishLists: "participant",
  wishMarks: 'giver, wish_marks.marked_at, wish_id collate "C"',
};

const RECORDS = namesOf(GAME_RECORDS).map((name) => {
  const { table, columns } = GAME_RECORDS[name];
  return `(select coalesce(json_agg(one), '[]') from (
    select ${selection(columns, table)} from ${table} where game_id = g.id order by ${ORDER[name]}
  ) one) as "${name}"`;
});

/** $1 the id behind which to begin, $2 how many. */
const READ = `
  select ${DOCUMENT},
    (select coalesce(json_agg(address_key order by address_key collate "C"), '[]')
     from unsubscriptions where game_id = g.id) as unsubscribed,
    ${
  // Leases are not transferred; a mail being sent may still arrive.
  RECORDS.join().replace(
    "outbox.may_have_arrived",
    "case when lease_until is null then may_have_arrived else true end",
  )}
  from games g
  where g.id > coalesce($1::text::uuid, '00000000-0000-0000-0000-000000000000')
  order by g.id limit $2::text::integer`;

/** Inserts the rows of the JSON array $1, in their order. */
function insertion(table: string, columns: Columns): string {
  const text = tableText(columns);
  return `
    insert into ${table} (${text.columns}) overriding system value select ${text.values}
    from rows from (json_to_recordset($1::text::json) as (${text.record})) with ordinality as r
    order by r.ordinality`;
}

/** The same for a table of games, whose rows name their game. */
function insertionOfGames(table: string, columns: Columns): string {
  return insertion(table, { gameId: { name: "game_id", type: "uuid" }, ...columns });
}

type Write = readonly [text: string, rowsOf: (record: GameRecord) => readonly object[]];

/** Inserts pairs of numbers. */
function pairsInto(
  table: string,
  one: string,
  other: string,
  pairsOf: (game: Game) => Pairs,
): Write {
  const numbers = columns({ [one]: { type: "integer" }, [other]: { type: "integer" } });
  return [
    insertionOfGames(table, numbers),
    ({ game }) => pairsOf(game).map(([a, b]) => ({ [one]: a, [other]: b })),
  ];
}

/** What is written of each game, in an order that violates no constraint. */
const WRITES: readonly Write[] = [
  [insertion("games", GAME_COLUMNS), ({ game: { participants: _, ...row } }) => [row]],
  [
    insertionOfGames("participants", PERSON_COLUMNS),
    ({ game }) => game.participants.map(personRecord),
  ],
  pairsInto("assignments", "giver", "receiver", (game) => assignmentsOf(game.participants)),
  pairsInto("exclusions", "a", "b", ({ exclusions }) => exclusions),
  pairsInto("household_members", "household", "member", (game) => membersOf(game.households)),
  [
    insertionOfGames("unsubscriptions", columns({ addressKey: { type: "text" } })),
    ({ unsubscribed }) => unsubscribed.map((addressKey) => ({ addressKey })),
  ],
  ...namesOf(GAME_RECORDS).map((name): Write => {
    const { table, columns } = GAME_RECORDS[name];
    return [insertionOfGames(table, columns), (record) => record[name]];
  }),
];

const READ_PHOTOS = `
  select sequence::text as sequence, game_id as "gameId",
    ${selection(PHOTO_COLUMNS, "photos")}, bytes
  from photos where sequence > $1::text::bigint order by photos.sequence limit $2::text::integer`;

const PHOTO = tableText(PHOTO_COLUMNS);
const INSERT_PHOTOS = `
  insert into photos (game_id, bytes, size, ${PHOTO.columns})
  select r."gameId", b.bytes, length(b.bytes), ${PHOTO.values}
  from rows from (
    json_to_recordset($1::text::json) as ("gameId" uuid, bytes text, ${PHOTO.record})
  ) with ordinality as r
  cross join lateral (select decode(r.bytes, 'base64') as bytes) b
  order by r.ordinality`;

const INSERT_DECLINED = `
  insert into declined_addresses (address_key, carried_to)
  select split_part(line, ' ', 1), nullif(split_part(line, ' ', 2), '')
  from json_array_elements_text($1::text::json) line on conflict do nothing`;

const INSERT_BLOCKED = insertion(
  "blocked_senders",
  columns({ subject: { type: "text" }, createdAt: { type: "timestamp" } }),
);

const READ_LOG = `
  select ${isoTime("at")} as at, act, detail, game_id as "gameId" from desk_log order by key`;

const INSERT_LOG = insertion(
  "desk_log",
  columns({
    at: { type: "timestamp" },
    act: { type: "text" },
    detail: { type: "text" },
    gameId: { name: "game_id", type: "uuid" },
  }),
);

const READ_ERASED = `
  select to_char(created_on, 'YYYY-MM-DD') as "createdOn",
    to_char(archived_on, 'YYYY-MM-DD') as "archivedOn", people, games
  from erased_games order by created_on, archived_on, people`;

const INSERT_ERASED = insertion("erased_games", ERASED_COLUMNS);

/** Continues the sequence far behind the transferred mails. */
const SKIP_MAIL_IDS = `
  select setval(sequence,
    greatest(nextval(sequence), (select max(id) from outbox)) + $1::text::bigint * ${SKIPPED_MAILS})
  from cast(pg_get_serial_sequence('outbox', 'id') as regclass) as sequence`;

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
    return await openSource(session);
  });
}

/** Opens a database to be read while no one else changes it. */
export function openMovablePostgres(url: string): Promise<MovableSource> {
  return withSession(url, async (session) => {
    await session.query("set transaction isolation level repeatable read");
    await assertSchema(session.query);
    // The first statement after the lock fixes the snapshot.
    await lock(session.query, `${TABLES.join()} in share mode`);
    await assertUnused(session.query);
    return await openSource(session);
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
    return openTarget(session);
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
export function contents(query: Query): Omit<Contents, "close"> {
  return {
    async counts() {
      const rows = await query<{ table: string; count: string }>(COUNT_ROWS);
      return toCounts(rows.map(({ table, count }) => [table, Number(count)]));
    },
    read: (after, limit) => query(READ, [after, String(limit)]),
    readErased: () => query(READ_ERASED),
    async *readPhotos(limit) {
      for (let after: string | null = "0"; after !== null;) {
        const rows: (PhotoRecord & { sequence: string })[] = await query(READ_PHOTOS, [
          after,
          String(limit),
        ]);
        after = rows.at(-1)?.sequence ?? null;
        if (after !== null) yield rows.map(({ sequence: _, ...photo }) => photo);
      }
    },
    async readDeclined() {
      const rows = await query<{ key: string }>(
        `select concat_ws(' ', address_key, carried_to) as key from declined_addresses
         order by address_key collate "C"`,
      );
      return rows.map(({ key }) => key);
    },
    readDesk: async () => ({ blocked: await query(BLOCKED), log: await query(READ_LOG) }),
  };
}

async function openSource({ query, close }: Session): Promise<MovableSource> {
  await assertSchema(query);
  const [row] = await query<{ fingerprint: string }>("select fingerprint from key_fingerprint");
  const mark = row?.fingerprint ?? null;
  const keyFingerprint = fingerprintIn(mark);
  return {
    ...contents(query),
    engine: "PostgreSQL",
    schema: MIGRATIONS.length,
    keyFingerprint,
    isMoved: isMovedMark(mark),
    assertUnused: () => assertUnused(query),
    async markMoved() {
      await query(KEEP_MARK, [movedMark(keyFingerprint)]);
      await query("commit");
    },
    close,
  };
}

function openTarget({ query, close }: Session): Target {
  return {
    ...contents(query),
    async write(records) {
      // One behind the other on the connection, without a pause for each answer.
      await Promise.all(WRITES.map(async ([text, rowsOf]) => {
        const rows = records.flatMap((record) =>
          rowsOf(record).map((row) => ({ gameId: record.game.id, ...row }))
        );
        if (rows.length > 0) await query(text, [JSON.stringify(rows)]);
      }));
    },
    async writeErased(rows) {
      if (rows.length > 0) await query(INSERT_ERASED, [JSON.stringify(rows)]);
    },
    async writePhotos(photos) {
      if (photos.length === 0) return;
      const rows = photos.map((photo) => ({ ...photo, bytes: photo.bytes.toBase64() }));
      await query(INSERT_PHOTOS, [JSON.stringify(rows)]);
    },
    async writeDeclined(keys) {
      await query(INSERT_DECLINED, [JSON.stringify(keys)]);
    },
    async writeDesk({ blocked, log }) {
      await query(INSERT_BLOCKED, [JSON.stringify(blocked)]);
      await query(INSERT_LOG, [JSON.stringify(log)]);
    },
    async commit(keyFingerprint, skips) {
      await query(SKIP_MAIL_IDS, [String(skips + 1)]);
      if (skips > 0) await query(skipLinks(skips));
      await query(KEEP_MARK, [keyFingerprint]);
      // Without it the planner has no statistics of the new rows for a while.
      await query(`analyze ${TABLES.join()}`);
      await query("commit");
    },
    close,
  };
}
