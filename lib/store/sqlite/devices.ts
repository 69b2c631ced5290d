import { type Device, type Game, LIMITS, ORGANIZER } from "../../game/types.ts";
import type { AddingOutcome, NewDevice, PairTurn, StoredDevice } from "../store.ts";
import type { Connection } from "./connection.ts";
import type { ReachedRecord } from "../transfer/port.ts";
import type { Statement } from "./writes.ts";

const HOUR = LIMITS.betweenPairNotices * 1000;
const KEY = "(select key from games where id = ?1)";

/** The devices of a game as it lists them. @param key of the game */
export function listDevices(db: Connection, key: number): Device[] {
  return db.all<[string, number, number, string]>(
    "select id, recipient, version, created_at from devices where game = ? order by created_at, id",
    key,
  ).map(([id, recipient, version, since]) => ({ id, recipient, version, since }));
}

/** ?1 game, ?2 id, ?3 recipient, ?4 version, ?5 mark, ?6 sealed, ?7 since, ?8 all marks, ?9 how many */
const INSERT = `
  insert into devices (game, id, recipient, version, mark, sealed, created_at)
  select g.key, ?2, ?3, ?4, ?5, ?6, ?7 from games g
  where g.id = ?1 and g.archived_at is null and ?4 = iif(
      ?3 = ${ORGANIZER}, g.organizer_token_version,
      (select token_version from participants where game = g.key and number = ?3)
    )
    and not exists (
      select 1 from devices
      where game = g.key and recipient = ?3 and mark in (select value from json_each(?8))
    )
    and (select count(*) from devices where game = g.key and recipient = ?3) < ?9
  returning id`;

/** Returns a row if it is stored. */
export function adding(
  gameId: string,
  { id, recipient, version, marks, sealed, since }: NewDevice,
  max: number,
): Statement {
  const row = [gameId, id, recipient, version, marks[0], sealed, since, JSON.stringify(marks), max];
  return { sql: INSERT, params: [row], isGuard: true };
}

/** What became of a device that was not added. */
export function outcomeOf(
  db: Connection,
  gameId: string,
  { recipient, version, marks }: NewDevice,
): AddingOutcome {
  const [isValid = 0, known = null] = db.get<[number, string | null]>(
    `select g.archived_at is null and ?3 = iif(
        ?2 = ${ORGANIZER}, g.organizer_token_version,
        (select token_version from participants where game = g.key and number = ?2)
      ), (
        select id from devices
        where game = g.key and recipient = ?2 and mark in (select value from json_each(?4))
      )
     from games g where g.id = ?1`,
    gameId,
    recipient,
    version,
    JSON.stringify(marks),
  ) ?? [];
  if (!isValid) return "stale";
  return known === null ? "full" : { id: known, isNew: false };
}

export function removal(
  gameId: string,
  recipient: number,
  which: { id: string } | { marks: readonly string[] },
): Statement {
  const [column, values] = "id" in which ? ["id", [which.id]] : ["mark", which.marks];
  return {
    sql: `delete from devices
      where game = ${KEY} and recipient = ?2 and ${column} in (select value from json_each(?3))
      returning id`,
    params: [[gameId, recipient, JSON.stringify(values)]],
  };
}

/** The columns of a device, in the order of `COLUMNS`. */
type DeviceRow = [string, number, number, string, string, string];

export function readDevice(db: Connection, gameId: string, id: string): StoredDevice | null {
  const row = db.get<DeviceRow>(
    `select id, recipient, version, created_at, sealed, (
       select json_group_array(other.recipient) from devices other
       where other.game = d.game and other.mark = d.mark and other.recipient <> d.recipient
     ) from devices d where game = ${KEY} and id = ?2`,
    gameId,
    id,
  );
  if (!row) return null;
  const [, recipient, version, since, sealed, others] = row;
  return { id, recipient, version, since, sealed, sharedWith: JSON.parse(others) };
}

/** Returns a row if the turn is taken. ?1 game, ?2 device, ?3 mail, ?4 now, ?5 when the mail was written */
export function takingTurn(
  gameId: string,
  id: string,
  mail: string,
  now: number,
  writtenAt: number,
): Statement {
  return {
    sql: `update devices set told_at = ?4, told_by = ?3
      where game = ${KEY} and id = ?2 and (
        told_at is null or told_by = ?3 or told_at > ?4
        or (told_at <= ?4 - ${HOUR} and (told_by is not null or told_at < ?5))
      )
      returning id`,
    params: [[gameId, id, Number(mail), now, writtenAt]],
    isGuard: true,
  };
}

/** Why the turn was not taken. */
export function readTurn(
  db: Connection,
  gameId: string,
  id: string,
  now: number,
  writtenAt: number,
): PairTurn {
  const [toldAt = 0, by = null] = db.get<[number, number | null]>(
    `select told_at, told_by from devices where game = ${KEY} and id = ?2`,
    gameId,
    id,
  ) ?? [];
  if (by === null && toldAt >= writtenAt) return "told";
  return Math.max(1, (toldAt + HOUR - now) / 1000);
}

export function endingTurn(gameId: string, id: string, mail: string, now: number): Statement {
  return {
    sql: `update devices set told_at = ?4, told_by = null
      where game = ${KEY} and id = ?2 and told_by = ?3`,
    params: [[gameId, id, Number(mail), now]],
  };
}

/** Where the devices of a game are reached, for a transfer. */
export function readReached(db: Connection, gameId: string): ReachedRecord[] {
  return db.all<[string, string, string, number | null]>(
    `select id, mark, sealed, told_at from devices where game = ${KEY} order by created_at, id`,
    gameId,
  ).map(([id, mark, sealed, toldAt]) => ({
    id,
    mark,
    sealed,
    toldAt: toldAt === null ? null : new Date(toldAt).toISOString(),
  }));
}

/** Stores the devices of a game as they are. */
export function restoring(
  { id: gameId, devices }: Pick<Game, "id" | "devices">,
  reached: readonly ReachedRecord[],
): Statement {
  return {
    sql: `
      insert into devices (game, id, recipient, version, created_at, mark, sealed, told_at)
      values (${KEY}, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`,
    params: devices.flatMap(({ id, recipient, version, since }, index) => {
      const one = reached[index];
      if (!one) return [];
      const toldAt = one.toldAt && Date.parse(one.toldAt);
      return [[gameId, id, recipient, version, since, one.mark, one.sealed, toldAt]];
    }),
  };
}
