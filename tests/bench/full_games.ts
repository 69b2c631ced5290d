import { openPostgresStore } from "@/lib/store/postgres/store.ts";
import postgres from "postgres";
import { makeDatabase } from "../support/postgres.ts";

/** Active games of a full database: nearly as many as there are codes of six digits. */
export const GAMES = 800_000;

let full: Promise<string> | undefined;

/** The URL of a full database, one for all parts that want it. */
export function fullDatabase(): Promise<string> {
  return full ??= makeFull(GAMES);
}

/** The URL of a new database with so many active games. */
export async function makeFull(count: number): Promise<string> {
  const url = await makeDatabase();
  await (await openPostgresStore(url)).close();
  await fillDecember(url, count);
  return url;
}

/** Mails that wait for their time: as many as once made each change of a game slow. */
const WAITING_MAILS = 22_754;

/**
 * Fills an empty, migrated Postgres database with active games of three to six people, as they stand in December:
 * ids that begin with the time, addresses, wishes, rules, and mails that went out. Past its constraints, and quickly.
 */
async function fillDecember(url: string, count: number): Promise<void> {
  const db = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await db.unsafe(`
      set session_replication_role = replica;
      set synchronous_commit = off;
      create temporary table made as
        select n, 3 + n % 4 as people, now() - interval '60 days' * (1 - n::float8 / ${count}) as at, (
          lpad(to_hex((extract(epoch from now() - interval '60 days' * (1 - n::float8 / ${count})) * 1000)::bigint),
            12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15)
        )::uuid as id
        from generate_series(0, ${count} - 1) n;
      analyze made;
      -- Of six digits until half of those are in use, spread over all of them as drawn ones are; then of eight.
      insert into games (id, code, name, amount, currency, date, time, location, general_notes, time_zone,
        language, organizer_email, is_protected, allow_reassignment, send_emails, organizer_token_version,
        invitation_token_version, next_number, created_at)
      select id,
        case when n < 450000 then 100000 + n * 7919::bigint % 450000 * 2
          else 10000000 + n * 104729::bigint % 90000000 end,
        'Winter party ' || n, '20', 'EUR', '2031-12-01'::date + n % 31, '19:00', 'At home', '', 'Europe/Berlin',
        'en', case when n % 3 > 0 then 'organizer' || n || '@example.org' end, false, true, n % 3 > 0, 1, 1,
        people + 1, at
      from made order by n;
      insert into participants (game_id, number, id, name, name_key, email, desired_gift, wish, token_version,
        has_confirmed_assignment, viewed_at, first_viewed_at)
      select id, number, gen_random_uuid(), 'Person ' || number, 'person ' || number,
        case when n % 3 > 0 then 'person' || number || '.' || n || '@example.org' end, '',
        case when number % 2 = 0 then 'Something warm, or a book about the sea' else '' end, 1, false,
        case when number % 2 = 0 then at end, case when number % 2 = 0 then at end
      from made, generate_series(1, people) number order by n, number;
      insert into assignments (game_id, giver, receiver)
      select id, number, number % people + 1 from made, generate_series(1, people) number order by n, number;
      insert into exclusions (game_id, a, b) select id, 1, 3 from made where people = 6 order by n;
      insert into outbox (game_id, recipient, kind, topic, payload, status, attempts, may_have_arrived, due_at,
        created_at, finished_at)
      select id, number, 'assignment', '', '{}', 'sent', 1, true, at, at, at
      from made, generate_series(1, people) number where n % 3 > 0 order by n, number;
      insert into outbox (game_id, recipient, kind, topic, payload, due_at)
      select id, 1, 'reminder', 'soon', '{"message": "Soon!"}', now() + interval '12 hours'
      from made order by n desc limit ${WAITING_MAILS};
    `).simple();
    await db.unsafe("vacuum analyze").simple();
    await db.unsafe("checkpoint").simple();
  } finally {
    await db.end();
  }
}
