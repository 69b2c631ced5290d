import { limitVerbs } from "../sql/limits.ts";
import type { LimitStore } from "../store.ts";
import type { Database } from "./database.ts";
import { POSTGRES } from "./dialect.ts";

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

export function limitStore(db: Database): LimitStore {
  return {
    ...limitVerbs(db, POSTGRES),

    async addCounts(counts) {
      const rows = await db.query<{ count: number }>(ADD, [JSON.stringify(counts)]);
      return rows.map(({ count }) => count);
    },
  };
}
