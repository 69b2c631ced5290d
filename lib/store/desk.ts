import type { Settings } from "../settings.ts";
import type { DeskStore } from "./desk_store.ts";
import type { Store } from "./store.ts";

/**
 * Opens the configured database for the operator's desk, next to running services. Closing the store closes
 * both.
 *
 * @throws {DatabaseUnavailable} if it cannot be reached, or its schema is of another release.
 */
export async function openDesk(
  { databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">,
): Promise<{ store: Store; desk: DeskStore }> {
  if (databaseUrl) {
    const { openPostgresDesk } = await import("./postgres/desk.ts");
    return await openPostgresDesk(databaseUrl);
  }
  const { openSqliteDesk } = await import("./sqlite/desk.ts");
  return await openSqliteDesk(dataDir);
}
