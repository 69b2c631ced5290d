import type { Settings } from "../settings.ts";
import { openPostgresStore } from "./postgres/store.ts";
import { openSqlite } from "./sqlite/open.ts";
import type { Store } from "./store.ts";

/**
 * Opens the database that the settings name, and brings its schema up to date.
 *
 * @throws {SettingsError} where DATA_DIR cannot be used, and {DatabaseUnavailable} where a server cannot be
 * reached.
 */
export async function openStore(
  { databaseUrl, databasePoolSize, dataDir }: Pick<
    Settings,
    "databaseUrl" | "databasePoolSize" | "dataDir"
  >,
): Promise<Store> {
  return databaseUrl
    ? await openPostgresStore(databaseUrl, { size: databasePoolSize })
    : await openSqlite(dataDir);
}
