import postgres from "postgres";

/**
 * Fills an empty, migrated Postgres database quickly with games of three people, bypassing its constraints. They are
 * active, with the codes 100000, 100001, …, unless `archivedAt` is set.
 */
export async function fillGames(
  url: string,
  count: number,
  { firstCode = 100_000, date = "2031-01-01", archivedAt = null, isAnalyzed = true }: {
    firstCode?: number;
    date?: string;
    archivedAt?: string | null;
    /** Whether to update the server's statistics. */
    isAnalyzed?: boolean;
  } = {},
): Promise<void> {
  const db = postgres(url, { max: 1, onnotice: () => {} });
  const archived = archivedAt === null ? "null" : `timestamptz '${archivedAt}'`;
  try {
    await db.unsafe(`
      set session_replication_role = replica;
      create temporary table made as
        select gen_random_uuid() as id, (${firstCode} + n)::text as code
        from generate_series(0, ${count} - 1) n;
      insert into games (id, code, name, amount, currency, date, time, location, general_notes, time_zone,
        language, is_protected, allow_reassignment, send_emails, organizer_token_version,
        invitation_token_version, next_number, created_at, archived_at)
      select id, code, 'Party', '20', 'EUR', '${date}', '', '', '', null, 'en', false, true, true, 1, 1, 4,
        now(), ${archived}
      from made;
      insert into participants (game_id, number, id, name, name_key, desired_gift, wish, token_version,
        has_confirmed_assignment)
      select id, number, gen_random_uuid(), 'P' || number, 'p' || number, '', '', 1, false
      from made, generate_series(1, 3) number;
      insert into assignments (game_id, giver, receiver)
      select id, number, number % 3 + 1 from made, generate_series(1, 3) number;
    `).simple();
    if (!isAnalyzed) return;
    await db.unsafe("vacuum analyze games, participants, assignments").simple();
    await db.unsafe("checkpoint").simple();
  } finally {
    await db.end();
  }
}
