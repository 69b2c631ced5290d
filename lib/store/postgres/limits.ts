import type { LimitStore } from "../store.ts";
import type { Database } from "./database.ts";

/** In the order of the keys, so that two instances cannot deadlock. */
const ADD = `
  with added as (
    insert into rate_counts as c (hour, kind, key, count)
    select hour, kind, key, add
    from json_to_recordset($1::text::json) as r(hour integer, kind text, key text, add integer)
    order by hour, kind, key
    on conflict (hour, kind, key) do update set count = c.count + excluded.count
    returning hour, kind, key, count
  )
  select a.count
  from rows from (
    json_to_recordset($1::text::json) as (hour integer, kind text, key text)
  ) with ordinality as r
  join added a using (hour, kind, key)
  order by r.ordinality`;

const DECLINE = "insert into declined_addresses (address_key) values ($1) on conflict do nothing";

const ACCEPT = `
  delete from declined_addresses
  where address_key = $1 or coalesce(
    (select carried_to from declined_addresses where address_key = $1), $1
  ) in (address_key, carried_to)`;

const CARRY = `
  with carried as (
    update declined_addresses set carried_to = $2::text where address_key = $1 returning carried_to
  )
  insert into declined_addresses (address_key) select carried_to from carried on conflict do nothing`;

const IS_DECLINED = "select 1 from declined_addresses where address_key = $1";

const IS_BLOCKED = `
  select 1 from blocked_senders
  where subject in (select value from json_array_elements_text($1::text::json) value) limit 1`;

export function limitStore(db: Database): LimitStore {
  return {
    async addCounts(counts) {
      const rows = await db.query<{ count: number }>(ADD, [JSON.stringify(counts)]);
      return rows.map(({ count }) => count);
    },

    forgetCounts: (beforeHour) => db.run("delete from rate_counts where hour < $1", beforeHour),

    setDeclined: (key, isDeclined) => db.run(isDeclined ? DECLINE : ACCEPT, key),

    carryDeclined: (key, to) => db.run(CARRY, key, to),

    async isDeclined(key) {
      return await db.row(IS_DECLINED, [key]) !== null;
    },

    async isBlocked(subjects) {
      return await db.row(IS_BLOCKED, [JSON.stringify(subjects)]) !== null;
    },
  };
}
