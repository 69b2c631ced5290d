import { limitVerbs } from "../sql/limits.ts";
import type { LimitStore } from "../store.ts";
import type { Database } from "./database.ts";
import { SQLITE } from "./dialect.ts";

const ADD = `
  insert into rate_counts (hour, kind, key, count) values (?, ?, ?, ?)
  on conflict (hour, kind, key) do update set count = count + excluded.count
  returning count`;

export function limitStore(db: Database): LimitStore {
  return {
    ...limitVerbs(db, SQLITE),

    async addCounts(counts) {
      const params = counts.map(({ hour, kind, key, add }) => [hour, kind, key, add]);
      const rows = await db.write({ sql: ADD, params });
      return (rows?.[0] ?? []).map(([count]) => Number(count));
    },
  };
}
