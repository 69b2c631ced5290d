import { join } from "node:path";
import { BUILD_STAMP, type Settings } from "../settings.ts";
import { isUnfinished } from "../store/transfer/nightly.ts";
import { about, type Clock, type Finding, reasonOf, writeAge, writeBytes } from "./finding.ts";
import { readSourceVersion } from "./source_version.ts";

const backups = about("backups");
const build = about("build");
const service = about("service");

/** Maximum difference between clocks in seconds, because times are compared across machines. */
const CLOCK_TOLERANCE = 60;
/** Age of the newest backup in seconds for a warning (one run missed), and for a problem. */
const OLD_BACKUP = 26 * 3600;
const TOO_OLD_BACKUP = 7 * 86_400;

/** Compares our clock with others. @param clocks by owner; null: unknown */
export function judgeClock(clocks: Readonly<Record<string, Clock | null>>): Finding {
  const { ok, problem } = about("clock");
  const told: string[] = [];
  let worst = 0;
  for (const [whose, clock] of Object.entries(clocks)) {
    if (!clock) continue;
    const seconds = Math.abs(clock.ours - clock.theirs) / 1000;
    worst = Math.max(worst, seconds);
    told.push(`${Math.round(seconds)} s from that of ${whose}`);
  }
  if (told.length === 0) return ok("there is no other one to compare it with");
  const value = told.join(", ");
  return worst <= CLOCK_TOLERANCE
    ? ok(value)
    : problem(value, "Let every machine set its clock by NTP: reminders and limits go wrong");
}

/**
 * Checks the age and the size of the newest finished backup in a directory.
 *
 * @param directory null: not set.
 * @param now ms since the epoch.
 */
export async function checkBackups(directory: string | null, now: number): Promise<Finding> {
  if (!directory) {
    return backups.warning(
      "BACKUP_DIR is not set",
      "Run `deno task backup` every night, and set BACKUP_DIR to where the files are, so that this looks after them",
    );
  }
  const files: { name: string; time: number; size: number }[] = [];
  try {
    for await (const { name, isFile } of Deno.readDir(directory)) {
      if (!isFile || name.startsWith(".") || isUnfinished(name)) continue;
      const { mtime, size } = await Deno.stat(join(directory, name));
      files.push({ name, time: mtime?.getTime() ?? 0, size });
    }
  } catch (error) {
    return backups.problem(
      `${directory}: ${reasonOf(error)}`,
      "Set BACKUP_DIR to a directory that can be read",
    );
  }
  const [newest] = files.sort((one, other) => other.time - one.time);
  const advice = "See that `deno task backup` runs every night, and what it says";
  if (!newest) return backups.problem(`none in ${directory}`, advice);
  const age = Math.max(0, (now - newest.time) / 1000);
  const ahead = (newest.time - now) / 1000;
  if (ahead > OLD_BACKUP) {
    const value = `the newest, ${newest.name}, is dated ${writeAge(ahead)} ahead, by a wrong clock`;
    return backups.problem(value, advice);
  }
  const size = writeBytes(newest.size);
  const value = `the newest, ${newest.name}, is ${writeAge(age)} old and has ${size}`;
  if (newest.size === 0 || age > TOO_OLD_BACKUP) return backups.problem(value, advice);
  if (age > OLD_BACKUP) return backups.warning(value, advice);
  return backups.ok(value);
}

/**
 * Checks that the running version is the built one, and the build matches the sources.
 *
 * @param running version of the running service; null: it does not run on this machine.
 */
export async function checkBuild(
  { buildVersion, buildDate }: Settings,
  running: string | null,
): Promise<Finding[]> {
  const isBuilt = await Deno.stat(BUILD_STAMP).then(() => true, () => false);
  const source = await readSourceVersion();
  return [
    isBuilt ? judgeBuild(buildVersion, buildDate, source) : build.warning(
      "none in _fresh",
      "`deno task start` makes it by itself; else run `deno task build`",
    ),
    judgeRunning(running, isBuilt ? buildVersion : null),
  ];
}

function judgeBuild(version: string, date: string, source: string): Finding {
  if (version === source) return build.ok(`${version} of ${date}`);
  return build.warning(
    `${version} of ${date}, and the sources are ${source}`,
    "Run `deno task build`, then start the service again; all is well where BUILD_VERSION says so on purpose",
  );
}

function judgeRunning(running: string | null, built: string | null): Finding {
  if (running === null) return service.ok("does not run on this machine's PORT");
  if (built !== null && running !== built) {
    return service.warning(
      `runs as ${running}, built is ${built}`,
      "Start it again, so that it serves what was built",
    );
  }
  return service.ok(`runs as ${running}`);
}
