import type { Settings } from "../settings.ts";
import type { DeskStore } from "./desk_store.ts";
import { assertNotMoved } from "./server_key.ts";
import type { Store } from "./store.ts";

type Place = Pick<Settings, "databaseUrl" | "dataDir">;

/** Closing the store closes both. */
interface OpenDesk {
  store: Store;
  desk: DeskStore;
}

/**
 * Opens the configured database for the operator's desk, next to running services.
 *
 * @throws {DatabaseUnavailable} if it cannot be reached, its schema is of another release, or its games were
 * moved away.
 */
export async function openDesk(place: Place): Promise<OpenDesk> {
  const opened = await open(place);
  try {
    assertNotMoved(await opened.store.readKeyFingerprint());
  } catch (error) {
    await opened.store.close();
    throw error;
  }
  return opened;
}

async function open({ databaseUrl, dataDir }: Place): Promise<OpenDesk> {
  if (databaseUrl) {
    const { openPostgresDesk } = await import("./postgres/desk.ts");
    return await openPostgresDesk(databaseUrl);
  }
  const { openSqliteDesk } = await import("./sqlite/desk.ts");
  return await openSqliteDesk(dataDir);
}
