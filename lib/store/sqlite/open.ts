import type { Store } from "../store.ts";
import { Connection } from "./connection.ts";
import { type DataDir, openDataDir, unusable } from "./data_dir.ts";
import { migrate } from "./migrations.ts";
import { sqliteStore } from "./store.ts";
import { DirectWriter, ThreadWriter } from "./writer.ts";

let empty: Uint8Array<ArrayBuffer> | undefined;

/** The bytes of a database with the newest schema and no game: a copy takes half a millisecond, all migrations 40. */
export function emptyDatabase(): Uint8Array<ArrayBuffer> {
  if (empty) return empty;
  const { db } = new Connection(":memory:");
  migrate(db);
  empty = new Uint8Array(db.serialize());
  db.close();
  return empty;
}

/**
 * Opens the embedded database and brings its schema up to date.
 *
 * @param dataDir a directory, created if missing; `memory:` for a throwaway database.
 * @throws {SettingsError} if the directory cannot be used, see `openDataDir`.
 */
export async function openSqlite(dataDir: string): Promise<Store> {
  if (dataDir === "memory:") {
    const connection = new Connection(":memory:");
    connection.db.deserialize(emptyDatabase());
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
