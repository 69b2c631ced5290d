import {
  type BlockedSender,
  type DeskLine,
  type DeskStatements,
  type DeskStore,
  deskStore,
} from "../desk_store.ts";
import { IS_HELD } from "../records.ts";
import { DatabaseUnavailable, type Store } from "../store.ts";
import { Connection } from "./connection.ts";
import { exists } from "./data_dir.ts";
import { makeDatabase } from "./database.ts";
import { databasePath, inspectSqlite } from "./inspect.ts";
import { sqliteStore } from "./store.ts";
import { DirectWriter } from "./writer.ts";

const BLOCKED = "select subject, created_at as createdAt from blocked_senders order by subject";

export const INSERT_BLOCKED = "insert into blocked_senders (subject, created_at) values (?, ?)";

export const ADD_LINE = `
  insert into desk_log (at, act, detail, game) values (?, ?, ?, (select key from games where id = ?))`;

const STATEMENTS: DeskStatements = {
  findByCode: "select id from games where code = ? order by created_at desc limit ?",

  findByDay: `
    select id from games where created_at >= ?1 and created_at < ?1 || 'Z'
    order by created_at desc limit ?2`,

  findByAddress: `
    select g.id as gameId, g.organizer_email as email from games g
    where lower(g.organizer_email) in (select value from json_each(?1))
    union all
    select g.id, p.email from participants p join games g on g.key = p.game
    where lower(p.email) in (select value from json_each(?1)) and p.email is not null
    limit ?2`,

  findOrganizers: `
    select id as gameId, organizer_email as email from games
    where archived_at is null
      and substr(lower(organizer_email), -length(?1) - 1) in ('@' || ?1, '.' || ?1)
    limit ?2`,

  listLargest: `
    select g.id from games g join outbox o on o.game = g.key
    where g.archived_at is null group by g.key order by count(*) desc, g.id limit ?`,

  listReported: `
    select g.id from reports r join games g on g.key = r.game
    group by g.key order by max(r.created_at) desc limit ?`,

  listHeld: `
    select g.id from outbox o join games g on g.key = o.game
    where o.status = 'queued' and o.${IS_HELD} group by g.key order by count(*) desc, g.id limit ?`,

  readSummaries: `
    select g.id, g.code, g.name, g.date, g.created_at as createdAt, g.archived_at as archivedAt,
      g.mail_paused_at as mailPausedAt, g.is_gathering as isGathering,
      (select count(*) from participants where game = g.key) as people,
      (select count(*) from outbox where game = g.key and status = 'sent') as sent,
      (select count(*) from outbox where game = g.key and status = 'failed') as failed,
      (select count(*) from outbox where game = g.key and status = 'queued') as queued,
      (select count(*) from outbox where game = g.key and status = 'queued' and ${IS_HELD}) as held,
      (select count(*) from reports where game = g.key) as reports
    from json_each(?) asked join games g on g.id = asked.value order by asked.key`,

  block: `${INSERT_BLOCKED} on conflict do nothing returning subject`,
  unblock: "delete from blocked_senders where subject = ? returning subject",
  readBlocked: BLOCKED,
  addLine: ADD_LINE,

  readLines: `
    select l.at, l.act, l.detail, g.id as gameId, g.code
    from desk_log l left join games g on g.key = l.game order by l.key desc limit ?`,
};

/**
 * Opens the embedded database next to a service that may have it open.
 *
 * @throws {DatabaseUnavailable} if it is not there, or of another release.
 */
export async function openSqliteDesk(dataDir: string): Promise<{ store: Store; desk: DeskStore }> {
  const path = databasePath(dataDir);
  if (dataDir === "memory:" || !await exists(path)) {
    throw new DatabaseUnavailable(`There is no database in ${dataDir}`);
  }
  const { applied, known } = inspectSqlite(dataDir, Date.now());
  if (applied !== known) throw new DatabaseUnavailable("The database is of another release");
  const connection = new Connection(path);
  const writer = new DirectWriter(connection);
  const { rows, change } = makeDatabase(connection, writer);
  return {
    store: sqliteStore(connection, writer),
    desk: deskStore(STATEMENTS, { query: rows, write: change }),
  };
}

export function readBlocked(db: Connection): BlockedSender[] {
  return db.rows(BLOCKED);
}

/** The whole log, in the order of its lines. */
export function readLog(db: Connection): DeskLine[] {
  return db.rows(
    `select l.at, l.act, l.detail, g.id as gameId from desk_log l left join games g on g.key = l.game
     order by l.key`,
  );
}
