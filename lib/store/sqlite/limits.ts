import type { LimitStore } from "../store.ts";
import type { Database } from "./database.ts";
import { statement } from "./writes.ts";

const ADD = `
  insert into rate_counts (hour, kind, key, count) values (?, ?, ?, ?)
  on conflict (hour, kind, key) do update set count = count + excluded.count
  returning count`;

const DECLINE =
  "insert into declined_addresses (address_key, created_at) values (?, ?) on conflict do nothing";

const ACCEPT = `
  delete from declined_addresses
  where address_key = ?1 or coalesce(
    (select carried_to from declined_addresses where address_key = ?1), ?1
  ) in (address_key, carried_to)`;

const IS_BLOCKED =
  "select 1 from blocked_senders where subject in (select value from json_each(?)) limit 1";

const CARRY = `
  insert into declined_addresses (address_key, created_at)
  select carried_to, ?3 from declined_addresses where address_key = ?1 and carried_to = ?2
  on conflict do nothing`;

export function limitStore(db: Database): LimitStore {
  return {
    async addCounts(counts) {
      const params = counts.map(({ hour, kind, key, add }) => [hour, kind, key, add]);
      const rows = await db.write({ sql: ADD, params });
      return (rows?.[0] ?? []).map(([count]) => Number(count));
    },

    forgetCounts: (beforeHour) =>
      db.run(statement("delete from rate_counts where hour < ?", beforeHour)),

    setDeclined: (key, isDeclined) =>
      db.run(isDeclined ? statement(DECLINE, key, Date.now()) : statement(ACCEPT, key)),

    carryDeclined: (key, to) =>
      db.run(
        statement("update declined_addresses set carried_to = ?2 where address_key = ?1", key, to),
        statement(CARRY, key, to, Date.now()),
      ),

    isDeclined: (key) => db.has("select 1 from declined_addresses where address_key = ?", key),

    isBlocked: (subjects) => db.has(IS_BLOCKED, JSON.stringify(subjects)),
  };
}
