import type { Dialect, SqlDatabase } from "./dialect.ts";
import type { LimitStore } from "../store.ts";

/** The verbs that are the same on both databases. */
export function limitVerbs(db: SqlDatabase, { texts, elements, now, nowParams }: Dialect) {
  const sql = texts({
    forget: "delete from rate_counts where hour < $1",

    decline: `
      insert into declined_addresses (address_key, created_at) values ($1, ${now("$2")})
      on conflict do nothing`,

    accept: `
      delete from declined_addresses
      where address_key = $1 or coalesce(
        (select carried_to from declined_addresses where address_key = $1), $1
      ) in (address_key, carried_to)`,

    link: "update declined_addresses set carried_to = $2 where address_key = $1",

    carry: `
      insert into declined_addresses (address_key, created_at)
      select carried_to, ${now("$3")} from declined_addresses
      where address_key = $1 and carried_to = $2
      on conflict do nothing`,

    isDeclined: "select 1 from declined_addresses where address_key = $1",

    isBlocked: `select 1 from blocked_senders where subject in ${elements("$1")} limit 1`,
  });
  return {
    forgetCounts: (beforeHour) => db.run(sql.forget, beforeHour),

    setDeclined: (key, isDeclined) =>
      isDeclined ? db.run(sql.decline, key, ...nowParams()) : db.run(sql.accept, key),

    async carryDeclined(key, to) {
      await db.together(null, [sql.link, [key, to]], [sql.carry, [key, to, ...nowParams()]]);
    },

    async isDeclined(key) {
      return await db.row(sql.isDeclined, key) !== null;
    },

    async isBlocked(subjects) {
      return await db.row(sql.isBlocked, JSON.stringify(subjects)) !== null;
    },
  } satisfies Partial<LimitStore>;
}
