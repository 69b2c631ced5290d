import { LIMITS, ORGANIZER } from "../../game/types.ts";
import type { DeviceStore, StoredDevice } from "../store.ts";
import { isoTime } from "./columns.ts";
import { listOf } from "./connection.ts";
import type { Database } from "./database.ts";
import { IS_ACTIVE } from "./reads.ts";

const HOUR = `interval '${LIMITS.betweenPairNotices} seconds'`;

/**
 * $1 game, $2 id, $3 recipient, $4 version of their link, $5 mark, $6 sealed, $7 since, $8 all marks, $9 how many. The
 * game is locked.
 */
const ADD = `
  with seen as materialized (
    select exists (
      select from games g where g.id = $1 and ${IS_ACTIVE} and $4::text::integer = case
        when $3::text::integer = ${ORGANIZER} then g.organizer_token_version else (
          select token_version from participants where game_id = $1 and number = $3::text::integer
        ) end
    ) as "isValid", (
      select id from devices
      where game_id = $1 and recipient = $3::text::integer and mark = any($8::text::text[])
    ) as known, (
      select count(*) from devices where game_id = $1 and recipient = $3::text::integer
    ) as count
  ), added as (
    insert into devices (game_id, id, recipient, version, mark, sealed, created_at)
    select $1, $2, $3::text::integer, $4::text::integer, $5, $6, $7::text::timestamptz from seen
    where "isValid" and known is null and count < $9::text::integer
    returning id
  )
  select "isValid", known, (select id from added) as added from seen`;

const REMOVE = `delete from devices where game_id = $1 and recipient = $2 and id = $3
  returning id`;
const REMOVE_MARKED = `
  delete from devices where game_id = $1 and recipient = $2 and mark = any($3::text::text[])
  returning id`;

const READ = `
  select id, recipient, version, ${isoTime("created_at")} as since, sealed, (
    select coalesce(json_agg(other.recipient), '[]') from devices other
    where other.game_id = d.game_id and other.mark = d.mark and other.recipient <> d.recipient
  ) as "sharedWith"
  from devices d where game_id = $1 and id = $2`;

/** $1 game, $2 device, $3 mail, $4 how many seconds ago the mail was written */
const TAKE_TURN = `
  update devices set told_at = now(), told_by = $3::text::bigint
  where game_id = $1 and id = $2 and (
    told_at is null or told_by = $3::text::bigint or told_at > now() + interval '10 seconds'
    or (told_at <= now() - ${HOUR} and (
      told_by is not null or told_at < now() - make_interval(secs => $4::float8)
    ))
  )
  returning id`;

const READ_TURN = `
  select told_by is null and told_at >= now() - make_interval(secs => $3::float8) as "isTold",
    extract(epoch from told_at + ${HOUR} - now())::float8 as seconds
  from devices where game_id = $1 and id = $2`;

const END_TURN = `
  update devices set told_at = now(), told_by = null
  where game_id = $1 and id = $2 and told_by = $3::text::bigint`;

export function deviceStore(db: Database): DeviceStore {
  return {
    async addDevice(gameId, { id, recipient, version, marks, sealed, since }, max) {
      const row = await db.changeLocked<
        { isValid: boolean; known: string | null; added: string | null }
      >(gameId, ADD, [
        gameId,
        id,
        String(recipient),
        String(version),
        marks[0],
        sealed,
        since,
        listOf(marks),
        String(max),
      ]);
      if (!row?.isValid) return "stale";
      if (row.added) return { id: row.added, isNew: true };
      return row.known ? { id: row.known, isNew: false } : "full";
    },

    removeDevice: (gameId, recipient, which) =>
      "id" in which
        ? db.change(REMOVE, gameId, recipient, which.id)
        : db.change(REMOVE_MARKED, gameId, recipient, listOf(which.marks)),

    readDevice: (gameId, id) => db.row<StoredDevice>(READ, [gameId, id]),

    async takePairTurn(gameId, id, mail, age) {
      if (await db.change(TAKE_TURN, gameId, id, mail, age)) return "yes";
      const params = [gameId, id, age];
      const row = await db.row<{ isTold: boolean; seconds: number }>(READ_TURN, params);
      return !row || row.isTold ? "told" : Math.max(1, row.seconds);
    },

    endPairTurn: (gameId, id, mail) => db.run(END_TURN, gameId, id, mail),
  };
}
