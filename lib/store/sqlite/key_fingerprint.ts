import type { Connection } from "./connection.ts";
import type { Statement } from "./writes.ts";

/** What is kept of the key that all links derive from; null: nothing yet. */
export function readMark(db: Connection): string | null {
  return db.get<[string]>("select fingerprint from key_fingerprint")?.[0] ?? null;
}

/** Keeps a mark where there is none, or one of these. */
export function marking(mark: string, older: readonly string[]): Statement {
  return {
    sql: `
      insert into key_fingerprint (one, fingerprint) values (1, ?)
      on conflict (one) do update set fingerprint = excluded.fingerprint
      where key_fingerprint.fingerprint in (select value from json_each(?))`,
    params: [[mark, JSON.stringify(older)]],
  };
}
