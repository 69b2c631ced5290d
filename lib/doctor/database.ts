import { statfs } from "node:fs/promises";
import type { Settings } from "../settings.ts";
import type { Inspection } from "../store/inspection.ts";
import { inspectPostgres, type PostgresInspection } from "../store/postgres/inspect.ts";
import {
  fingerprint,
  fingerprintIn,
  isMovedMark,
  keysOf,
  readKeyFile,
} from "../store/server_key.ts";
import { databasePath, findDamage, inspectSqlite } from "../store/sqlite/inspect.ts";
import { about, type Finding, type Found, reasonOf, writeAge, writeBytes } from "./finding.ts";

const place = about("DATA_DIR");
const database = about("database");
const role = about("database role");
const disk = about("disk");

/** Free space in DATA_DIR below which there is a warning, and below which there is a problem, in bytes. */
const LITTLE_SPACE = 1e9;
const NO_SPACE = 1e8;
/** Share of PHOTO_SPACE_MB from which on there is a warning. */
const FULL = 0.9;
/** Age of a waiting mail for a warning, and for a problem, in seconds. */
const LONG_WAIT = 3600;
const TOO_LONG_WAIT = 86_400;

/** Checks the database, the key of its links and its outbox. */
export function checkDatabase(settings: Settings): Promise<Found> {
  const { databaseUrl } = settings;
  return databaseUrl ? checkPostgres(settings, databaseUrl) : checkSqlite(settings);
}

async function checkSqlite(settings: Settings): Promise<Finding | Finding[]> {
  const { dataDir } = settings;
  if (dataDir === "memory:") {
    return place.warning("memory:", "All games are gone when the service ends: name a directory");
  }
  let directory: Deno.FileInfo;
  try {
    directory = await Deno.stat(dataDir);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      return place.problem(
        reasonOf(error),
        "Run this as the user of the service, or name a directory that it may open",
      );
    }
    return place.warning(
      `${dataDir} is not there`,
      "The first start makes it; if there are games already, set DATA_DIR to where they are",
    );
  }
  if (!directory.isDirectory) {
    return place.problem(`${dataDir} is no directory`, "Set DATA_DIR to a directory");
  }
  const { bavail, bsize } = await statfs(dataDir);
  const findings = [checkPrivacy(dataDir, directory), judgeSpace(bavail * bsize)];
  const file = databasePath(dataDir);
  try {
    const { size } = await Deno.stat(file);
    const inspection = inspectSqlite(dataDir, Date.now());
    findings.push(
      database.ok(`SQLite, ${writeBytes(size)}`),
      ...await checkContents(settings, inspection),
    );
  } catch (error) {
    findings.push(
      error instanceof Deno.errors.NotFound
        ? database.ok("SQLite, not made yet")
        : database.problem(
          `${file} cannot be read: ${reasonOf(error)}`,
          "Run this as the user of the service; if the file is damaged, restore the latest backup into an empty directory",
        ),
    );
  }
  return findings;
}

function checkPrivacy(dataDir: string, { mode, uid }: Deno.FileInfo): Finding {
  if (mode !== null && (mode & 0o077) !== 0) {
    return place.warning(
      `${dataDir} is open to others on this machine`,
      `Close it: chmod 700 ${dataDir}`,
    );
  }
  if (uid !== null && Deno.uid() !== 0 && uid !== Deno.uid()) {
    return place.warning(
      `${dataDir} belongs to another user`,
      "Run this as the user of the service",
    );
  }
  return place.ok(`${dataDir}, open to its owner alone`);
}

/** @param free in bytes */
export function judgeSpace(free: number): Finding {
  const value = `${writeBytes(free)} free`;
  if (free < NO_SPACE) {
    return disk.problem(value, "Make room now: on a full disk nothing can be stored");
  }
  if (free < LITTLE_SPACE) {
    return disk.warning(value, "Make room soon: on a full disk nothing can be stored");
  }
  return disk.ok(value);
}

async function checkPostgres(settings: Settings, url: string): Promise<Found> {
  let inspection: PostgresInspection;
  try {
    inspection = await inspectPostgres(url);
  } catch (error) {
    return database.problem(
      `not reached: ${reasonOf(error)}`,
      "See that the server runs, that this machine may connect to it, and that host, name, user and password in DATABASE_URL are right",
    );
  }
  const { version, isReadOnly, isReadable, missingRights } = inspection;
  return {
    findings: [
      isReadOnly
        ? database.problem(
          `PostgreSQL ${version}, takes no changes`,
          "Name the primary in DATABASE_URL, not a standby",
        )
        : database.ok(`PostgreSQL ${version}`),
      missingRights.length > 0
        ? role.problem(
          `may not ${missingRights.join(", ")}`,
          "Make the role of DATABASE_URL the owner of the database's tables and let it create in its schema",
        )
        : role.ok("has all rights"),
      judgePool(settings.databasePoolSize, inspection.connections),
      ...isReadable ? await checkContents(settings, inspection) : [],
    ],
    clock: inspection.clock,
  };
}

/** @param limit connections that the role may open @param open connections open now, of all roles */
export function judgePool(
  size: number,
  { limit, open }: PostgresInspection["connections"],
): Finding {
  const { ok, warning, problem } = about("DATABASE_POOL_SIZE");
  const value = `${size} for each instance, the server lets ${limit} in, ${open} are open`;
  if (size > limit) {
    return problem(value, `Lower it below ${limit}, or raise max_connections of the server`);
  }
  const instances = Math.floor(limit / size);
  if (instances < 2) {
    return warning(
      value,
      "There is no room for a second instance, as while a release rolls: lower it, or raise max_connections of the server",
    );
  }
  return ok(`${value}: room for ${instances} instances`);
}

async function checkContents(settings: Settings, inspection: Inspection): Promise<Finding[]> {
  const { outbox, photoBytes } = inspection;
  return [
    judgeMigrations(inspection),
    await checkKey(settings, inspection.keyMark),
    ...outbox === null ? [] : [
      judgeWaiting(outbox.oldestWaiting, settings.smtpUrl !== null),
      judgeFailed(outbox.failedToday),
    ],
    ...photoBytes === null ? [] : [judgePhotos(photoBytes, settings.photoSpace)],
  ];
}

/** @param used by all photos @param space that they may take up; both in bytes */
export function judgePhotos(used: number, space: number): Finding {
  const { ok, warning } = about("photos");
  const value = `${writeBytes(used)} of ${writeBytes(space)}`;
  return space === 0 || used < FULL * space
    ? ok(value)
    : warning(value, "Raise PHOTO_SPACE_MB if there is room: no more can be added soon");
}

export function judgeMigrations(
  { applied, known }: Pick<Inspection, "applied" | "known">,
): Finding {
  const { ok, warning } = about("migrations");
  if (applied === 0) return ok("none yet, the first start applies them");
  if (applied < known) {
    return warning(
      `${known - applied} of ${known} are missing`,
      "Start this release: it applies them before it serves",
    );
  }
  if (applied > known) {
    return warning(
      `${applied - known} more than this release knows`,
      "The database is of a newer release: use that one",
    );
  }
  return ok(`all ${known} applied`);
}

/** Checks whether the links of the games are valid. @param mark the database's mark of their key */
async function checkKey(settings: Settings, mark: string | null): Promise<Finding> {
  const { tokenSecret, databaseUrl, dataDir } = settings;
  const { ok, problem } = about("TOKEN_SECRET");
  const kept = fingerprintIn(mark);
  if (isMovedMark(mark)) {
    return problem(
      "the games here have been moved away",
      "Set DATABASE_URL or DATA_DIR to where they were moved to",
    );
  }
  try {
    const ofFile = tokenSecret || databaseUrl ? null : await readKeyFile(dataDir);
    const keys = tokenSecret ? keysOf(tokenSecret, kept) : ofFile ? [ofFile] : [];
    if (!kept) {
      return ok(keys.length > 0 ? "will be that of this data" : "made at the first start");
    }
    if (keys.length === 0) {
      return problem(
        "the file token-secret is missing",
        "Restore it from a backup, or set the TOKEN_SECRET that was set before: no link opens anything without it",
      );
    }
    if (!keys.some((key) => fingerprint(key) === kept)) {
      return problem(
        "not the one that the links of these games were made with",
        "Set the one that was set before: with this one no link opens anything",
      );
    }
  } catch (error) {
    return problem(reasonOf(error), "Restore the file token-secret from a backup");
  }
  return ok("fits the links of this data");
}

/**
 * Judges how long mails have waited.
 *
 * @param seconds age of the oldest waiting mail; null: none waits.
 * @param isSending false if no mail server is configured.
 */
export function judgeWaiting(seconds: number | null, isSending: boolean): Finding {
  const { ok, warning, problem } = about("mails waiting");
  if (seconds === null) return ok("none");
  const value = `the oldest for ${writeAge(Math.max(0, seconds))}`;
  if (!isSending) return warning(value, "Set SMTP_URL: nothing is sent without it");
  const advice = "See the findings about mail below, and that the service runs";
  if (seconds > TOO_LONG_WAIT) return problem(value, advice);
  if (seconds > LONG_WAIT) return warning(value, advice);
  return ok(value);
}

export function judgeFailed(count: number): Finding {
  const { ok, warning } = about("mails failed in the last day");
  if (count === 0) return ok("none");
  return warning(
    String(count),
    "Organizers see which and why; where many fail for one reason, ask your mail provider",
  );
}

/** Checks the whole file of an embedded database; [] for Postgres, which checks its own, and for memory. */
export function checkIntegrity({ databaseUrl, dataDir }: Settings): Finding | Finding[] {
  if (databaseUrl || dataDir === "memory:") return [];
  const { ok, problem } = about("integrity");
  const advice =
    "Stop the service, keep a copy of DATA_DIR, and restore the latest backup into an empty directory";
  try {
    const damage = findDamage(dataDir);
    return damage.length === 0 ? ok("nothing is damaged") : problem(damage.join("; "), advice);
  } catch (error) {
    // An unreadable database was reported already.
    const isReported = error instanceof Error && /unable to open/.test(error.message);
    return isReported ? [] : problem(reasonOf(error), advice);
  }
}
