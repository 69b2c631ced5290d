import type { Dialect, SqlDatabase } from "./dialect.ts";
import type { GameStore } from "../store.ts";

/**
 * A database's statement for each list. Its parameters: the place to continue after (a day or time, and the id of a
 * game), the end, and the maximum number. The list of old addresses takes an id, the end, and the maximum number.
 */
export function listStatements({ texts, param, time, day, isTrue, ofG }: Dialect) {
  /** Games ordered by a column and the id, after a place and up to an end. */
  const page = (
    columns: string,
    by: string,
    type: "date" | "text" | "timestamptz",
    condition: string,
    end = "<=",
  ) => `
    select g.id, ${columns} from games g
    where ${condition} and (g.${by}, g.id) > (${param("$1", type)}, ${param("$2", "uuid")})
      and g.${by} ${end} ${param("$3", type)}
    order by g.${by}, g.id limit ${param("$4", "integer")}`;

  const codeAndDay = `g.code, ${day("g.date")} as date`;
  /** Games that send mails by themselves, or have devices to notify. */
  const isNotified = `(g.send_emails or exists (select 1 from devices d where ${ofG("d")}))`;
  return texts({
    listExpiredGames: page(codeAndDay, "date", "date", "g.archived_at is null"),

    listArchivedGames: page(
      `${time("g.archived_at")} as "archivedAt"`,
      "archived_at",
      "timestamptz",
      "g.archived_at is not null",
      "<",
    ),

    listGamesWithoutNearMail: page(
      codeAndDay,
      "date",
      "date",
      `g.archived_at is null and ${isNotified} and not exists (
        select 1 from outbox o
        where ${ofG("o")} and o.kind = 'eventNear' and o.topic = ${day("g.date")}
      )`,
    ),

    listGamesToSend: page(
      "g.code, g.send_by as date",
      "send_by",
      "text",
      `${isTrue("g.by_post")} and g.send_by <> '' and g.archived_at is null and ${isNotified}`,
    ),

    listDueDraws: page(
      `g.code, ${time("g.draw_at")} as "drawAt"`,
      "draw_at",
      "timestamptz",
      `${isTrue("g.is_gathering")} and g.draw_at is not null and g.draw_problem is null
        and g.archived_at is null`,
    ),
  });
}

/** Before every day and time in either database. */
const NO_TIME = "-infinity";
const NO_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Lists of games, page by page in the order of an index.
 *
 * @param listGamesWithOldAddresses the statement of that list, which each database plans in its own way.
 */
export function gameLists(db: SqlDatabase, dialect: Dialect, listGamesWithOldAddresses: string) {
  const sql = listStatements(dialect);
  return {
    listExpiredGames: (last, after, limit) =>
      db.rows(sql.listExpiredGames, after?.date ?? NO_TIME, after?.id ?? NO_ID, last, limit),

    listArchivedGames: (before, after, limit) => {
      const place = [after?.archivedAt ?? NO_TIME, after?.id ?? NO_ID];
      return db.rows(sql.listArchivedGames, ...place, before.toISOString(), limit);
    },

    listGamesWithoutNearMail: (first, last, after, limit) =>
      db.rows(sql.listGamesWithoutNearMail, after?.date ?? first, after?.id ?? NO_ID, last, limit),

    listGamesToSend: (first, last, after, limit) =>
      db.rows(sql.listGamesToSend, after?.date ?? first, after?.id ?? NO_ID, last, limit),

    async listGamesWithOldAddresses(date, after, limit) {
      const place = after ?? NO_ID;
      const games = await db.rows<{ id: string }>(listGamesWithOldAddresses, place, date, limit);
      return games.map(({ id }) => id);
    },

    listDueDraws: (now, after, limit) => {
      const place = [after?.drawAt ?? NO_TIME, after?.id ?? NO_ID];
      return db.rows(sql.listDueDraws, ...place, now.toISOString(), limit);
    },
  } satisfies Partial<GameStore>;
}
