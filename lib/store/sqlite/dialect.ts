import { derive, namesOf } from "../../game/derive.ts";
import type { Dialect } from "../sql/dialect.ts";
import { inSeconds } from "./database.ts";

/** Times are ISO 8601 texts; those of the outbox are numbers of ms since 1970. */
export const SQLITE: Dialect = {
  texts: (texts) => derive(namesOf(texts), (name) => texts[name].replaceAll(/\$(\d)/g, "?$1")),
  cast: (value) => value,
  param: (place) => place,
  time: (column) => column,
  momentTime: (column) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`,
  day: (column) => column,
  isTrue: (column) => `${column} = 1`,
  ofGame: "game = (select key from games where id = $1)",
  ofG: (table) => `${table}.game = g.key`,
  gKey: "g.key",
  isActive: (table) => `${table}.archived_at is null`,
  gameColumn: "game",
  gameOf: (place) => `(select key from games where id = ${place})`,
  gameId: "(select id from games where key = game)",
  elements: (place) => `(select value from json_each(${place}))`,
  asked: (place) => `json_each(${place}) asked`,
  among: (place) => `in (select value from json_each(${place}))`,
  // Looks mails up by their ids: `+` excludes the indexes of the game, which has far more mails.
  mailsAmong: (place) =>
    `+game = (select key from games where id = $1) and id in (select value from json_each(${place}))`,
  list: JSON.stringify,
  now: (place) => place,
  nowParams: () => [Date.now()],
  moment: (place) => place,
  momentParam: inSeconds,
  later: (moment, seconds) => `(${moment} + cast(1000 * ${seconds} as integer))`,
  latest: (one, other) => `max(${one}, coalesce(${other}, 0))`,
  random: "(abs(random() % 1000000) / 1000000.0)",
  seconds: (later, earlier) => `(${later} - ${earlier}) / 1000.0`,
  jsonArray: (values) => `json_group_array(${values})`,
  serial: "key",
  collation: "",
  onlyColumn: "one",
  keyShare: "",
  isFresh: () => "changes() > 0",
  noLease: "0",
  changeWaiting: (set, condition) =>
    `update outbox set ${set} where ${condition} and status = 'queued' returning id`,
};
