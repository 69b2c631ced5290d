import { countedAs, GAME_TABLES } from "../records.ts";
import { GAME_KEY, nextVersion, type StoredGame } from "./games.ts";
import type { Statement } from "./writes.ts";

const COUNT = `
  insert into erased_games (created_on, archived_on, people, games) values (?, ?, ?, 1)
  on conflict do update set games = games + 1`;

/** Deletes a game, unless it was changed meanwhile, and counts it. */
export function erasure({ game, version }: StoredGame, now: Date): Statement[] {
  const { createdOn, archivedOn, people } = countedAs(game, now);
  return [
    nextVersion(game.id, version),
    ...GAME_TABLES.map((table) => ({
      sql: `delete from ${table} where game = ${GAME_KEY}`,
      params: [[game.id]],
    })),
    { sql: "delete from games where id = ?", params: [[game.id]] },
    { sql: COUNT, params: [[createdOn, archivedOn, people]] },
  ];
}
