import type { Settings } from "../settings.ts";
import type { Store } from "./store.ts";

/**
 * Opens the configured database and brings its schema up to date.
 *
 * @throws {SettingsError} if DATA_DIR cannot be used, and {DatabaseUnavailable} if the server cannot be
 * reached.
 */
export async function openStore(
  settings: Pick<Settings, "databaseUrl" | "databasePoolSize" | "dataDir">,
): Promise<Store> {
  const { databaseUrl, databasePoolSize, dataDir } = settings;
  // Only the driver in use is loaded: each takes megabytes of memory.
  if (databaseUrl) {
    const { openPostgresStore } = await import("./postgres/store.ts");
    return await openPostgresStore(databaseUrl, { size: databasePoolSize });
  }
  const { openSqlite } = await import("./sqlite/open.ts");
  return await openSqlite(dataDir);
}
