import type { ArchivedGame, ListedGame } from "../store.ts";
import type { Connection } from "./connection.ts";

export function readExpired(
  db: Connection,
  lastDate: string,
  after: ListedGame | null,
  limit: number,
): ListedGame[] {
  return readActive(db, "", "0000-01-01", lastDate, after, limit);
}

export function readWithoutNearMail(
  db: Connection,
  firstDay: string,
  lastDay: string,
  after: ListedGame | null,
  limit: number,
): ListedGame[] {
  const condition = `and send_emails and not exists (
    select 1 from outbox where game = games.key and kind = 'eventNear' and topic = games.date
  )`;
  return readActive(db, condition, firstDay, lastDay, after, limit);
}

function readActive(
  db: Connection,
  condition: string,
  firstDay: string,
  lastDay: string,
  after: ListedGame | null,
  limit: number,
): ListedGame[] {
  return db.all<[string, string, string]>(
    `select id, code, date from games
     where archived_at is null and (date, id) > (?, ?) and date <= ? ${condition}
     order by date, id limit ?`,
    after?.date ?? firstDay,
    after?.id ?? "",
    lastDay,
    limit,
  ).map(([id, code, date]) => ({ id, code, date }));
}

export function readArchived(
  db: Connection,
  before: Date,
  after: ArchivedGame | null,
  limit: number,
): ArchivedGame[] {
  return db.all<[string, string]>(
    `select id, archived_at from games
     where archived_at is not null and (archived_at, id) > (?, ?) and archived_at < ?
     order by archived_at, id limit ?`,
    after?.archivedAt ?? "",
    after?.id ?? "",
    before.toISOString(),
    limit,
  ).map(([id, archivedAt]) => ({ id, archivedAt }));
}
