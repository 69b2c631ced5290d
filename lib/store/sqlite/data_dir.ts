import { lstatSync } from "node:fs";
import { join } from "node:path";
import { SettingsError } from "../../settings.ts";

/** Subdirectory with an earlier release's data. */
export const OLD_DATABASE = "pglite";
/** The name of the database's file. */
export const DATABASE_FILE = "gift-exchange.db";

/** A data directory, locked by this process. */
export type DataDir = Awaited<ReturnType<typeof openDataDir>>;

/**
 * Opens the directory of the embedded database, creates it if missing, and makes it private to its owner
 * with any umask.
 *
 * @param hasOldData true if data of an earlier release is allowed, because it is being moved.
 * @throws {SettingsError} if it cannot be used, another process has it open, or it holds data of an earlier
 * release.
 */
export async function openDataDir(path: string, hasOldData = false) {
  try {
    await makePrivate(path);
    if (!hasOldData && exists(join(path, OLD_DATABASE))) {
      throw new Error(
        `${join(path, OLD_DATABASE)} is the data of the release before: ` +
          `\`deno task move --from ${path} --to ${path}\` moves the games over`,
      );
    }
    const lock = await lockDirectory(path);
    try {
      /** Path of the database file, which exists and which only its owner can read. */
      const databasePath = join(path, DATABASE_FILE);
      // SQLite creates its other files with the mode of this one.
      (await Deno.open(databasePath, { create: true, append: true, mode: 0o600 })).close();
      return { databasePath, close: () => lock.close() };
    } catch (error) {
      lock.close();
      throw error;
    }
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Explains why the directory cannot be used. */
export function unusable(path: string, error: unknown): SettingsError {
  const reason = error instanceof Error ? error.message : String(error);
  return new SettingsError(`Wrong settings\n  DATA_DIR: cannot open ${path}: ${reason}`, {
    cause: error,
  });
}

async function makePrivate(path: string): Promise<void> {
  await Deno.mkdir(path, { recursive: true, mode: 0o700 });
  const { mode } = await Deno.stat(path);
  const isOpen = mode !== null && (mode & 0o077) !== 0;
  // A sticky directory, such as /tmp, is shared on purpose.
  if (isOpen && (mode & 0o1000) === 0) await Deno.chmod(path, 0o700);
}

/** Number of attempts to lock, and the pause between them in ms. */
const ATTEMPTS = 5;
const BETWEEN_ATTEMPTS = 50;

/**
 * Locks the directory itself, so that no lock file can be deleted. The lock ends with the process. Windows
 * cannot open directories; there it is a file.
 */
async function lockDirectory(path: string): Promise<Deno.FsFile> {
  const lock = Deno.build.os === "windows"
    ? await Deno.open(join(path, "lock"), { create: true, write: true })
    : await Deno.open(path);
  // A child process being started holds a copy of a released lock until it runs.
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_ATTEMPTS));
    if (await lock.tryLock(true)) return lock;
  }
  lock.close();
  throw new Error("another process is using it");
}

export function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
