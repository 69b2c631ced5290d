import type { Settings } from "../settings.ts";
import { assertNotMoved } from "./server_key.ts";

type Place = Pick<Settings, "databaseUrl" | "dataDir">;

/**
 * Opens the configured database for the operator's desk while services run. Closing its store closes both.
 *
 * @throws {DatabaseUnavailable} if it cannot be reached, its schema is of another release, or its games were moved
 * away.
 */
export async function openDesk(place: Place) {
  const opened = await open(place);
  try {
    assertNotMoved(await opened.store.readKeyFingerprint());
  } catch (error) {
    await opened.store.close();
    throw error;
  }
  return opened;
}

async function open({ databaseUrl, dataDir }: Place) {
  if (databaseUrl) {
    const { openPostgresDesk } = await import("./postgres/desk.ts");
    return await openPostgresDesk(databaseUrl);
  }
  const { openSqliteDesk } = await import("./sqlite/desk.ts");
  return openSqliteDesk(dataDir);
}
