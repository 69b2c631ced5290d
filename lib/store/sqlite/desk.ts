import { deskStore } from "../sql/desk.ts";
import { DatabaseUnavailable } from "../store.ts";
import { Connection } from "./connection.ts";
import { exists } from "./data_dir.ts";
import { makeDatabase } from "./database.ts";
import { SQLITE } from "./dialect.ts";
import { databasePath, inspectSqlite } from "./inspect.ts";
import { sqliteStore } from "./store.ts";
import { DirectWriter } from "./writer.ts";

const FIND_BY_DAY = `
  select id from games where created_at >= ?1 and created_at < ?1 || 'Z'
  order by created_at desc limit ?2`;

/**
 * Opens the embedded database next to a service that may have it open.
 *
 * @throws {DatabaseUnavailable} if it is not there, or of another release.
 */
export function openSqliteDesk(dataDir: string) {
  const path = databasePath(dataDir);
  if (dataDir === "memory:" || !exists(path)) {
    throw new DatabaseUnavailable(`There is no database in ${dataDir}`);
  }
  const { applied, known } = inspectSqlite(dataDir, Date.now());
  if (applied !== known) throw new DatabaseUnavailable("The database is of another release");
  const connection = new Connection(path);
  const writer = new DirectWriter(connection);
  const db = makeDatabase(connection, writer);
  return {
    store: sqliteStore(connection, writer),
    desk: deskStore(db, SQLITE, FIND_BY_DAY),
  };
}
