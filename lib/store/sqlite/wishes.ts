import type { StoredWishList, WishMark } from "../../game/wishes.ts";
import { WISH_LIST_COLUMNS, WISH_MARK_COLUMNS, type WishListRecord } from "../records.ts";
import type { WishListChange, WishStore } from "../store.ts";
import type { Database } from "./database.ts";
import { GAME_KEY } from "./game_rows.ts";
import { attaching } from "./photos.ts";
import { tableOf } from "./table.ts";
import { type Statement, statement } from "./writes.ts";

const LISTS = tableOf<WishListRecord>(WISH_LIST_COLUMNS);
const MARKS = tableOf<WishMark>(WISH_MARK_COLUMNS);

const READ_LISTS = `select ${LISTS.columns} from wish_lists where game = ${GAME_KEY}`;
const READ_MARKS = `select ${MARKS.columns} from wish_marks where game = ${GAME_KEY}`;
const AMONG = "in (select value from json_each(?))";
const IN_ORDER = "order by giver, marked_at, wish_id";

const WRITE_LIST = `
  insert or replace into wish_lists (game, ${LISTS.columns}) values (${GAME_KEY}, ${LISTS.marks})`;
const HAND_OVER = `update wish_lists set version = ? where game = ${GAME_KEY} and participant = ?`;
const HAND_OVER_PHOTOS = `
  update photos set version = ?
  where game = ${GAME_KEY} and participant = ? and state = 'attached'`;

/** ?1 game, ?2 giver, ?3 receiver, ?4 item's id, ?5 item, ?6 when, ?7 asker, ?8 version of their link */
const MARK = `
  insert or replace into wish_marks (game, ${MARKS.columns})
  select g.key, ?2, ?3, ?4, ?5, ?6 from games g
  where g.id = ?1 and g.archived_at is null
    and exists (select 1 from assignments where game = g.key and giver = ?2 and receiver = ?3)
    and exists (select 1 from participants where game = g.key and number = ?7 and token_version = ?8)
    and exists (select 1 from wish_lists where game = g.key and participant = ?3)
  returning 1`;
const UNMARK = `delete from wish_marks where game = ${GAME_KEY} and giver = ? and wish_id = ?`;

/** Stores a list, or hands it over with its photos to the holder of another link. */
export function keepingList(gameId: string, list: WishListChange): Statement[] {
  return "wishes" in list
    ? [
      statement(WRITE_LIST, gameId, ...LISTS.write({ ...list, count: list.wishes.length })),
      attaching(gameId, list),
    ]
    : [HAND_OVER, HAND_OVER_PHOTOS].map((sql) =>
      statement(sql, list.version, gameId, list.participant)
    );
}

export function wishStore(db: Database): WishStore {
  return {
    readWishLists: (gameId, owners) =>
      db.read((db) =>
        db.all(`${READ_LISTS} and participant ${AMONG}`, gameId, JSON.stringify(owners))
          .map((row): StoredWishList => {
            const { count: _, ...list } = LISTS.read(row);
            return list;
          })
      ),

    readWishMarks: (gameId, givers) =>
      db.read((db) =>
        db.all(`${READ_MARKS} and giver ${AMONG} ${IN_ORDER}`, gameId, JSON.stringify(givers))
          .map(MARKS.read)
      ),

    async markWish(gameId, { giver, receiver, wishId, wish, markedAt, asker }) {
      if (!wish) {
        await db.run(statement(UNMARK, gameId, giver, wishId));
        return true;
      }
      const item = JSON.stringify(wish);
      const { number, tokenVersion } = asker;
      return await db.change(
        MARK,
        ...[gameId, giver, receiver, wishId, item, markedAt, number, tokenVersion],
      );
    },
  };
}
