import { DatabaseSync } from "node:sqlite";

/**
 * Fills an empty, migrated SQLite database quickly with active games of three people, bypassing the store. Their codes
 * are 100000, 100001, …
 */
export function fillSqlite(path: string, count: number, date = "2031-01-01"): void {
  const db = new DatabaseSync(path);
  const uuid = "lower(hex(randomblob(16)))";
  db.exec(`
    pragma synchronous = off;
    begin;
    create temporary table numbers as
      with recursive n(value) as (select 0 union all select value + 1 from n where value + 1 < ${count})
      select value from n;
    insert into games (key, id, code, name, amount, currency, date, time, location, general_notes,
      time_zone, language, is_protected, allow_reassignment, send_emails, organizer_token_version,
      invitation_token_version, next_number, created_at)
    select value + 1, ${uuid}, cast(100000 + value as text), 'Party', '20', 'EUR', '${date}', '', '', '',
      null, 'en', 0, 1, 1, 1, 1, 4, '2026-01-01T00:00:00.000Z' from numbers;
    insert into participants (game, number, id, name, name_key, desired_gift, wish, token_version,
      has_confirmed_assignment)
    select value + 1, p.number, ${uuid}, 'P' || p.number, 'p' || p.number, '', '', 1, 0
    from numbers, (select 1 as number union select 2 union select 3) p;
    insert into assignments (game, giver, receiver)
    select value + 1, p.number, p.number % 3 + 1
    from numbers, (select 1 as number union select 2 union select 3) p;
    commit;
  `);
  db.close();
}
