import { resolve } from "node:path";
import { findUrlProblem, type Settings } from "../../settings.ts";
import { hasOldData, openOldData } from "../postgres/pglite.ts";
import {
  openMovablePostgres,
  openPostgresSource,
  openPostgresTarget,
} from "../postgres/transfer.ts";
import { openMovableSqlite, openSqliteSource, openSqliteTarget } from "../sqlite/transfer.ts";
import { type MovableSource, type Source, type Target, TransferError } from "./port.ts";

/** The location of a database. */
export type Place = Pick<Settings, "databaseUrl" | "dataDir">;

/** Matches text that is meant as a URL, even if it is mistyped: a password in it must not become a directory's name. */
const LIKE_URL = /^(?:[a-z][a-z0-9+.-]*:\/|postgre\w*:)/i;

/**
 * @param text the URL of a Postgres server, or a directory
 * @param option where it was given
 * @throws {TransferError} for any other URL.
 */
export function parsePlace(text: string, option: string): Place {
  const place = text.trim();
  return LIKE_URL.test(place) ? parseServer(place, option) : { databaseUrl: null, dataDir: place };
}

/** As `parsePlace`, for the URL of a Postgres server alone, without spaces around it. */
export function parseServer(databaseUrl: string, option: string): Place {
  const problem = findUrlProblem(databaseUrl);
  if (problem) throw new TransferError(`${option}: ${problem}`);
  return { databaseUrl, dataDir: "" };
}

/** Describes a location without its secrets. */
export function nameOf({ databaseUrl, dataDir }: Place): string {
  if (!databaseUrl) return dataDir;
  const { host, pathname } = new URL(databaseUrl);
  return `postgres://${host}${pathname}`;
}

/** @param copyPath path of a temporary copy of an embedded database. */
export async function openSource(
  { databaseUrl, dataDir }: Place,
  copyPath: string,
): Promise<Source> {
  if (databaseUrl) return await openPostgresSource(databaseUrl);
  assertKept(dataDir);
  if (hasOldData(dataDir)) {
    throw new TransferError(
      `${dataDir} holds the data of the release before: move the games first, by ` +
        `\`deno task move --from ${dataDir} --to ${dataDir}\``,
    );
  }
  return await openSqliteSource(dataDir, copyPath);
}

export async function openMovableSource({ databaseUrl, dataDir }: Place): Promise<MovableSource> {
  if (databaseUrl) return await openMovablePostgres(databaseUrl);
  assertKept(dataDir);
  return hasOldData(dataDir) ? await openOldData(dataDir) : await openMovableSqlite(dataDir);
}

/** True if both name one database; an earlier release's data may be moved into its own directory. */
export function isSamePlace(from: Place, to: Place): boolean {
  return from.databaseUrl || to.databaseUrl
    ? nameOf(from) === nameOf(to)
    : isSameDirectory(from, to) && !hasOldData(from.dataDir);
}

function isSameDirectory(from: Place, to: Place): boolean {
  return !from.databaseUrl && resolve(from.dataDir) === resolve(to.dataDir);
}

/**
 * Opens a database to fill it.
 *
 * @param from the source: an earlier release's data may be in the same directory.
 * @throws {TransferError} for a database in memory.
 */
export async function openTarget(
  to: Place,
  from: Place | null,
): Promise<Target> {
  const { databaseUrl, dataDir } = to;
  if (databaseUrl) return await openPostgresTarget(databaseUrl);
  assertKept(dataDir);
  return await openSqliteTarget(dataDir, from !== null && isSameDirectory(from, to));
}

function assertKept(dataDir: string): void {
  if (dataDir === "memory:") throw new TransferError("DATA_DIR: memory: keeps nothing");
}
