import { PGlite } from "@electric-sql/pglite";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Database, Queryable } from "./database.ts";

/**
 * Opens the embedded database: PostgreSQL in this process.
 *
 * @param dataDir a directory, made if it is not there; `memory:` for a throwaway one.
 * @throws {Error} where another process has the same directory open: two would destroy it.
 */
export async function openPglite(dataDir: string): Promise<Database> {
  if (dataDir === "memory:") return adapt(await PGlite.create(), () => {});
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(dataDir);
  try {
    return adapt(await PGlite.create(join(dataDir, "pglite")), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** The lock goes with the process, however it ends. */
async function lockDirectory(dataDir: string): Promise<() => void> {
  const file = await Deno.open(join(dataDir, "lock"), { create: true, write: true });
  if (!await file.tryLock(true)) {
    file.close();
    throw new Error(`Cannot open DATA_DIR ${dataDir}: another process is using it`);
  }
  return () => file.close();
}

function adapt(db: PGlite, unlock: () => void): Database {
  return {
    query: async (sql, params) => (await db.query<never>(sql, [...(params ?? [])])).rows,
    script: async (sql) => {
      await db.exec(sql);
    },
    transaction: (work) =>
      db.transaction((tx) => {
        const queryable: Queryable = {
          query: async (sql, params) => (await tx.query<never>(sql, [...(params ?? [])])).rows,
        };
        return work(queryable);
      }),
    close: async () => {
      await db.close();
      unlock();
    },
  };
}
