import type { Store } from "../store.ts";
import { Connection } from "./connection.ts";
import { type DataDir, openDataDir, unusable } from "./data_dir.ts";
import { migrate } from "./migrations.ts";
import { sqliteStore } from "./store.ts";
import { DirectWriter, ThreadWriter } from "./writer.ts";

/** The bytes of a database with the newest schema and no game. */
let emptyDatabase: Uint8Array | undefined;

/**
 * Opens the embedded database and brings its schema up to date.
 *
 * @param dataDir a directory, created if missing; `memory:` for a throwaway database.
 * @throws {SettingsError} if the directory cannot be used, see `openDataDir`.
 */
export async function openSqlite(dataDir: string): Promise<Store> {
  if (dataDir === "memory:") {
    const connection = new Connection(":memory:");
    // Takes half a millisecond instead of the 40 of all migrations: tests open thousands of these.
    if (emptyDatabase) connection.db.deserialize(emptyDatabase);
    else migrate(connection.db);
    emptyDatabase ??= connection.db.serialize();
    return sqliteStore(connection, new DirectWriter(connection));
  }
  const directory = await openDataDir(dataDir);
  try {
    return await openFile(directory);
  } catch (error) {
    directory.close();
    throw unusable(dataDir, error);
  }
}

/** Opens a database file, even if other processes have it open. */
async function openFile({ databasePath, close }: DataDir): Promise<Store> {
  const reader = new Connection(databasePath);
  try {
    migrate(reader.db);
    reader.db.exec("pragma query_only = on");
    const writer = new ThreadWriter(databasePath);
    await writer.open();
    return sqliteStore(reader, writer, close);
  } catch (error) {
    reader.close();
    throw error;
  }
}
