import { cp } from "node:fs/promises";
import { basename, join } from "node:path";
import { exists, OLD_DATABASE } from "../sqlite/data_dir.ts";
import { type MovableSource, TransferError } from "../transfer/port.ts";
import type { Param } from "./connection.ts";
import { MIGRATIONS } from "./migrations.ts";
import { contents } from "./transfer.ts";

/**
 * PGlite, the embedded database of an earlier release, loaded only to read its data. The compiler does not
 * follow the dynamic name, so it is not installed otherwise. The version is pinned to one that can read the
 * data.
 */
const PGLITE = "npm:@electric-sql/pglite@0.5.16";

/** The part of PGlite's API that is used. */
interface Database {
  query<Row>(text: string, params: readonly Param[]): Promise<{ rows: Row[] }>;
  exec(text: string): Promise<unknown>;
  close(): Promise<void>;
}

/** True if a directory holds the data of an earlier release. */
export function hasOldData(dataDir: string): boolean {
  return exists(join(dataDir, OLD_DATABASE));
}

/**
 * Opens a copy of the earlier release's data, while that release is not running, and brings it up to this
 * release's schema.
 */
export async function openOldData(dataDir: string): Promise<MovableSource> {
  const lock = await lockOldData(dataDir);
  const copy = await Deno.makeTempDir({ dir: dataDir, prefix: "pglite-copy-" });
  const clear = async () => {
    await Deno.remove(copy, { recursive: true });
    lock.close();
  };
  try {
    // A killed process leaves this file; PGlite would take it for a running one.
    const filter = (path: string) => basename(path) !== "postmaster.pid";
    await cp(join(dataDir, OLD_DATABASE), copy, { recursive: true, filter });
    const { PGlite }: { PGlite: { create(path: string): Promise<Database> } } = await import(
      PGLITE
    );
    const db = await PGlite.create(copy);
    await migrateCopy(db);
    return {
      ...contents(async <Row>(text: string, params: readonly Param[] = []) =>
        (await db.query<Row>(text, params)).rows
      ),
      engine: "PGlite",
      schema: MIGRATIONS.length,
      keyFingerprint: null,
      // Always 0, because moved data is renamed.
      timesMoved: 0,
      // The lock already ensures this.
      assertUnused: () => Promise.resolve(),
      markMoved: async () => {
        const path = join(dataDir, OLD_DATABASE);
        await Deno.rename(path, `${path}-moved`);
        return () => Deno.rename(`${path}-moved`, path);
      },
      async close() {
        await db.close();
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}

/** Takes the lock that the earlier release holds while it runs. */
async function lockOldData(dataDir: string): Promise<Deno.FsFile> {
  const lock = await Deno.open(join(dataDir, "lock"), { create: true, write: true });
  if (await lock.tryLock(true)) return lock;
  lock.close();
  throw new TransferError(`Stop the service first: another process is using ${dataDir}`);
}

/** Applies the migrations. Nothing else has the copy open, so the careful steps of `migrate` are not needed. */
async function migrateCopy(db: Database): Promise<void> {
  const { rows: [row] } = await db.query<{ number: number }>(
    "select max(number) as number from migrations",
    [],
  );
  for (const migration of MIGRATIONS.slice(row?.number)) {
    if ("script" in migration) await db.exec(migration.script);
    else if ("index" in migration) {
      await db.exec(migration.definition.replace("index NAME", `index ${migration.index}`));
    } else await db.query(migration.backfill, ["0", String(Number.MAX_SAFE_INTEGER)]);
  }
}
