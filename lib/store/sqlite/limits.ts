import type { LimitStore } from "../store.ts";
import type { Connection } from "./connection.ts";
import type { Writer } from "./writer.ts";

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

/** @param read reads one state of the database */
export function limitStore(
  read: <Result>(work: (db: Connection) => Result) => Promise<Result>,
  writer: Writer,
): LimitStore {
  return {
    async addCounts(counts) {
      const params = counts.map(({ hour, kind, key, add }) => [hour, kind, key, add]);
      const rows = await writer.write([{ sql: ADD, params }]);
      return (rows?.[0] ?? []).map(([count]) => Number(count));
    },

    async forgetCounts(beforeHour) {
      await writer.write([{
        sql: "delete from rate_counts where hour < ?",
        params: [[beforeHour]],
      }]);
    },

    async setDeclined(key, isDeclined) {
      const statement = isDeclined
        ? { sql: DECLINE, params: [[key, Date.now()]] }
        : { sql: ACCEPT, params: [[key]] };
      await writer.write([statement]);
    },

    async carryDeclined(key, to) {
      await writer.write([
        {
          sql: "update declined_addresses set carried_to = ?2 where address_key = ?1",
          params: [[key, to]],
        },
        {
          sql: `
            insert into declined_addresses (address_key, created_at)
            select carried_to, ?3 from declined_addresses where address_key = ?1 and carried_to = ?2
            on conflict do nothing`,
          params: [[key, to, Date.now()]],
        },
      ]);
    },

    isDeclined: (key) =>
      read((db) =>
        db.get("select 1 from declined_addresses where address_key = ?", key) !== undefined
      ),

    isBlocked: (subjects) =>
      read((db) => db.get(IS_BLOCKED, JSON.stringify(subjects)) !== undefined),
  };
}
