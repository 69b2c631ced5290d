import { OTHER_RELEASE } from "../inspection.ts";
import { assertNotMoved } from "../server_key.ts";
import { deskStore } from "../sql/desk.ts";
import { DatabaseUnavailable } from "../store.ts";
import { Connection } from "./connection.ts";
import { exists } from "./data_dir.ts";
import { makeDatabase } from "./database.ts";
import { SQLITE } from "./dialect.ts";
import { databasePath, inspectSqlite } from "./inspect.ts";
import { sqliteStore } from "./store.ts";
import { DirectWriter } from "./writer.ts";
import { guard, type Rows, type Write } from "./writes.ts";

const FIND_BY_DAY = `
  select id from games where created_at >= ?1 and created_at < ?1 || 'Z'
  order by created_at desc limit ?2`;

const MARK = "select fingerprint from key_fingerprint";
const IS_HERE = `select 1 where not exists (${MARK} where fingerprint like 'moved %')`;

/** Stores nothing if the games were moved, which may happen while a write waits or while the operator is asked. */
class DeskWriter extends DirectWriter {
  constructor(private readonly db: Connection) {
    super(db);
  }

  override async write(write: Write): Promise<Rows> {
    const rows = await super.write([guard(IS_HERE), ...write]);
    if (rows === null) assertNotMoved(this.db.get<[string]>(MARK)?.[0] ?? null);
    return rows && rows.slice(1);
  }
}

/**
 * Opens the embedded database for the desk, while a service may have it open.
 *
 * @throws {DatabaseUnavailable} if it does not exist, or is of another release.
 */
export function openSqliteDesk(dataDir: string) {
  const path = databasePath(dataDir);
  if (dataDir === "memory:" || !exists(path)) {
    throw new DatabaseUnavailable(`There is no database in ${dataDir}`);
  }
  const { applied, known } = inspectSqlite(dataDir, Date.now());
  if (applied !== known) throw new DatabaseUnavailable(OTHER_RELEASE);
  const connection = new Connection(path);
  const writer = new DeskWriter(connection);
  const db = makeDatabase(connection, writer);
  return {
    store: sqliteStore(connection, writer),
    desk: deskStore(db, SQLITE, FIND_BY_DAY),
  };
}
