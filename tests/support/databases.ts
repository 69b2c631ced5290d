import type { Database } from "@/lib/store/database.ts";
import { migrate } from "@/lib/store/migrations.ts";
import { openPglite } from "@/lib/store/pglite.ts";
import { openPostgres } from "@/lib/store/postgres.ts";
import { makeDatabase } from "./postgres.ts";

/** The two databases that every promise of the store is tested on. */
export const DATABASES: readonly { name: string; open: () => Promise<Database> }[] = [
  { name: "PGlite", open: () => openPglite("memory:") },
  { name: "Postgres", open: async () => openPostgres(await makeDatabase()) },
];

/** Declares the same test once for each database, with an empty, migrated one. */
export function testOnBoth(name: string, run: (db: Database) => Promise<void>): void {
  for (const database of DATABASES) {
    Deno.test({
      name: `${name} (${database.name})`,
      // The drivers keep timers and sockets of their own until they are closed.
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        const db = await database.open();
        try {
          await migrate(db);
          await run(db);
        } finally {
          await db.close();
        }
      },
    });
  }
}
