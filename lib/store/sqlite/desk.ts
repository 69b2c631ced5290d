import type { BlockedSender, DeskLine, DeskStore, GameSummary } from "../desk_store.ts";
import { IS_HELD } from "../records.ts";
import { DatabaseUnavailable, type Store } from "../store.ts";
import { Connection } from "./connection.ts";
import { exists } from "./data_dir.ts";
import { explain } from "./failure.ts";
import { databasePath, inspectSqlite } from "./inspect.ts";
import { SqliteStore } from "./sqlite_store.ts";
import { DirectWriter } from "./writer.ts";

const ADDRESSES = `
  select g.id, g.organizer_email from games g
  where lower(g.organizer_email) in (select value from json_each(?1))
  union all
  select g.id, p.email from participants p join games g on g.key = p.game
  where lower(p.email) in (select value from json_each(?1)) and p.email is not null
  limit ?2`;

const ORGANIZERS = `
  select id, organizer_email from games
  where archived_at is null
    and substr(lower(organizer_email), -length(?1) - 1) in ('@' || ?1, '.' || ?1)
  limit ?2`;

const LARGEST = `
  select g.id from games g join outbox o on o.game = g.key
  where g.archived_at is null group by g.key order by count(*) desc, g.id limit ?`;

const REPORTED = `
  select g.id from reports r join games g on g.key = r.game
  group by g.key order by max(r.created_at) desc limit ?`;

const HELD = `
  select g.id from outbox o join games g on g.key = o.game
  where o.status = 'queued' and o.${IS_HELD} group by g.key order by count(*) desc, g.id limit ?`;

const SUMMARIES = `
  select g.id, g.code, g.name, g.date, g.created_at, g.archived_at, g.mail_paused_at, g.is_gathering,
    (select count(*) from participants where game = g.key),
    (select count(*) from outbox where game = g.key and status = 'sent'),
    (select count(*) from outbox where game = g.key and status = 'failed'),
    (select count(*) from outbox where game = g.key and status = 'queued'),
    (select count(*) from outbox where game = g.key and status = 'queued' and ${IS_HELD}),
    (select count(*) from reports where game = g.key)
  from json_each(?) asked join games g on g.id = asked.value order by asked.key`;

export const ADD_LINE = `
  insert into desk_log (at, act, detail, game) values (?, ?, ?, (select key from games where id = ?))`;

export const INSERT_BLOCKED = "insert into blocked_senders (subject, created_at) values (?, ?)";

const LINES = `
  select l.at, l.act, l.detail, g.id, g.code
  from desk_log l left join games g on g.key = l.game order by l.key desc limit ?`;

type SummaryRow = [
  id: string,
  code: string,
  name: string,
  date: string,
  createdAt: string,
  archivedAt: string | null,
  mailPausedAt: string | null,
  isGathering: number,
  people: number,
  sent: number,
  failed: number,
  queued: number,
  held: number,
  reports: number,
];

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
  return { store: new SqliteStore(connection, writer), desk: deskStore(connection, writer) };
}

function deskStore(db: Connection, writer: DirectWriter): DeskStore {
  const read = <Result>(work: () => Result): Promise<Result> =>
    Promise.try(() => db.snapshot(work)).catch(explain);
  const idsOf = (sql: string, ...params: (string | number)[]) =>
    read(() => db.all<[string]>(sql, ...params).flat());
  const addressesOf = (sql: string, ...params: (string | number)[]) =>
    read(() =>
      db.all<[string, string]>(sql, ...params).map(([gameId, email]) => ({ gameId, email }))
    );
  return {
    findByCode: (code, limit) =>
      idsOf("select id from games where code = ? order by created_at desc limit ?", code, limit),
    findByDay: (day, limit) =>
      idsOf(
        `select id from games where created_at >= ?1 and created_at < ?1 || 'Z'
         order by created_at desc limit ?2`,
        day,
        limit,
      ),
    findByAddress: (spellings, limit) => addressesOf(ADDRESSES, JSON.stringify(spellings), limit),
    findOrganizers: (domain, limit) => addressesOf(ORGANIZERS, domain, limit),
    listLargest: (limit) => idsOf(LARGEST, limit),
    listReported: (limit) => idsOf(REPORTED, limit),
    listHeld: (limit) => idsOf(HELD, limit),
    readSummaries: (ids) =>
      read(() => db.all<SummaryRow>(SUMMARIES, JSON.stringify(ids)).map(toSummary)),
    async setBlocked(subject, isBlocked) {
      const rows = await writer.write([
        isBlocked
          ? {
            sql: `${INSERT_BLOCKED} on conflict do nothing returning subject`,
            params: [[subject, new Date().toISOString()]],
          }
          : {
            sql: "delete from blocked_senders where subject = ? returning subject",
            params: [[subject]],
          },
      ]);
      return rows?.[0]?.length === 1;
    },
    readBlocked: () => read(() => readBlocked(db)),
    async addLine({ at, act, detail, gameId }) {
      await writer.write([{ sql: ADD_LINE, params: [[at, act, detail, gameId]] }]);
    },
    readLines: (limit) =>
      read(() =>
        db.all<[string, string, string, string | null, string | null]>(LINES, limit)
          .map(([at, act, detail, gameId, code]) => ({ at, act, detail, gameId, code }))
      ),
  };
}

export function readBlocked(db: Connection): BlockedSender[] {
  return db.all<[string, string]>(
    "select subject, created_at from blocked_senders order by subject",
  ).map(([subject, createdAt]) => ({ subject, createdAt }));
}

/** The whole log, in the order of its lines. */
export function readLog(db: Connection): DeskLine[] {
  return db.all<[string, string, string, string | null]>(
    `select l.at, l.act, l.detail, g.id from desk_log l left join games g on g.key = l.game
     order by l.key`,
  ).map(([at, act, detail, gameId]) => ({ at, act, detail, gameId }));
}

function toSummary(row: SummaryRow): GameSummary {
  const [id, code, name, date, createdAt, archivedAt, mailPausedAt, isGathering, ...counts] = row;
  const [people, sent, failed, queued, held, reports] = counts;
  return {
    ...{ id, code, name, date, createdAt, archivedAt, mailPausedAt, people, reports },
    isGathering: isGathering === 1,
    mails: { sent, failed, queued, held },
  };
}
