import type { Connection } from "./connection.ts";
import type { Statement } from "./writes.ts";

/** What is kept of the key that all links derive from; null: nothing yet. */
export function readMark(db: Connection): string | null {
  return db.get<[string]>("select fingerprint from key_fingerprint")?.[0] ?? null;
}

/** Stores a mark if none is stored yet, or to replace one of the older ones; otherwise changes nothing. */
export function marking(mark: string, older: readonly string[]): Statement {
  return {
    sql: `
      insert into key_fingerprint (one, fingerprint) values (1, ?)
      on conflict (one) do update set fingerprint = excluded.fingerprint
      where key_fingerprint.fingerprint in (select value from json_each(?))`,
    params: [[mark, JSON.stringify(older)]],
  };
}
