import type { Settings } from "../settings.ts";
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
  // Each is loaded only where it is the one: the other's driver alone takes megabytes of memory.
  if (databaseUrl) {
    const { openPostgresStore } = await import("./postgres/store.ts");
    return await openPostgresStore(databaseUrl, { size: databasePoolSize });
  }
  const { openSqlite } = await import("./sqlite/open.ts");
  return await openSqlite(dataDir);
}
