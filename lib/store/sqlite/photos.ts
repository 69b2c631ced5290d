import type { Wish } from "../../game/wishes.ts";
import { FORGET_PHOTOS_AFTER } from "../records.ts";
import type { OwnPhoto, PhotoStore, StoredPhoto } from "../store.ts";
import type { Database } from "./database.ts";
import { GAME_KEY } from "./game_rows.ts";
import { guard, type Statement, statement } from "./writes.ts";

const KEY = GAME_KEY.replace("?", "?1");
const OWN = `game = ${KEY} and participant = ?2`;
/** How many photos of ?2 cannot give way. */
const COUNT = `select count(*) as count from photos where ${OWN} and state <> 'detached'`;

/** ?1 game, ?2 participant, ?3 version, ?4 id, ?5 type, ?6 bytes, ?7 now, ?8 how many */
const ADD = `
  insert into photos (game, participant, version, id, type, bytes, size, state, since)
  select g.key, ?2, ?3, ?4, ?5, ?6, length(?6), 'new', ?7 from games g
  where g.id = ?1 and g.archived_at is null
    and exists (select 1 from participants where game = g.key and number = ?2 and token_version = ?3)
    and (${COUNT}) < ?8
  returning 1`;

/** ?1 game, ?2 participant, ?3 how many */
const MAKE_ROOM = `
  delete from photos where key in (
    select key from photos where ${OWN} and state = 'detached'
    order by since desc, key desc limit -1 offset max(0, ?3 - (${COUNT}))
  )`;

/** ?1 game, ?2 participant, ?3 the ids on their list, ?4 now */
const ATTACH = `
  update photos set since = ?4, state = iif(state = 'attached', 'detached', 'attached')
  where ${OWN}
    and (id in (select value from json_each(?3))) <> (state = 'attached')`;

const READ = `
  select id, participant, version, type, bytes from photos where game = ${KEY} and id = ?2`;
const LIST = `select id, participant, version from photos where ${OWN} order by key`;

/** Attaches the photos of a list, and detaches the others of its owner. */
export function attaching(
  gameId: string,
  { participant, wishes }: { participant: number; wishes: readonly Wish[] },
): Statement {
  const ids = wishes.flatMap(({ photo }) => photo ?? []);
  return statement(ATTACH, gameId, participant, JSON.stringify(ids), Date.now());
}

export function photoStore(db: Database): PhotoStore {
  return {
    async addPhoto(gameId, { id, participant, version, type, bytes }, most) {
      const isStored = await db.write(
        guard(ADD, gameId, participant, version, id, type, bytes, Date.now(), most),
        statement(MAKE_ROOM, gameId, participant, most),
      );
      if (isStored) return "stored";
      const row = await db.row<{ count: number }>(COUNT, gameId, participant);
      return row && row.count >= most ? "full" : "stale";
    },

    readPhoto: (gameId, id) => db.row<StoredPhoto>(READ, gameId, id),

    listPhotos: (gameId, participant) => db.rows<OwnPhoto>(LIST, gameId, participant),

    async countPhotoBytes() {
      const row = await db.row<{ bytes: number }>("select total(size) as bytes from photos");
      return row?.bytes ?? 0;
    },

    async forgetLoosePhotos() {
      const rows = await db.write(statement(
        "delete from photos where state <> 'attached' and since < ? returning key",
        Date.now() - FORGET_PHOTOS_AFTER * 1000,
      ));
      return rows?.[0]?.length ?? 0;
    },
  };
}
