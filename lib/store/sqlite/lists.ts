import type { AddressPlace, ArchivedGame, DueDraw, ListedGame } from "../store.ts";
import type { Connection } from "./connection.ts";

export function readExpired(
  db: Connection,
  lastDate: string,
  after: ListedGame | null,
  limit: number,
): ListedGame[] {
  return readActive(db, "", "0000-01-01", lastDate, after, limit);
}

/** Games that send mails by themselves, or have devices to notify. */
const IS_NOTIFIED = "(send_emails or exists (select 1 from devices where game = games.key))";

export function readWithoutNearMail(
  db: Connection,
  firstDay: string,
  lastDay: string,
  after: ListedGame | null,
  limit: number,
): ListedGame[] {
  const condition = `and ${IS_NOTIFIED} and not exists (
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

export function readToSend(
  db: Connection,
  firstDay: string,
  lastDay: string,
  after: ListedGame | null,
  limit: number,
): ListedGame[] {
  return db.all<[string, string, string]>(
    `select id, code, send_by from games
     where by_post = 1 and send_by <> '' and archived_at is null and ${IS_NOTIFIED}
       and (send_by, id) > (?, ?) and send_by <= ?
     order by send_by, id limit ?`,
    after?.date ?? firstDay,
    after?.id ?? "",
    lastDay,
    limit,
  ).map(([id, code, date]) => ({ id, code, date }));
}

export function readWithOldAddresses(
  db: Connection,
  date: string,
  after: string | null,
  limit: number,
): string[] {
  return db.all<[string]>(
    `select g.id from games g
     where g.key in (select game from participants where postal_address is not null)
       and (g.archived_at is not null or g.date < ?1) and g.id > ?2
     order by g.id limit ?3`,
    date,
    after ?? "",
    limit,
  ).flat();
}

export function readDueDraws(
  db: Connection,
  now: Date,
  after: DueDraw | null,
  limit: number,
): DueDraw[] {
  return db.all<[string, string, string]>(
    `select id, code, draw_at from games
     where is_gathering = 1 and draw_at is not null and draw_problem is null
       and archived_at is null and (draw_at, id) > (?, ?) and draw_at <= ?
     order by draw_at, id limit ?`,
    after?.drawAt ?? "",
    after?.id ?? "",
    now.toISOString(),
    limit,
  ).map(([id, code, drawAt]) => ({ id, code, drawAt }));
}

export function readAddress(
  db: Connection,
  spellings: readonly string[],
  limit: number,
  ofGame: number,
): AddressPlace[] {
  return db.all<[string, number, string]>(
    `select id, number, email from (
       select *, row_number() over (partition by id order by number <> first, random()) as turn
       from (
         select *, min(number) over (partition by id) as first from (
           select id, 0 as number, organizer_email as email, created_at as made from games
           where lower(organizer_email) in (select value from json_each(?1))
             and organizer_email is not null and archived_at is null
           union all
           select g.id, p.number, p.email, g.created_at
           from participants p join games g on g.key = p.game
           where lower(p.email) in (select value from json_each(?1))
             and p.email is not null and g.archived_at is null
         )
       )
     )
     where turn <= ?3
     order by turn, made desc, id, number limit ?2`,
    JSON.stringify(spellings),
    limit,
    ofGame,
  ).map(([gameId, number, email]) => ({ gameId, number, email }));
}
