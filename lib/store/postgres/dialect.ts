import type { Dialect } from "../sql/dialect.ts";
import { isoTime } from "./columns.ts";
import { listOf } from "./connection.ts";

/** Moments are on the server's clock. */
export const POSTGRES: Dialect = {
  texts: (texts) => texts,
  cast: (value, type) => `${value}::${type}`,
  param: (place, type) => `${place}::text::${type}`,
  time: isoTime,
  momentTime: isoTime,
  day: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
  isTrue: (column) => column,
  ofGame: "game_id = $1",
  ofG: (table) => `${table}.game_id = g.id`,
  gKey: "g.id",
  // Not `archived_at is null`: see `IS_ACTIVE`.
  isActive: (table) => `num_nulls(${table}.archived_at) = 1`,
  gameColumn: "game_id",
  gameOf: (place) => `${place}::text::uuid`,
  gameId: "game_id",
  elements: (place) => `(select value from json_array_elements_text(${place}::text::json) value)`,
  asked: (place) =>
    `json_array_elements_text(${place}::text::json) with ordinality asked(value, key)`,
  among: (place, type) => `= any(${place}::text::${type}[])`,
  mailsAmong: (place) => `game_id = $1 and id = any(${place}::text::bigint[])`,
  list: listOf,
  now: () => "now()",
  nowParams: () => [],
  moment: (place) => `now() + make_interval(secs => ${place}::float8)`,
  momentParam: (seconds) => seconds,
  later: (moment, seconds) => `(${moment} + make_interval(secs => ${seconds}))`,
  latest: (one, other) => `greatest(${one}, ${other})`,
  random: "random()",
  seconds: (later, earlier) => `extract(epoch from ${later} - (${earlier}))::float8`,
  jsonArray: (values) => `coalesce(json_agg(${values}), '[]')`,
  serial: "sequence",
  collation: ' collate "C"',
  onlyColumn: "is_only",
  keyShare: " for key share",
  isFresh: (table) => `${table}.xmin = pg_current_xact_id()::xid`,
  noLease: "null",
  // Locks in the order of ids and skips locked rows: one locked row must not hold up the others.
  changeWaiting: (set, condition) => `
    with free as materialized (
      select id from outbox where status = 'queued' and ${condition}
      order by id for no key update skip locked
    )
    update outbox o set ${set} from free where o.id = free.id returning o.id::text as id`,
};
