import type { StoredWishList, WishMark } from "../../game/wishes.ts";
import type { WishStore } from "../store.ts";
import { type Dialect, hasLink, hasPair, parsed, type SqlDatabase } from "./dialect.ts";

export function wishStore(db: SqlDatabase, dialect: Dialect): WishStore {
  const { texts, param, ofGame, ofG, gKey, gameColumn, isActive, among, list } = dialect;
  const { time, collation } = dialect;
  const [giver, receiver] = [param("$2", "integer"), param("$3", "integer")];
  const sql = texts({
    readLists: `
      select participant, version, revision, items as wishes from wish_lists
      where ${ofGame} and participant ${among("$2", "integer")}`,

    readMarks: `
      select giver, receiver, wish_id as "wishId", item, ${time("marked_at")} as "markedAt"
      from wish_marks
      where ${ofGame} and giver ${among("$2", "integer")}
      order by giver, marked_at, wish_id${collation}`,

    /** $2 the giver, $3 the receiver, $7 the asker, $8 the version of their link. */
    mark: `
      insert into wish_marks (${gameColumn}, giver, receiver, wish_id, item, marked_at)
      select ${gKey}, ${giver}, ${receiver}, ${param("$4", "text")}, ${param("$5", "text")},
        ${param("$6", "timestamptz")}
      from games g
      where g.id = $1 and ${isActive("g")}
        and ${hasPair(dialect, giver, receiver)}
        and ${hasLink(dialect, param("$7", "integer"), param("$8", "integer"))}
        and exists (
          select 1 from wish_lists l where ${ofG("l")} and participant = ${receiver}
        )
      on conflict (${gameColumn}, giver, wish_id) do update
      set item = excluded.item, receiver = excluded.receiver, marked_at = excluded.marked_at
      returning 1`,

    unmark: `delete from wish_marks where ${ofGame} and giver = $2 and wish_id = $3`,
  });
  return {
    async readWishLists(gameId, owners) {
      const rows = await db.rows<StoredWishList>(sql.readLists, gameId, list(owners));
      return rows.map((row) => ({ ...row, wishes: parsed(row.wishes) }));
    },

    readWishMarks: (gameId, givers) => db.rows<WishMark>(sql.readMarks, gameId, list(givers)),

    async markWish(gameId, { giver, receiver, wishId, wish, markedAt, asker }) {
      if (!wish) {
        await db.run(sql.unmark, gameId, giver, wishId);
        return true;
      }
      const { number, tokenVersion } = asker;
      const item = JSON.stringify(wish);
      const params = [gameId, giver, receiver, wishId, item, markedAt, number, tokenVersion];
      const [marked] = await db.together(gameId, [sql.mark, params]);
      return !!marked;
    },
  };
}
