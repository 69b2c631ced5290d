import { join } from "node:path";
import { fingerprint, KEY_FILE, keyOf, keysOf, readKeyFile, writeKeyFile } from "../server_key.ts";
import type { Header } from "./file.ts";
import { nameOf, type Place } from "./places.ts";
import { TransferError } from "./port.ts";

/** The key that links derive from, and whether it is stored in a file instead of TOKEN_SECRET. */
export interface ServerKey {
  key: Uint8Array;
  isFile: boolean;
}

/**
 * Finds the key of the games in a database: TOKEN_SECRET or the key file next to it, the one that matches.
 *
 * @param keyFingerprint the stored fingerprint; null: none.
 * @throws {TransferError} if none matches, or it is ambiguous.
 */
export async function findKey(
  place: Place,
  tokenSecret: string | null,
  keyFingerprint: string | null,
): Promise<ServerKey> {
  const file = place.databaseUrl ? null : await readKeyFile(place.dataDir);
  const fits = (key: Uint8Array) => keyFingerprint === null || keyFingerprint === fingerprint(key);
  const own = tokenSecret ? keysOf(tokenSecret, keyFingerprint) : [];
  const fitting = own.find(fits);
  const [key, other] = [
    ...fitting ? [{ key: fitting, isFile: false }] : [],
    ...file && fits(file) ? [{ key: file, isFile: true }] : [],
  ];
  if (key && other && !isSame(key.key, other.key)) {
    const path = join(place.dataDir, KEY_FILE);
    throw new TransferError(
      `Both TOKEN_SECRET and ${path} may be the secret of the games there: unset the one, or move away the other, ` +
        "that their service does not use",
    );
  }
  if (key) return key;
  const problem = own.length > 0 || file ? "another one" : "missing";
  throw new TransferError(
    `The secret that the links to the games in ${nameOf(place)} were made with is ${problem}: ` +
      "set the TOKEN_SECRET that their service has",
  );
}

/**
 * Finds the key of the games in a backup.
 *
 * @throws {TransferError} if TOKEN_SECRET does not match, or is missing.
 */
export function keyOfBackup(
  path: string,
  { keyFingerprint, tokenSecret: kept }: Header,
  { tokenSecret, databaseUrl }: Place & { tokenSecret: string | null },
): ServerKey {
  const given = tokenSecret ? keysOf(tokenSecret, keyFingerprint) : null;
  const inFile = kept ? keyOf(kept) : null;
  const own = given?.find((key) =>
    fingerprint(key) === keyFingerprint && (!inFile || isSame(key, inFile))
  );
  const remedy = inFile
    ? `set the one in its first line (\`gzip -dc ${path} | head -n 1\`)` +
      (databaseUrl ? "" : ", or none at all")
    : "set the one that their service had";
  if (given && !own) {
    throw new TransferError(
      `TOKEN_SECRET is not the secret that the links to the games in ${path} were made with: ${remedy}`,
    );
  }
  const key = own ?? inFile;
  if (!key) throw new TransferError(`${path} does not hold its TOKEN_SECRET: ${remedy}`);
  return { key, isFile: !own };
}

/**
 * Stores a key next to an embedded database.
 *
 * @returns a function that undoes it.
 * @throws {TransferError} if another key is stored there.
 */
export async function keepKey(
  { databaseUrl, dataDir }: Place,
  { key, isFile }: ServerKey,
): Promise<() => Promise<void>> {
  if (databaseUrl || !isFile) return () => Promise.resolve();
  const path = join(dataDir, KEY_FILE);
  const there = await readKeyFile(dataDir);
  if (!there) {
    await writeKeyFile(dataDir, key);
    return () => Deno.remove(path);
  }
  if (isSame(there, key)) return () => Promise.resolve();
  throw new TransferError(
    `${path} is the secret of other games, and nothing is overwritten: move it away`,
  );
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.toHex() === other.toHex();
}
