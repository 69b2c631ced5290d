import { LIMITS, ORGANIZER } from "../../game/types.ts";
import { CLOCK_TOLERANCE, type DeviceStore, type StoredDevice } from "../store.ts";
import { type Dialect, parsed, type SqlDatabase } from "./dialect.ts";

export function deviceStore(db: SqlDatabase, dialect: Dialect): DeviceStore {
  const { texts, param, ofGame, ofG, gKey, gameColumn, isActive, among, list } = dialect;
  const { now, nowParams, moment, momentParam, seconds, time, jsonArray } = dialect;
  const recipient = param("$2", "integer");
  const version = param("$3", "integer");
  const linkVersion = `
    case when ${recipient} = ${ORGANIZER} then g.organizer_token_version else (
      select token_version from participants p where ${ofG("p")} and number = ${recipient}
    ) end`;
  const known = `
    select id from devices d
    where ${ofG("d")} and recipient = ${recipient} and mark ${among("$4", "text")}`;
  const mail = param("$3", "bigint");
  const sql = texts({
    /** $2 the recipient, $3 the version of their link, $4 all marks, $5 the maximum number */
    add: `
      insert into devices (${gameColumn}, recipient, version, id, mark, sealed, created_at)
      select ${gKey}, ${recipient}, ${version}, ${param("$6", "uuid")}, ${param("$7", "text")},
        ${param("$8", "text")}, ${param("$9", "timestamptz")}
      from games g
      where g.id = $1 and ${isActive("g")} and ${linkVersion} = ${version}
        and not exists (${known})
        and (
          select count(*) from devices d where ${ofG("d")} and recipient = ${recipient}
        ) < ${param("$5", "integer")}
      returning id`,

    /** Tells why no device was added. Takes the first four parameters of `add`. */
    refusal: `
      select ${isActive("g")} and ${linkVersion} = ${version} as "isValid", (${known}) as known
      from games g where g.id = $1`,

    remove: `delete from devices where ${ofGame} and recipient = $2 and id = $3 returning id`,

    removeMarked: `
      delete from devices where ${ofGame} and recipient = $2 and mark ${among("$3", "text")}
      returning id`,

    read: `
      select d.id, d.recipient, d.version, ${time("d.created_at")} as since, d.sealed, (
        select ${jsonArray("other.recipient")} from devices other
        where ${ofG("other")} and other.mark = d.mark and other.recipient <> d.recipient
      ) as "sharedWith"
      from games g join devices d on ${ofG("d")} where g.id = $1 and d.id = $2`,

    /** $3 the mail, $4 when it was written, $5 an hour ago, $6 the latest plausible time. */
    takeTurn: `
      update devices set told_at = ${now("$7")}, told_by = ${mail}
      where ${ofGame} and id = $2 and (
        told_at is null or told_by = ${mail} or told_at > ${moment("$6")}
        or (told_at <= ${moment("$5")} and (told_by is not null or told_at < ${moment("$4")}))
      )
      returning id`,

    /** $3 when the mail was written, $4 an hour ago. */
    readTurn: `
      select told_by is null and told_at >= ${moment("$3")} as "isTold",
        ${seconds("told_at", moment("$4"))} as seconds
      from devices where ${ofGame} and id = $2`,

    endTurn: `
      update devices set told_at = ${now("$4")}, told_by = null
      where ${ofGame} and id = $2 and told_by = ${mail}`,
  });
  return {
    async addDevice(gameId, { id, recipient, version, marks, sealed, since }, max) {
      const asked = [gameId, recipient, version, list(marks)];
      const params = [...asked, max, id, marks[0], sealed, since];
      const [added] = await db.together(gameId, [sql.add, params]);
      if (added) return { id, isNew: true };
      const found = await db.row<{ isValid: boolean; known: string | null }>(sql.refusal, ...asked);
      if (!found?.isValid) return "stale";
      return found.known === null ? "full" : { id: found.known, isNew: false };
    },

    removeDevice: (gameId, recipient, which) =>
      "id" in which
        ? db.change(sql.remove, gameId, recipient, which.id)
        : db.change(sql.removeMarked, gameId, recipient, list(which.marks)),

    async readDevice(gameId, id) {
      const row = await db.row<StoredDevice>(sql.read, gameId, id);
      return row && { ...row, sharedWith: parsed(row.sharedWith) };
    },

    async takePairTurn(gameId, id, mail, age) {
      const writtenAt = momentParam(-age);
      const hourAgo = momentParam(-LIMITS.betweenPairNotices);
      const latest = momentParam(CLOCK_TOLERANCE);
      const params = [gameId, id, mail, writtenAt, hourAgo, latest, ...nowParams()];
      if (await db.change(sql.takeTurn, ...params)) return "yes";
      const turn = await db.row<{ isTold: boolean; seconds: number }>(
        sql.readTurn,
        ...[gameId, id, writtenAt, hourAgo],
      );
      return !turn || turn.isTold ? "told" : Math.max(1, turn.seconds);
    },

    endPairTurn: (gameId, id, mail) => db.run(sql.endTurn, gameId, id, mail, ...nowParams()),
  };
}
