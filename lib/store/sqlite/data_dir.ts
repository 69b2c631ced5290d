import { join } from "node:path";
import { SettingsError } from "../../settings.ts";

/** Where the release before kept its data. */
export const OLD_DATABASE = "pglite";
/** The name of the database's file. */
export const DATABASE_FILE = "gift-exchange.db";

/** A directory that this process alone has open. */
export interface DataDir {
  /** Of the database's file, which is there and can be read by its owner only. */
  databasePath: string;
  close(): void;
}

/**
 * Opens the directory of the embedded database, made where it is not there, private to its owner whatever
 * the umask.
 *
 * @throws {SettingsError} where it cannot be used, where another process has it open, and where it holds
 * the data of the release before.
 *
 * @param hasOldData whether the data of the release before may be there, because it is just being moved.
 */
export async function openDataDir(path: string, hasOldData = false): Promise<DataDir> {
  try {
    await makePrivate(path);
    if (!hasOldData && await exists(join(path, OLD_DATABASE))) {
      throw new Error(
        `${join(path, OLD_DATABASE)} is the data of the release before: ` +
          `\`deno task move --from ${path} --to ${path}\` moves the games over`,
      );
    }
    const lock = await lockDirectory(path);
    try {
      const databasePath = join(path, DATABASE_FILE);
      // SQLite gives its other files the mode of this one.
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

/** Says in words why the directory cannot be used. */
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
  // A sticky directory is shared on purpose, as /tmp is.
  if (isOpen && (mode & 0o1000) === 0) await Deno.chmod(path, 0o700);
}

/** How often a lock is tried, and ms in between. */
const ATTEMPTS = 5;
const BETWEEN_ATTEMPTS = 50;

/**
 * Locks the directory itself, so that there is no file which someone could delete in order to get in.
 * The lock goes with the process, however it ends. Windows opens no directories: there it is a file.
 */
async function lockDirectory(path: string): Promise<Deno.FsFile> {
  const lock = Deno.build.os === "windows"
    ? await Deno.open(join(path, "lock"), { create: true, write: true })
    : await Deno.open(path);
  // A program that this process is just starting holds a copy of a lock that was given back, until it runs.
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_ATTEMPTS));
    if (await lock.tryLock(true)) return lock;
  }
  lock.close();
  throw new Error("another process is using it");
}

export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
