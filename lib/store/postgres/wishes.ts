import type { StoredWishList, WishMark } from "../../game/wishes.ts";
import { WISH_LIST_COLUMNS, WISH_MARK_COLUMNS } from "../records.ts";
import type { WishListChange, WishStore } from "../store.ts";
import { selection, tableText } from "./columns.ts";
import { listOf } from "./connection.ts";
import { SHARE_GAME } from "./messages.ts";
import { attachPhotos } from "./photos.ts";
import type { Database } from "./database.ts";
import { IS_ACTIVE } from "./reads.ts";
import type { Transaction } from "./transaction.ts";

const LIST = tableText(WISH_LIST_COLUMNS);
const MARK = tableText(WISH_MARK_COLUMNS);

const WRITE_LIST = `
  insert into wish_lists (game_id, ${LIST.columns})
  select $1::uuid, ${LIST.values} from json_to_record($2::text::json) as r(${LIST.record})
  on conflict (game_id, participant) do update set ${
  Object.values(WISH_LIST_COLUMNS).map(({ name }) => `${name} = excluded.${name}`).join(", ")
}`;
const HAND_OVER = "update wish_lists set version = $3 where game_id = $1 and participant = $2";
const HAND_OVER_PHOTOS = `
  update photos set version = $3
  where game_id = $1 and participant = $2 and state = 'attached'`;

const { count: _, ...ITEMS } = WISH_LIST_COLUMNS;
const READ_LISTS = `
  select ${selection(ITEMS, "wish_lists")} from wish_lists
  where game_id = $1 and participant = any($2::text::integer[])`;

const READ_MARKS = `
  select ${selection(WISH_MARK_COLUMNS, "wish_marks")} from wish_marks
  where game_id = $1 and giver = any($2::text::integer[])
  order by giver, wish_marks.marked_at, wish_id collate "C"`;

/** $1 game, $2 the mark, $3 asker, $4 version of their link */
const WRITE_MARK = `
  with asked as materialized (
    select exists (select from games where id = $1 and ${IS_ACTIVE})
      and exists (
        select from assignments
        where game_id = $1 and giver = r.giver and receiver = r.receiver
      )
      and exists (
        select from participants
        where game_id = $1 and number = $3::text::integer and token_version = $4::text::integer
      )
      and exists (select from wish_lists where game_id = $1 and participant = r.receiver)
      as "isAllowed", r.*
    from json_to_record($2::text::json) as r(${MARK.record})
  ), stored as (
    insert into wish_marks (game_id, ${MARK.columns})
    select $1, ${MARK.values} from asked r where "isAllowed"
    on conflict (game_id, giver, wish_id) do update
    set item = excluded.item, receiver = excluded.receiver, marked_at = excluded.marked_at
    returning 1
  )
  select 1 from stored`;
const UNMARK = "delete from wish_marks where game_id = $1 and giver = $2 and wish_id = $3";

/** Stores a list, or hands it over with its photos to the holder of another link. */
export function keepList(
  tx: Transaction,
  gameId: string,
  list: WishListChange,
): Promise<unknown>[] {
  return "wishes" in list
    ? [
      tx.query(WRITE_LIST, [gameId, JSON.stringify({ ...list, count: list.wishes.length })]),
      attachPhotos(tx, gameId, list),
    ]
    : [HAND_OVER, HAND_OVER_PHOTOS].map((sql) =>
      tx.query(sql, [gameId, list.participant, list.version])
    );
}

export function wishStore(db: Database): WishStore {
  return {
    readWishLists: (gameId, owners) =>
      db.queryShared<StoredWishList>(READ_LISTS, [gameId, listOf(owners)]),

    readWishMarks: (gameId, givers) =>
      db.queryShared<WishMark>(READ_MARKS, [gameId, listOf(givers)]),

    async markWish(gameId, { wish, asker, ...mark }) {
      if (!wish) {
        await db.query(UNMARK, [gameId, mark.giver, mark.wishId]);
        return true;
      }
      const row = JSON.stringify({ ...mark, item: JSON.stringify(wish) });
      const { number, tokenVersion } = asker;
      const params = [gameId, row, String(number), String(tokenVersion)];
      return await db.changeLocked(gameId, WRITE_MARK, params, SHARE_GAME) !== null;
    },
  };
}
