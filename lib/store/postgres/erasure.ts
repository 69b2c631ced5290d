import type { Game } from "../../game/types.ts";
import { countedAs, GAME_TABLES } from "../records.ts";
import type { Transaction } from "./transaction.ts";

const COUNT = `
  insert into erased_games as e (created_on, archived_on, people, games)
  values ($1::text::date, $2::text::date, $3::text::integer, $4::text::integer)
  on conflict (created_on, archived_on, people) do update set games = e.games + excluded.games`;

/** Sends the statements that delete locked games and count them. */
export function sendErasure(
  tx: Transaction,
  games: readonly Game[],
  now: Date,
): Promise<unknown>[] {
  const deletions = games.flatMap(({ id }) => [
    ...GAME_TABLES.map((table) => tx.query(`delete from ${table} where game_id = $1`, [id])),
    tx.query("delete from games where id = $1", [id]),
  ]);
  const counts = new Map<string, number>();
  for (const game of games) {
    const { createdOn, archivedOn, people } = countedAs(game, now);
    const kind = [createdOn, archivedOn, people].join();
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  // Last, because other erasures wait for these rows until the commit; sorted, so that none deadlock.
  const counting = [...counts].sort().map(([kind, count]) =>
    tx.query(COUNT, [...kind.split(","), String(count)])
  );
  return [...deletions, ...counting];
}
