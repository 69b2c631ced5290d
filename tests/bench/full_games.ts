import { openPostgresStore } from "@/lib/store/postgres/store.ts";
import postgres from "postgres";
import { makeDatabase } from "../support/postgres.ts";

/** Number of active games in a full database: nearly all codes of six digits. */
export const GAMES = 800_000;

let full: Promise<string> | undefined;

/** URL of a full database, shared by all parts that need one. */
export function fullDatabase(): Promise<string> {
  return full ??= makeFull(GAMES);
}

/** URL of a new database with `count` active games. */
export async function makeFull(count: number): Promise<string> {
  const url = await makeDatabase();
  await (await openPostgresStore(url)).close();
  await fillDecember(url, count);
  return url;
}

/** Number of queued mails: as many as once made every change of a game slow. */
const WAITING_MAILS = 22_754;

/**
 * Fills an empty, migrated Postgres database with active games of three to six people, as in December: time-ordered
 * ids, addresses, wishes, rules, and sent mails. Bypasses its constraints for speed.
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
