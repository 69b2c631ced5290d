import { join } from "node:path";
import { DATABASE_FILE } from "@/lib/store/sqlite/data_dir.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import { makeDataDir } from "./data_dir.ts";

let template: Promise<Uint8Array<ArrayBuffer>> | undefined;

/** Puts an empty database with the current schema into a directory, which is much faster than all migrations. */
export async function putMigrated(directory: string): Promise<void> {
  const bytes = await (template ??= makeTemplate());
  await Deno.writeFile(join(directory, DATABASE_FILE), bytes, { mode: 0o600 });
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
