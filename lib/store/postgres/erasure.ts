import type { Game } from "../../game/types.ts";
import { countedAs, GAME_TABLES } from "../records.ts";
import { isoTime } from "./columns.ts";
import type { Transaction } from "./transaction.ts";

const COUNT = `
  insert into erased_games as e (created_on, archived_on, people, games)
  values ($1::text::date, $2::text::date, $3::text::integer, 1)
  on conflict (created_on, archived_on, people) do update set games = e.games + 1`;

/** Games that were archived before $3, $4 of them, behind the moment $1 and the id $2. */
export const ARCHIVED_BEFORE = `
  select id, ${isoTime("archived_at")} as "archivedAt" from games
  where archived_at is not null and archived_at < $3::text::timestamptz
    and (archived_at, id) > (
      coalesce($1::text::timestamptz, '-infinity'), coalesce($2::text::uuid, '${"0".repeat(32)}'))
  order by archived_at, id limit $4::text::integer`;

/** Sends what takes a game out, which is locked, and counts it. */
export function sendErasure(tx: Transaction, game: Game, now: Date): Promise<unknown>[] {
  const { createdOn, archivedOn, people } = countedAs(game, now);
  return [
    ...GAME_TABLES.map((table) => tx.query(`delete from ${table} where game_id = $1`, [game.id])),
    tx.query("delete from games where id = $1", [game.id]),
    // Last, since others who erase wait for its lock until the commit.
    tx.query(COUNT, [createdOn, archivedOn, String(people)]),
  ];
}
