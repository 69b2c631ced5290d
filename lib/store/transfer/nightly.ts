import { basename, join } from "node:path";

/** Name of a nightly backup. Names sort in the order of their times. */
const NIGHTLY = /^games-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.gz$/;

/** Suffix of the files of a killed backup: a copy of the database, SQLite's files next to it, or a partial backup. */
const UNFINISHED = /\.[0-9a-f]{8}\.(?:copy|new)(?:-\w+)?$/;

/** Longer than any backup takes, in ms, and shorter than a day, so that leftovers are removed the next night. */
const LONGEST = 12 * 3_600_000;

/** Returns the path of a new backup in a directory, named after the time. */
export function newBackupIn(directory: string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return join(directory, `games-${time}Z.gz`);
}

/**
 * Removes all backups in a directory but the newest; other files stay.
 *
 * @param count number of backups that stay.
 * @param made the newest backup: those dated later were made with a wrong clock, and go first.
 */
export async function removeOldBackups(
  directory: string,
  count: number,
  made: string,
): Promise<void> {
  const names = (await Array.fromAsync(Deno.readDir(directory)))
    .map(({ name }) => name).filter((name) => NIGHTLY.test(name)).toSorted();
  const isLater = (name: string) => name > basename(made);
  const inOrder = [...names.filter(isLater), ...names.filter((name) => !isLater(name))];
  for (const name of inOrder.slice(0, -count)) await Deno.remove(join(directory, name));
}

/** True for the name of a file that a backup is writing or has left unfinished. */
export function isUnfinished(name: string): boolean {
  return UNFINISHED.test(name);
}

/** Removes what killed backups have left in a directory. The files of a running backup stay. */
export async function removeUnfinishedBackups(directory: string, now: Date): Promise<void> {
  const oldest = basename(newBackupIn(directory, new Date(now.getTime() - LONGEST)));
  for (const { name } of await Array.fromAsync(Deno.readDir(directory))) {
    const isNightly = isUnfinished(name) && NIGHTLY.test(name.replace(UNFINISHED, ""));
    if (isNightly && name < oldest) await Deno.remove(join(directory, name));
  }
}
