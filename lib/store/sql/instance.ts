import type { Dialect, SqlDatabase } from "./dialect.ts";
import { CLOCK_TOLERANCE, type Store } from "../store.ts";

/** The verbs about the database as a whole that are the same on both. */
export function instanceVerbs(db: SqlDatabase, dialect: Dialect) {
  const { texts, among, list, now, nowParams, moment, momentParam, momentTime, onlyColumn } =
    dialect;
  const sql = texts({
    readClock: `select ${momentTime(now("$1"))} as now`,

    readKey: "select fingerprint from key_fingerprint",

    /** Stores a fingerprint if none is stored yet, or in place of one of the older ones. */
    keepKey: `
      insert into key_fingerprint (${onlyColumn}, fingerprint) values (true, $1)
      on conflict (${onlyColumn}) do update set fingerprint = excluded.fingerprint
      where key_fingerprint.fingerprint ${among("$2", "text")}`,

    takeTurn: `
      insert into turns as t (task, ends_at) values ($1, ${moment("$2")})
      on conflict (task) do update set ends_at = excluded.ends_at
      where t.ends_at <= ${now("$4")} or t.ends_at > ${moment("$3")}
      returning task`,
  });
  const readKeyFingerprint = async () =>
    (await db.row<{ fingerprint: string }>(sql.readKey))?.fingerprint ?? null;
  return {
    readKeyFingerprint,

    async readClock() {
      const row = await db.row<{ now: string }>(sql.readClock, ...nowParams());
      if (!row) throw new Error("The database has not told its time");
      return row.now;
    },

    async keepKeyFingerprint(fingerprint, older = []) {
      await db.run(sql.keepKey, fingerprint, list(older));
      return await readKeyFingerprint() ?? fingerprint;
    },

    takeTurn(task, seconds) {
      const [end, latest] = [momentParam(seconds), momentParam(seconds + CLOCK_TOLERANCE)];
      return db.change(sql.takeTurn, task, end, latest, ...nowParams());
    },
  } satisfies Partial<Store>;
}
