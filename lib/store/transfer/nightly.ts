import { basename, join } from "node:path";

/** The name of a backup that one of every night has; in the order of their times. */
const NIGHTLY = /^games-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.gz$/;

/** How a file ends that a killed backup leaves: a copy of the database, what SQLite keeps next to it, or a part. */
const UNFINISHED = /\.[0-9a-f]{8}\.(?:copy|new)(?:-\w+)?$/;

/** Longer than any backup takes, in ms, and shorter than a day, so that no night leaves more than one. */
const LONGEST = 12 * 3_600_000;

/** The path of a backup in a directory, named after the time of it. */
export function newBackupIn(directory: string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return join(directory, `games-${time}Z.gz`);
}

/**
 * Removes all backups in a directory but the newest; other files stay.
 *
 * @param count how many stay.
 * @param made the newest: those dated later were made by a wrong clock, and go first.
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

/** True for the name of a file that a backup has not finished, or not yet. */
export function isUnfinished(name: string): boolean {
  return UNFINISHED.test(name);
}

/** Removes what killed backups have left in a directory; what one that runs now is writing stays. */
export async function removeUnfinishedBackups(directory: string, now: Date): Promise<void> {
  const oldest = basename(newBackupIn(directory, new Date(now.getTime() - LONGEST)));
  for (const { name } of await Array.fromAsync(Deno.readDir(directory))) {
    const isNightly = isUnfinished(name) && NIGHTLY.test(name.replace(UNFINISHED, ""));
    if (isNightly && name < oldest) await Deno.remove(join(directory, name));
  }
}
