import type { Wish } from "../../game/wishes.ts";
import { FORGET_PHOTOS_AFTER } from "../records.ts";
import type { OwnPhoto, PhotoStore, StoredPhoto } from "../store.ts";
import { listOf } from "./connection.ts";
import type { Database } from "./database.ts";
import { IS_ACTIVE } from "./reads.ts";
import type { Transaction } from "./transaction.ts";

/**
 * $1 game, $2 id, $3 participant, $4 version, $5 type, $6 bytes, $7 how many. The game is locked. Detached photos make
 * room.
 */
const ADD = `
  with seen as materialized (
    select exists (select from games where id = $1 and ${IS_ACTIVE}) and exists (
      select from participants
      where game_id = $1 and number = $3::text::integer and token_version = $4::text::integer
    ) as "isValid", (
      select count(*) from photos
      where game_id = $1 and participant = $3::text::integer and state <> 'detached'
    ) as count
  ), added as (
    insert into photos (game_id, id, participant, version, type, bytes, size, state, since)
    select $1, $2, $3::text::integer, $4::text::integer, $5, $6::bytea, length($6::bytea), 'new', now()
    from seen where "isValid" and count < $7::text::integer
    returning 1
  ), dropped as (
    delete from photos where game_id = $1 and id = any(array(
      select id from photos
      where game_id = $1 and participant = $3::text::integer and state = 'detached'
        and exists (select from added)
      order by since desc, id
      offset greatest(0, $7::text::integer - 1 - (select count from seen))
    ))
  )
  select "isValid", exists (select from added) as "isAdded" from seen`;

/** $1 game, $2 participant, $3 the ids on their list */
const ATTACH = `
  update photos
  set since = now(), state = case state when 'attached' then 'detached' else 'attached' end
  where game_id = $1 and participant = $2
    and (id = any($3::text::uuid[])) <> (state = 'attached')`;

const READ = `
  select id, participant, version, type, bytes from photos where game_id = $1 and id = $2`;
const LIST = `
  select id, participant, version from photos
  where game_id = $1 and participant = $2 order by since, id`;
const COUNT = "select coalesce(sum(size), 0)::float8 as bytes from photos";
const FORGET = `
  delete from photos
  where state <> 'attached' and since < now() - interval '${FORGET_PHOTOS_AFTER} seconds'
  returning 1`;

/** Attaches the photos of a list, and detaches the others of its owner. */
export function attachPhotos(
  tx: Transaction,
  gameId: string,
  { participant, wishes }: { participant: number; wishes: readonly Wish[] },
): Promise<unknown> {
  return tx.query(ATTACH, [
    gameId,
    participant,
    listOf(wishes.flatMap(({ photo }) => photo ?? [])),
  ]);
}

export function photoStore(db: Database): PhotoStore {
  return {
    async addPhoto(gameId, { id, participant, version, type, bytes }, most) {
      const row = await db.changeLocked<{ isValid: boolean; isAdded: boolean }>(gameId, ADD, [
        gameId,
        id,
        String(participant),
        String(version),
        type,
        bytes,
        String(most),
      ]);
      if (row?.isAdded) return "stored";
      return row?.isValid ? "full" : "stale";
    },

    readPhoto: (gameId, id) => db.row<StoredPhoto>(READ, [gameId, id]),

    listPhotos: (gameId, participant) => db.queryShared<OwnPhoto>(LIST, [gameId, participant]),

    async countPhotoBytes() {
      return (await db.row<{ bytes: number }>(COUNT))?.bytes ?? 0;
    },

    async forgetLoosePhotos() {
      return (await db.query(FORGET)).length;
    },
  };
}
