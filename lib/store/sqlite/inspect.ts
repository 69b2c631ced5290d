import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EMPTY_OUTBOX, type Inspection } from "../inspection.ts";
import { IS_MAIL } from "../records.ts";
import { DATABASE_FILE } from "./data_dir.ts";
import { waitingSince } from "./mails.ts";
import { MIGRATIONS } from "./migrations.ts";

const DAY = 86_400_000;

/** The file of an embedded database. */
export function databasePath(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

/** Inspects an embedded database, which a service may have open. @throws if it cannot be read */
export function inspectSqlite(dataDir: string, now: number): Inspection {
  return reading(dataDir, (db) => {
    const known = MIGRATIONS.length;
    const isThere = db.prepare("select 1 from sqlite_schema where name = 'migrations'").get();
    if (!isThere) {
      return { applied: 0, known, keyMark: null, outbox: EMPTY_OUTBOX, photoBytes: null };
    }
    const numberOf = (sql: string, ...params: number[]) => {
      const value = db.prepare(sql).get(...params)?.value;
      return typeof value === "number" ? value : null;
    };
    const mark = db.prepare("select fingerprint from key_fingerprint").get()?.fingerprint;
    const applied = numberOf("select count(*) as value from migrations") ?? 0;
    // Earlier releases could not pause a game.
    const since = applied < known ? waitingSince("true") : waitingSince();
    const oldest = numberOf(
      `select ${since} as value from outbox where status = 'queued' and ${IS_MAIL}`,
    );
    return {
      applied,
      known,
      keyMark: typeof mark === "string" ? mark : null,
      outbox: {
        oldestWaiting: oldest === null ? null : (now - oldest) / 1000,
        failedToday: numberOf(
          `select count(*) as value from outbox
           where status = 'failed' and ${IS_MAIL} and finished_at > ?`,
          now - DAY,
        ) ?? 0,
      },
      photoBytes: applied < known ? null : numberOf("select total(size) as value from photos"),
    };
  });
}

/** Checks the whole file. @returns descriptions of the damage; empty if there is none */
export function findDamage(dataDir: string): string[] {
  return reading(dataDir, (db) =>
    db.prepare("pragma quick_check(5)").all()
      .map(({ quick_check }) => String(quick_check))
      .filter((line) => line !== "ok"));
}

function reading<Result>(dataDir: string, read: (db: DatabaseSync) => Result): Result {
  const db = new DatabaseSync(databasePath(dataDir), { readOnly: true, timeout: 5000 });
  try {
    return read(db);
  } finally {
    db.close();
  }
}
