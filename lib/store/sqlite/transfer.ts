import { join } from "node:path";
import { backup } from "node:sqlite";
import { derive, namesOf } from "../../game/derive.ts";
import { OTHER_RELEASE } from "../inspection.ts";
import { fingerprintIn, movedMark, timesMoved } from "../server_key.ts";
import {
  commonContents,
  type Row,
  writing,
  WRITTEN_TABLES,
  type WrittenTable,
} from "../transfer/contents.ts";
import {
  type Contents,
  GAME_RECORDS,
  type GameRecords,
  HOLDS_ASIDE,
  HOLDS_GAMES,
  type MovableSource,
  requireEmpty,
  skipLinks,
  SKIPPED_MAILS,
  type Source,
  type Target,
  TransferError,
} from "../transfer/port.ts";
import { Connection } from "./connection.ts";
import { DATABASE_FILE, exists, openDataDir } from "./data_dir.ts";
import { SQLITE } from "./dialect.ts";
import { explain } from "./failure.ts";
import { GAME_KEY, readGames } from "./game_rows.ts";
import { migrate, MIGRATIONS } from "./migrations.ts";
import { tableOf } from "./table.ts";

/** Number of pages copied in one step, so that the copy is one state: more than a database can have. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Opens the embedded database for reading while a service may have it open. Reads a copy, because the
 * write-ahead log grows as long as a transaction reads one snapshot.
 *
 * @param copyPath path of the copy, which is as large as the database; removed on close.
 */
export async function openSqliteSource(dataDir: string, copyPath: string): Promise<Source> {
  const path = join(dataDir, DATABASE_FILE);
  if (!exists(path)) throw new TransferError(`There is no database in ${dataDir}`);
  // SQLite writes into an existing empty file and keeps its mode.
  (await Deno.open(copyPath, { createNew: true, write: true, mode: 0o600 })).close();
  const remove = () => Deno.removeSync(copyPath);
  const connection = connect(path, remove);
  try {
    // Not `vacuum into`, for which Deno requires all permissions.
    await backup(connection.db, copyPath, { rate: ALL_PAGES });
  } catch (error) {
    remove();
    explain(error);
  } finally {
    connection.close();
  }
  return openSource(copyPath, remove);
}

/** Opens the embedded database for reading while nothing else has it open. */
export async function openMovableSqlite(dataDir: string): Promise<MovableSource> {
  const path = join(dataDir, DATABASE_FILE);
  if (!exists(path)) throw new TransferError(`There is no database in ${dataDir}`);
  const { close } = await openDataDir(dataDir);
  // `begin immediate` keeps the desk out, which does not take the lock of the directory.
  return openSource(path, close, "begin immediate");
}

/**
 * Opens the embedded database of a directory to fill it; creates it if missing.
 *
 * @param hasOldData true if data of an earlier release is allowed.
 */
export async function openSqliteTarget(dataDir: string, hasOldData: boolean): Promise<Target> {
  const { databasePath, close } = await openDataDir(dataDir, hasOldData);
  return openTarget(dataDir, databasePath, close);
}

/** Reads the contents of a database in the one transaction of a connection. */
function contents(connection: Connection, onClose: () => void) {
  const run = <Result>(work: (db: Connection) => Result): Promise<Result> =>
    Promise.try(() => work(connection)).catch(explain);
  const of: Contents = {
    ...commonContents(SQLITE, (sql, params) => run((db) => db.rows(sql, ...params))),
    read: (after, limit) =>
      run((db) =>
        db.all<[string]>(
          "select id from games where id > ? order by id limit ?",
          after ?? "",
          limit,
        )
          .flatMap(([id]) =>
            readGames(db, "byId", id).map(({ game }) => ({
              game,
              unsubscribed: db.all<[string]>(READ_UNSUBSCRIBED, id).flat(),
              ...derive<GameRecords>(
                namesOf(GAME_RECORDS),
                (name) => db.all(RECORDS[name].select, id).map(RECORDS[name].read),
              ),
            }))
          )
      ),
    close() {
      connection.close();
      onClose();
      return Promise.resolve();
    },
  };
  return { ...of, run };
}

/** @param onClose also called if the database cannot be opened. */
function openSource(path: string, onClose: () => void, begin = "begin"): MovableSource {
  const connection = connect(path, onClose);
  const { run, ...rest } = contents(connection, onClose);
  try {
    // The first statement afterwards fixes the snapshot.
    connection.all(begin);
    if (readSchema(connection) !== MIGRATIONS.length) throw new TransferError(OTHER_RELEASE);
    const [mark = null] = connection.get<[string]>("select fingerprint from key_fingerprint") ?? [];
    return {
      ...rest,
      engine: "SQLite",
      schema: MIGRATIONS.length,
      keyFingerprint: fingerprintIn(mark),
      timesMoved: timesMoved(mark),
      // The locks already ensure this.
      assertUnused: () => Promise.resolve(),
      markMoved: () =>
        run((db) => {
          db.all(KEEP_MARK, movedMark(mark));
          db.all("commit");
          return () =>
            run((db) => void (mark === null ? db.all(DROP_MARK) : db.all(KEEP_MARK, mark)));
        }),
    };
  } catch (error) {
    void rest.close();
    throw error;
  }
}

/** @param onClose also called if the database cannot be opened. */
function openTarget(dataDir: string, path: string, onClose: () => void): Target {
  const connection = connect(path, onClose);
  const { run, ...rest } = contents(connection, onClose);
  try {
    migrate(connection.db);
    connection.all("begin immediate");
    requireEmpty(dataDir, connection.get(HOLDS_GAMES), connection.get(HOLDS_ASIDE));
  } catch (error) {
    void rest.close();
    throw error;
  }
  return {
    ...rest,
    ...writing((table, rows) =>
      run((db) => {
        const { sql, params } = insertion(table, rows);
        for (const values of params) db.all(sql, ...values);
      })
    ),
    commit: (keyFingerprint, skips) =>
      run((db) => {
        db.all(START_MAIL_IDS);
        db.all(SKIP_MAIL_IDS, SKIPPED_MAILS * (skips + 1));
        if (skips > 0) db.all(skipLinks(skips));
        db.all(KEEP_MARK, keyFingerprint);
        db.all("commit");
      }),
  };
}

function connect(path: string, onFailure: () => void): Connection {
  try {
    return new Connection(path);
  } catch (error) {
    onFailure();
    return explain(error);
  }
}

function readSchema(db: Connection): number {
  const [isThere] = db.get<[number]>(
    "select count(*) from sqlite_schema where name = 'migrations'",
  ) ?? [];
  if (!isThere) return 0;
  return db.get<[number]>("select coalesce(max(number), 0) from migrations")?.[0] ?? 0;
}

const KEEP_MARK = `
  insert into key_fingerprint (one, fingerprint) values (1, ?)
  on conflict (one) do update set fingerprint = excluded.fingerprint`;

const DROP_MARK = "delete from key_fingerprint";

/** The sequence continues far beyond the transferred mails. Without mails it has no row yet. */
const START_MAIL_IDS = `
  insert into sqlite_sequence (name, seq) select 'outbox', 0
  where not exists (select 1 from sqlite_sequence where name = 'outbox')`;
const SKIP_MAIL_IDS = "update sqlite_sequence set seq = seq + ? where name = 'outbox'";

const READ_UNSUBSCRIBED = `
  select address_key from unsubscriptions where game = ${GAME_KEY} order by address_key`;

type RecordReader = Pick<ReturnType<typeof tableOf>, "read"> & { select: string };

const RECORDS = derive<Record<keyof GameRecords, RecordReader>>(
  namesOf(GAME_RECORDS),
  (name): RecordReader => {
    const { table, columns, sort } = GAME_RECORDS[name];
    const { columns: names, read } = tableOf<object>(columns);
    // Leases are not transferred, but a mail that is being sent may have arrived. Nor are turns of devices that a notice
    // has taken and not used.
    const present = names.replace("may_have_arrived", "iif(lease_until > 0, 1, may_have_arrived)")
      .replace("told_at", "iif(told_by is null, told_at, null)");
    return {
      read,
      select: `select ${present} from ${table} where game = ${GAME_KEY} order by ${sort(SQLITE)}`,
    };
  },
);

const WRITTEN = new Map(
  WRITTEN_TABLES.map(({ table, columns }) => [table, tableOf<object>(columns)]),
);

function insertion({ table, columns, isOfGames }: WrittenTable, rows: readonly Row[]) {
  const { columns: names, marks, write } = WRITTEN.get(table) ?? tableOf<object>(columns);
  return isOfGames
    ? {
      sql: `insert into ${table} (game, ${names}) values (${GAME_KEY}, ${marks})`,
      params: rows.map((row) => [row.gameId ?? null, ...write(row)]),
    }
    : { sql: `insert into ${table} (${names}) values (${marks})`, params: rows.map(write) };
}
