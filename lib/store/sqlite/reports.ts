import type { NewReport } from "../store.ts";
import type { Connection } from "./connection.ts";
import { GAME_KEY } from "./games.ts";
import type { Statement } from "./writes.ts";

const REPORTERS =
  "(select count(distinct coalesce(recipient, -1)) from reports where game = games.key)";

/** The second statement returns a row if the first has stored a report that pauses the game's mail. */
export function reporting(
  gameId: string,
  { hash, recipient, pausesAt }: NewReport,
  at: string,
): Statement[] {
  return [
    {
      sql: `insert into reports (game, address_hash, recipient, created_at)
        select key, ?2, ?3, ?4 from games where id = ?1 on conflict do nothing`,
      params: [[gameId, hash, recipient, at]],
    },
    {
      sql: `update games set mail_paused_at = ?2
        where changes() > 0 and id = ?1 and mail_paused_at is null and ${REPORTERS} >= ?3
        returning 1`,
      params: [[gameId, at, pausesAt]],
    },
  ];
}

/** Takes a report back. */
export function reportRemoval(gameId: string, hash: string): Statement {
  return {
    sql: `delete from reports where game = ${GAME_KEY} and address_hash = ?`,
    params: [[gameId, hash]],
  };
}

export function readReports(db: Connection, gameId: string): Set<string> {
  const sql = `select address_hash from reports where game = ${GAME_KEY}`;
  return new Set(db.all<[string]>(sql, gameId).flat());
}

/** Returns a row if it changes anything. @param at null: resumes */
export function pausing(gameId: string, at: string | null): Statement {
  return {
    sql: `update games set mail_paused_at = ?2
      where id = ?1 and (mail_paused_at is null) <> (?2 is null) returning 1`,
    params: [[gameId, at]],
  };
}
