import assert from "node:assert/strict";
import postgres from "postgres";
import { makeDatabase } from "@/tests/support/postgres.ts";
import { fillGames } from "@/tests/support/postgres_games.ts";
import { migrate } from "./migrate.ts";

const GAMES = 5_000;
/** Inserts games in one statement, as when a backup is restored. */
const AT_ONCE = 32;

Deno.test({
  name:
    "triggers on pairs look at the games of those pairs alone, though they were planned on a new database",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeDatabase();
    await migrate(url);
    const db = postgres(url, { max: 1, onnotice: () => {} });
    try {
      await db.unsafe("set enable_seqscan = off; set plan_cache_mode = force_generic_plan");
      await fillGames(url, AT_ONCE, { firstCode: 200_000, isAnalyzed: false });
      await rewritePairs(db, "200000");
      await fillGames(url, GAMES, { isAnalyzed: false });
      const touched = await rewritePairs(db, "101234");
      // Triggers and foreign keys look at a few rows of each pair.
      for (const [table, rows] of touched) {
        assert(rows < GAMES / 2, `${rows} rows of ${table} were looked at`);
      }
    } finally {
      await db.end();
    }
  },
});

/** Deletes and inserts the pairs of some games. @returns how many rows of each table were read */
async function rewritePairs(db: postgres.Sql, firstCode: string): Promise<Map<string, number>> {
  const games = await db<{ id: string }[]>`
    select id from games where code >= ${firstCode} and archived_at is null
    order by code limit ${AT_ONCE}`;
  assert.equal(games.length, AT_ONCE);
  return await db.begin(async (tx) => {
    const pairs = await tx`
      delete from assignments where game_id in ${tx(games.map(({ id }) => id))} returning *`;
    await tx`insert into assignments ${tx(pairs)}`;
    const rows = await tx<{ name: string; rows: number }[]>`
      select relname as name, (coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::integer as rows
      from pg_stat_xact_user_tables`;
    return new Map(rows.map(({ name, rows }) => [name, rows]));
  });
}
