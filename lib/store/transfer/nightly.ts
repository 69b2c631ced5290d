import { join } from "node:path";

/** The name of a backup that one of every night has; in the order of their times. */
const NIGHTLY = /^games-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.gz$/;

/** The path of a backup in a directory, named after the time of it. */
export function newBackupIn(directory: string, now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return join(directory, `games-${time}Z.gz`);
}

/** Removes all backups in a directory but the newest; other files stay. @param count how many stay */
export async function removeOldBackups(directory: string, count: number): Promise<void> {
  const names = (await Array.fromAsync(Deno.readDir(directory)))
    .map(({ name }) => name).filter((name) => NIGHTLY.test(name)).toSorted();
  for (const name of names.slice(0, -count)) await Deno.remove(join(directory, name));
}
