import { join } from "node:path";
import { backup } from "node:sqlite";
import type { ErasedGames } from "../records.ts";
import { fingerprintIn, movedMark } from "../server_key.ts";
import {
  type Contents,
  COUNT_ROWS,
  type Counts,
  type DeskRecords,
  type GameRecord,
  type MailRecord,
  type MovableSource,
  type ReportRecord,
  type Source,
  type Target,
  toCounts,
  TransferError,
} from "../transfer/port.ts";
import { Connection, type Value } from "./connection.ts";
import { DATABASE_FILE, exists, openDataDir } from "./data_dir.ts";
import { ADD_LINE, INSERT_BLOCKED, readBlocked, readLog } from "./desk.ts";
import { readReached, restoring } from "./devices.ts";
import { explain } from "./failure.ts";
import { GAME_KEY, insertion, readGames } from "./games.ts";
import { readMark } from "./key_fingerprint.ts";
import { insertion as insertMessages, readMessages } from "./messages.ts";
import { migrate, MIGRATIONS } from "./migrations.ts";
import type { Statement } from "./writes.ts";

/** Pages that are copied in one step, which is one state of the database: more than a database can have. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Opens the embedded database for reading while a service may have it open. Reads a copy, because the
 * write-ahead log grows as long as a transaction reads one snapshot.
 *
 * @param copyPath path of the copy, which is as large as the database; removed on close.
 */
export async function openSqliteSource(dataDir: string, copyPath: string): Promise<Source> {
  const path = join(dataDir, DATABASE_FILE);
  if (!await exists(path)) throw new TransferError(`There is no database in ${dataDir}`);
  // SQLite writes into an existing empty file and keeps its mode.
  (await Deno.open(copyPath, { createNew: true, write: true, mode: 0o600 })).close();
  const remove = () => Deno.removeSync(copyPath);
  try {
    const connection = opening(() => new Connection(path));
    try {
      // Not `vacuum into`, for which Deno wants every permission that there is.
      await backup(connection.db, copyPath, { rate: ALL_PAGES }).catch(explain);
    } finally {
      connection.close();
    }
    return new SqliteSource(copyPath, remove);
  } catch (error) {
    remove();
    throw error;
  }
}

/** Opens the embedded database for reading while nothing else has it open. */
export async function openMovableSqlite(dataDir: string): Promise<MovableSource> {
  const path = join(dataDir, DATABASE_FILE);
  if (!await exists(path)) throw new TransferError(`There is no database in ${dataDir}`);
  const directory = await openDataDir(dataDir);
  try {
    return new SqliteSource(path, () => directory.close());
  } catch (error) {
    directory.close();
    throw error;
  }
}

/**
 * Opens the embedded database of a directory to fill it; creates it if missing.
 *
 * @param hasOldData true if data of an earlier release is allowed.
 */
export async function openSqliteTarget(dataDir: string, hasOldData: boolean): Promise<Target> {
  const directory = await openDataDir(dataDir, hasOldData);
  try {
    return new SqliteTarget(dataDir, directory.databasePath, () => directory.close());
  } catch (error) {
    directory.close();
    throw error;
  }
}

/** One transaction on a connection of its own. */
class SqliteContents implements Contents {
  protected readonly connection: Connection;
  readonly #onClose: () => void;

  constructor(path: string, onClose: () => void) {
    this.connection = opening(() => new Connection(path));
    this.#onClose = onClose;
  }

  counts(): Promise<Counts> {
    return this.run((db) => toCounts(db.all<[string, number]>(COUNT_ROWS)));
  }

  read(after: string | null, limit: number): Promise<GameRecord[]> {
    return this.run((db) =>
      db.all<[string]>("select id from games where id > ? order by id limit ?", after ?? "", limit)
        .flatMap(([id]) =>
          readGames(db, "byId", id).map(({ game }) => ({
            game,
            mails: readMails(db, id),
            messages: readMessages(db, id, null),
            unsubscribed: readUnsubscribed(db, id),
            reports: readReports(db, id),
            reached: readReached(db, id),
          }))
        )
    );
  }

  readErased(): Promise<ErasedGames[]> {
    return this.run((db) =>
      db.all<[string, string, number, number]>(
        "select created_on, archived_on, people, games from erased_games order by 1, 2, 3",
      ).map(([createdOn, archivedOn, people, games]) => ({ createdOn, archivedOn, people, games }))
    );
  }

  readDeclined(): Promise<string[]> {
    return this.run((db) =>
      db.all<[string]>(
        `select address_key || coalesce(' ' || carried_to, '') from declined_addresses
         order by address_key`,
      ).flat()
    );
  }

  readDesk(): Promise<DeskRecords> {
    return this.run((db) => ({ blocked: readBlocked(db), log: readLog(db) }));
  }

  close(): Promise<void> {
    this.connection.close();
    this.#onClose();
    return Promise.resolve();
  }

  protected run<Result>(work: (db: Connection) => Result): Promise<Result> {
    return Promise.try(() => work(this.connection)).catch(explain);
  }
}

class SqliteSource extends SqliteContents implements MovableSource {
  readonly engine = "SQLite";
  readonly schema: number;
  readonly keyFingerprint: string | null;

  constructor(path: string, onClose: () => void) {
    super(path, onClose);
    try {
      // The first statement afterwards fixes the snapshot.
      this.connection.all("begin");
      this.schema = readSchema(this.connection);
      if (this.schema !== MIGRATIONS.length) {
        throw new TransferError(
          "The database is of another release: use that one, or start the service on it first",
        );
      }
      this.keyFingerprint = fingerprintIn(readMark(this.connection));
    } catch (error) {
      this.connection.close();
      throw error;
    }
  }

  /** The directory's lock already ensures this. */
  assertUnused(): Promise<void> {
    return Promise.resolve();
  }

  markMoved(): Promise<void> {
    return this.run((db) => {
      db.all("commit");
      keepMark(db, movedMark(this.keyFingerprint));
    });
  }
}

class SqliteTarget extends SqliteContents implements Target {
  constructor(dataDir: string, path: string, onClose: () => void) {
    super(path, onClose);
    try {
      migrate(this.connection.db);
      this.connection.all("begin immediate");
      if (this.connection.get("select 1 from games union all select 1 from erased_games limit 1")) {
        throw new TransferError(`${dataDir} holds games already, and nothing is overwritten`);
      }
    } catch (error) {
      this.connection.close();
      throw error;
    }
  }

  write(records: readonly GameRecord[]): Promise<void> {
    return this.run((db) => {
      for (const record of records) {
        for (const { sql, params } of statements(record)) {
          for (const values of params) db.all(sql, ...values);
        }
      }
    });
  }

  writeErased(rows: readonly ErasedGames[]): Promise<void> {
    return this.run((db) => {
      for (const { createdOn, archivedOn, people, games } of rows) {
        db.all(
          "insert into erased_games (created_on, archived_on, people, games) values (?, ?, ?, ?)",
          createdOn,
          archivedOn,
          people,
          games,
        );
      }
    });
  }

  writeDeclined(keys: readonly string[]): Promise<void> {
    return this.run((db) => {
      for (const line of keys) {
        const [key = "", carriedTo = null] = line.split(" ");
        db.all(
          "insert into declined_addresses (address_key, carried_to, created_at) values (?, ?, ?)",
          key,
          carriedTo,
          Date.now(),
        );
      }
    });
  }

  writeDesk({ blocked, log }: DeskRecords): Promise<void> {
    return this.run((db) => {
      for (const { subject, createdAt } of blocked) db.all(INSERT_BLOCKED, subject, createdAt);
      for (const { at, act, detail, gameId } of log) db.all(ADD_LINE, at, act, detail, gameId);
    });
  }

  commit(keyFingerprint: string): Promise<void> {
    return this.run((db) => {
      keepMark(db, keyFingerprint);
      db.all("commit");
    });
  }
}

function opening<Result>(open: () => Result): Result {
  try {
    return open();
  } catch (error) {
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

function keepMark(db: Connection, mark: string): void {
  db.all(
    `insert into key_fingerprint (one, fingerprint) values (1, ?)
     on conflict (one) do update set fingerprint = excluded.fingerprint`,
    mark,
  );
}

function statements(
  { game, mails, messages, unsubscribed, reports, reached }: GameRecord,
): Statement[] {
  return [
    ...insertion(game),
    insertMessages(game.id, messages),
    { sql: INSERT_MAIL, params: mails.map((mail) => mailRow(game.id, mail)) },
    {
      sql: `insert into unsubscriptions (game, address_key) values (${GAME_KEY}, ?)`,
      params: unsubscribed.map((key) => [game.id, key]),
    },
    {
      sql: `insert into reports (game, address_hash, recipient, created_at)
        values (${GAME_KEY}, ?, ?, ?)`,
      params: reports.map((one) => [game.id, one.hash, one.recipient, one.createdAt]),
    },
    restoring(game, reached),
  ];
}

const MAIL_COLUMNS = `id, recipient, address, kind, topic, language, payload, status, revision,
  attempts, due_at, reason, created_at, finished_at, may_have_arrived`;

const INSERT_MAIL = `insert into outbox (game, ${MAIL_COLUMNS})
  values (${GAME_KEY}, ${Array(15).fill("?").join(", ")})`;

/** Leases are not transferred; a mail being sent may still arrive. */
const READ_MAILS = `
  select ${MAIL_COLUMNS.replace("may_have_arrived", "iif(lease_until > 0, 1, may_have_arrived)")}
  from outbox where game = ${GAME_KEY} order by id`;

/** The columns of a mail, in the order of `MAIL_COLUMNS`. */
type MailRow = [
  id: number,
  recipient: MailRecord["recipient"],
  address: MailRecord["address"],
  kind: MailRecord["kind"],
  topic: string,
  language: MailRecord["language"],
  payload: string,
  status: MailRecord["status"],
  revision: number,
  attempts: number,
  dueAt: number,
  reason: MailRecord["reason"],
  createdAt: number,
  finishedAt: number | null,
  mayHaveArrived: number | null,
];

function readMails(db: Connection, gameId: string): MailRecord[] {
  return db.all<MailRow>(READ_MAILS, gameId).map((row) => {
    const [id, recipient, address, kind, topic, language, payload, status, revision, ...rest] = row;
    const [attempts, dueAt, reason, createdAt, finishedAt, mayHaveArrived] = rest;
    return {
      id: String(id),
      recipient,
      address,
      kind,
      topic,
      language,
      payload: JSON.parse(payload),
      status,
      revision,
      attempts,
      dueAt: toIso(dueAt),
      reason,
      mayHaveArrived: mayHaveArrived === null ? null : mayHaveArrived === 1,
      createdAt: toIso(createdAt),
      finishedAt: finishedAt === null ? null : toIso(finishedAt),
    };
  });
}

function mailRow(gameId: string, mail: MailRecord): Value[] {
  const row: MailRow = [
    Number(mail.id),
    mail.recipient,
    mail.address,
    mail.kind,
    mail.topic,
    mail.language,
    JSON.stringify(mail.payload),
    mail.status,
    mail.revision,
    mail.attempts,
    Date.parse(mail.dueAt),
    mail.reason,
    Date.parse(mail.createdAt),
    mail.finishedAt === null ? null : Date.parse(mail.finishedAt),
    mail.mayHaveArrived === null ? null : Number(mail.mayHaveArrived),
  ];
  return [gameId, ...row];
}

function readUnsubscribed(db: Connection, gameId: string): string[] {
  return db.all<[string]>(
    `select address_key from unsubscriptions where game = ${GAME_KEY} order by address_key`,
    gameId,
  ).flat();
}

function readReports(db: Connection, gameId: string): ReportRecord[] {
  return db.all<[string, number | null, string]>(
    `select address_hash, recipient, created_at from reports where game = ${GAME_KEY}
     order by address_hash`,
    gameId,
  ).map(([hash, recipient, createdAt]) => ({ hash, recipient, createdAt }));
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}
