import type { GameStore } from "./store.ts";

type Lists = Pick<
  GameStore,
  | "listExpiredGames"
  | "listArchivedGames"
  | "listGamesWithoutNearMail"
  | "listGamesToSend"
  | "listGamesWithOldAddresses"
  | "listDueDraws"
>;

/**
 * A database's statement for each list. Its parameters: the place to continue after (a day or time, and the id of a
 * game), the end, and the maximum number. The list of old addresses takes an id, the end, and the maximum number.
 */
export type ListStatements = Readonly<Record<keyof Lists, string>>;

/** Before every day and time in either database. */
const NO_TIME = "-infinity";
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** Lists of games, page by page in the order of an index. */
export function gameLists(
  sql: ListStatements,
  rows: <Row extends object>(sql: string, ...params: (string | number)[]) => Promise<Row[]>,
): Lists {
  return {
    listExpiredGames: (last, after, limit) =>
      rows(sql.listExpiredGames, after?.date ?? NO_TIME, after?.id ?? NO_ID, last, limit),

    listArchivedGames: (before, after, limit) => {
      const place = [after?.archivedAt ?? NO_TIME, after?.id ?? NO_ID];
      return rows(sql.listArchivedGames, ...place, before.toISOString(), limit);
    },

    listGamesWithoutNearMail: (first, last, after, limit) =>
      rows(sql.listGamesWithoutNearMail, after?.date ?? first, after?.id ?? NO_ID, last, limit),

    listGamesToSend: (first, last, after, limit) =>
      rows(sql.listGamesToSend, after?.date ?? first, after?.id ?? NO_ID, last, limit),

    async listGamesWithOldAddresses(date, after, limit) {
      const place = after ?? NO_ID;
      const games = await rows<{ id: string }>(sql.listGamesWithOldAddresses, place, date, limit);
      return games.map(({ id }) => id);
    },

    listDueDraws: (now, after, limit) => {
      const place = [after?.drawAt ?? NO_TIME, after?.id ?? NO_ID];
      return rows(sql.listDueDraws, ...place, now.toISOString(), limit);
    },
  };
}
