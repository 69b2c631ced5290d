import { FORGET_PHOTOS_AFTER } from "../records.ts";
import type { OwnPhoto, PhotoStore, StoredPhoto } from "../store.ts";
import { type Dialect, hasLink, type SqlDatabase } from "./dialect.ts";

export function photoStore(db: SqlDatabase, dialect: Dialect): PhotoStore {
  const { texts, cast, param, ofGame, ofG, gKey, gameColumn, isActive } = dialect;
  const { now, nowParams, moment, momentParam, serial } = dialect;
  const owner = param("$2", "integer");
  const isValid = `${isActive("g")} and ${hasLink(dialect, owner, param("$3", "integer"))}`;
  const bytes = cast("$6", "bytea");
  // `+ 0` keeps the planner from reading a whole index in its order.
  const sql = texts({
    /** $2 the owner, $3 the version of their link, $7 the maximum number */
    add: `
      insert into photos (${gameColumn}, participant, version, id, type, bytes, size, state, since)
      select ${gKey}, ${owner}, ${param("$3", "integer")}, ${param("$4", "uuid")},
        ${param("$5", "text")}, ${bytes}, length(${bytes}), 'new', ${now("$8")}
      from games g
      where g.id = $1 and ${isValid} and (
        select count(*) from photos o
        where ${ofG("o")} and participant = ${owner} and state <> 'detached'
      ) < ${param("$7", "integer")}
      returning 1`,

    /** If photo $3 of owner $2 was added, deletes their oldest detached photos beyond the maximum number $4. */
    makeRoom: `
      delete from photos where ${ofGame} and id in (
        select id from photos
        where ${ofGame} and participant = $2 and state = 'detached'
          and exists (select 1 from photos where ${ofGame} and id = $3)
        order by since desc, ${serial} desc limit 1000 offset (
          select case when count(*) < ${param("$4", "integer")}
            then ${param("$4", "integer")} - count(*) else 0 end
          from photos where ${ofGame} and participant = $2 and state <> 'detached'
        )
      )`,

    isValid: `select 1 from games g where g.id = $1 and ${isValid}`,

    read: `
      select id, participant, version, type, bytes from photos where ${ofGame} and id = $2`,

    list: `
      select id, participant, version from photos
      where ${ofGame} and participant = $2 order by ${serial} + 0`,

    size: `select ${cast("coalesce(sum(size), 0)", "float8")} as bytes from photos`,

    forget: `
      delete from photos where state <> 'attached' and since < ${moment("$1")} returning 1`,
  });
  return {
    async addPhoto(gameId, { id, participant, version, type, bytes }, most) {
      const link = [gameId, participant, version] as const;
      const [added] = await db.together(
        gameId,
        [sql.add, [...link, id, type, bytes, most, ...nowParams()]],
        [sql.makeRoom, [gameId, participant, id, most]],
      );
      if (added) return "stored";
      return await db.row(sql.isValid, ...link) ? "full" : "stale";
    },

    readPhoto: (gameId, id) => db.row<StoredPhoto>(sql.read, gameId, id),

    listPhotos: (gameId, participant) => db.rows<OwnPhoto>(sql.list, gameId, participant),

    async countPhotoBytes() {
      return (await db.row<{ bytes: number }>(sql.size))?.bytes ?? 0;
    },

    async forgetLoosePhotos() {
      const [forgotten = 0] = await db.together(
        null,
        [sql.forget, [momentParam(-FORGET_PHOTOS_AFTER)]],
      );
      return forgotten;
    },
  };
}
