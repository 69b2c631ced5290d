import { LIMITS, ORGANIZER } from "../../game/types.ts";
import type { DeviceStore, StoredDevice } from "../store.ts";
import type { Database } from "./database.ts";
import { GAME_KEY } from "./game_rows.ts";
import { guard, statement } from "./writes.ts";

const HOUR = LIMITS.betweenPairNotices * 1000;
const KEY = GAME_KEY.replace("?", "?1");
const AMONG = (values: string) => `in (select value from json_each(${values}))`;

/** The version of the link of ?2 in game `g`. */
const LINK_VERSION = `iif(?2 = ${ORGANIZER}, g.organizer_token_version,
  (select token_version from participants where game = g.key and number = ?2))`;

/** ?1 game, ?2 recipient, ?3 version, ?4 all marks, ?5 how many, ?6 id, ?7 mark, ?8 sealed, ?9 since */
const ADD = `
  insert into devices (game, id, recipient, version, mark, sealed, created_at)
  select g.key, ?6, ?2, ?3, ?7, ?8, ?9 from games g
  where g.id = ?1 and g.archived_at is null and ${LINK_VERSION} = ?3
    and not exists (
      select 1 from devices where game = g.key and recipient = ?2 and mark ${AMONG("?4")}
    )
    and (select count(*) from devices where game = g.key and recipient = ?2) < ?5
  returning id`;

/** Why none was added: its first four parameters. */
const REFUSAL = `
  select g.archived_at is null and ${LINK_VERSION} = ?3 as isValid, (
    select id from devices where game = g.key and recipient = ?2 and mark ${AMONG("?4")}
  ) as known
  from games g where g.id = ?1`;

const REMOVE = `delete from devices where game = ${KEY} and recipient = ?2`;

const READ = `
  select id, recipient, version, created_at as since, sealed, (
    select json_group_array(other.recipient) from devices other
    where other.game = d.game and other.mark = d.mark and other.recipient <> d.recipient
  ) as sharedWith
  from devices d where game = ${KEY} and id = ?2`;

/** ?1 game, ?2 device, ?3 mail, ?4 now, ?5 when the mail was written */
const TAKE_TURN = `
  update devices set told_at = ?4, told_by = ?3
  where game = ${KEY} and id = ?2 and (
    told_at is null or told_by = ?3 or told_at > ?4
    or (told_at <= ?4 - ${HOUR} and (told_by is not null or told_at < ?5))
  )
  returning id`;

const READ_TURN = `
  select told_at as toldAt, told_by as toldBy from devices where game = ${KEY} and id = ?2`;

const END_TURN = `
  update devices set told_at = ?4, told_by = null where game = ${KEY} and id = ?2 and told_by = ?3`;

export function deviceStore(db: Database): DeviceStore {
  return {
    async addDevice(gameId, { id, recipient, version, marks, sealed, since }, max) {
      const asked = [gameId, recipient, version, JSON.stringify(marks)];
      if (await db.write(guard(ADD, ...asked, max, id, marks[0], sealed, since))) {
        return { id, isNew: true };
      }
      const found = await db.row<{ isValid: number; known: string | null }>(REFUSAL, ...asked);
      if (!found?.isValid) return "stale";
      return found.known === null ? "full" : { id: found.known, isNew: false };
    },

    removeDevice: (gameId, recipient, which) =>
      "id" in which
        ? db.change(`${REMOVE} and id = ?3 returning id`, gameId, recipient, which.id)
        : db.change(
          `${REMOVE} and mark ${AMONG("?3")} returning id`,
          gameId,
          recipient,
          JSON.stringify(which.marks),
        ),

    async readDevice(gameId, id) {
      const row = await db.row<Omit<StoredDevice, "sharedWith"> & { sharedWith: string }>(
        READ,
        gameId,
        id,
      );
      return row && { ...row, sharedWith: JSON.parse(row.sharedWith) };
    },

    async takePairTurn(gameId, id, mail, age) {
      const now = Date.now();
      const writtenAt = now - Math.round(age * 1000);
      if (await db.change(TAKE_TURN, gameId, id, Number(mail), now, writtenAt)) return "yes";
      const turn = await db.row<{ toldAt: number; toldBy: number | null }>(READ_TURN, gameId, id);
      if (!turn || (turn.toldBy === null && turn.toldAt >= writtenAt)) return "told";
      return Math.max(1, (turn.toldAt + HOUR - now) / 1000);
    },

    endPairTurn: (gameId, id, mail) =>
      db.run(statement(END_TURN, gameId, id, Number(mail), Date.now())),
  };
}
