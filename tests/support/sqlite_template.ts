import { join } from "node:path";
import type { Settings } from "@/lib/settings.ts";
import { Connection } from "@/lib/store/sqlite/connection.ts";
import { DATABASE_FILE } from "@/lib/store/sqlite/data_dir.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import { sqliteStore } from "@/lib/store/sqlite/store.ts";
import { DirectWriter } from "@/lib/store/sqlite/writer.ts";
import type { Store } from "@/lib/store/store.ts";
import { makeDataDir } from "./data_dir.ts";

let template: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** Puts an empty database with the current schema into a directory, which is much faster than all migrations. */
export async function putMigrated(directory: string): Promise<void> {
  const bytes = await (template ??= makeTemplate());
  await Deno.writeFile(join(directory, DATABASE_FILE), bytes, { mode: 0o600 });
}

/** Opens such a database in an empty directory. It writes without a thread, whose start takes most of a short test. */
export async function openMigrated({ dataDir }: Pick<Settings, "dataDir">): Promise<Store> {
  await putMigrated(dataDir);
  const connection = new Connection(join(dataDir, DATABASE_FILE));
  return sqliteStore(connection, new DirectWriter(connection));
}

async function makeTemplate(): Promise<Uint8Array<ArrayBuffer>> {
  const directory = await makeDataDir();
  try {
    await (await openSqlite(directory)).close();
    return await Deno.readFile(join(directory, DATABASE_FILE));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
