import { type DeskStatements, type DeskStore, deskStore } from "../desk_store.ts";
import { IS_HELD } from "../records.ts";
import { DatabaseUnavailable, type Store } from "../store.ts";
import { isoTime } from "./columns.ts";
import { countMigrations } from "./migrate.ts";
import { MIGRATIONS } from "./migrations.ts";
import { Database } from "./database.ts";
import { postgresStore } from "./store.ts";

/** Maximum time of a statement in ms: some look through whole tables. */
const PATIENCE = 60_000;

const SPELLINGS = "(select value from json_array_elements_text($1::text::json) value)";

export const BLOCKED = `
  select subject, ${isoTime("created_at")} as "createdAt" from blocked_senders
  order by subject collate "C"`;

const STATEMENTS: DeskStatements = {
  findByCode:
    "select id from games where code = $1 order by created_at desc limit $2::text::integer",

  findByDay: `
    select id from games
    where created_at >= $1::text::date::timestamp at time zone 'UTC'
      and created_at < ($1::text::date + 1)::timestamp at time zone 'UTC'
    order by created_at desc limit $2::text::integer`,

  findByAddress: `
    select id as "gameId", organizer_email as email from games
    where lower(organizer_email) in ${SPELLINGS}
    union all
    select game_id, email from participants where lower(email) in ${SPELLINGS} and email is not null
    limit $2::text::integer`,

  findOrganizers: `
    select id as "gameId", organizer_email as email from games
    where archived_at is null
      and right(lower(organizer_email), length($1::text) + 1) in ('@' || $1::text, '.' || $1::text)
    limit $2::text::integer`,

  listLargest: `
    select g.id from games g join outbox o on o.game_id = g.id
    where g.archived_at is null group by g.id order by count(*) desc, g.id limit $1::text::integer`,

  listReported: `
    select game_id as id from reports
    group by game_id order by max(created_at) desc limit $1::text::integer`,

  listHeld: `
    select game_id as id from outbox where status = 'queued' and ${IS_HELD}
    group by game_id order by count(*) desc, game_id limit $1::text::integer`,

  readSummaries: `
    select g.id, g.code, g.name, to_char(g.date, 'YYYY-MM-DD') as date,
      ${isoTime("g.created_at")} as "createdAt", ${isoTime("g.archived_at")} as "archivedAt",
      ${isoTime("g.mail_paused_at")} as "mailPausedAt", g.is_gathering as "isGathering",
      (select count(*)::integer from participants where game_id = g.id) as people, mails.*,
      (select count(*)::integer from reports where game_id = g.id) as reports
    from json_array_elements_text($1::text::json) with ordinality asked(id, place)
    join games g on g.id = asked.id::uuid
    cross join lateral (
      select count(*) filter (where status = 'sent')::integer as sent,
        count(*) filter (where status = 'failed')::integer as failed,
        count(*) filter (where status = 'queued')::integer as queued,
        count(*) filter (where status = 'queued' and ${IS_HELD})::integer as held
      from outbox where game_id = g.id
    ) mails
    order by asked.place`,

  block: `
    insert into blocked_senders (subject, created_at) values ($1, $2::text::timestamptz)
    on conflict do nothing returning subject`,
  unblock: "delete from blocked_senders where subject = $1 returning subject",
  readBlocked: BLOCKED,

  addLine: `
    insert into desk_log (at, act, detail, game_id)
    values ($1::text::timestamptz, $2, $3, $4::text::uuid)`,

  readLines: `
    select ${isoTime("l.at")} as at, l.act, l.detail, l.game_id as "gameId", g.code
    from desk_log l left join games g on g.id = l.game_id
    order by l.key desc limit $1::text::integer`,
};

/**
 * Opens a Postgres database next to running services; also through a pooler.
 *
 * @throws {DatabaseUnavailable} if it is not reached, or of another release.
 */
export async function openPostgresDesk(url: string): Promise<{ store: Store; desk: DeskStore }> {
  if (await countMigrations(url) !== MIGRATIONS.length) {
    throw new DatabaseUnavailable("The database is of another release");
  }
  const db = new Database(url, { size: 2, patience: PATIENCE });
  return {
    store: postgresStore(db),
    desk: deskStore(STATEMENTS, {
      query: (sql, ...params) => db.query(sql, params),
      write: (sql, ...params) => db.change(sql, ...params),
    }),
  };
}
