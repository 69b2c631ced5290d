import { createHash, createHmac } from "node:crypto";
import { join } from "node:path";
import { writeDurably } from "./durable_file.ts";
import { parseSecrets, type Settings, SettingsError } from "../settings.ts";
import { DatabaseUnavailable, type Store } from "./store.ts";

const KEY_LENGTH = 32;
/** File that holds the key of an embedded database, in its directory. */
export const KEY_FILE = "token-secret";

/**
 * Hexadecimal digits of a fingerprint. Few enough that thousands of guesses match the fingerprint of a weak secret, so
 * it confirms none; enough to detect a wrong secret in all but one of 65,536 cases.
 */
const FINGERPRINT_LENGTH = 4;

/** The key for new tokens, and earlier keys whose tokens are still valid. */
export type ServerKeys = readonly [key: Uint8Array, ...older: Uint8Array[]];

/**
 * Returns the keys that all tokens derive from: those of TOKEN_SECRET, otherwise the key generated at the embedded
 * database's first start and stored next to it. Records the first key as the key of the data.
 *
 * @throws {SettingsError} if the tokens of this data derive from none of them.
 */
export async function openServerKeys(
  settings: Pick<Settings, "tokenSecret" | "databaseUrl" | "dataDir">,
  store: Store,
): Promise<ServerKeys> {
  const { tokenSecret, databaseUrl, dataDir } = settings;
  const kept = await store.readKeyFingerprint();
  if (isMovedMark(kept)) {
    const setting = databaseUrl ? "DATABASE_URL" : "DATA_DIR";
    throw new SettingsError(
      `Wrong settings\n  ${setting}: the games that were here have been moved to another database and are ` +
        "served from there",
    );
  }
  const keys: ServerKeys = tokenSecret
    ? keysOf(tokenSecret, kept)
    : [dataDir === "memory:" ? newKey() : await openKeyFile(dataDir, kept !== null)];
  const [own, ...older] = keys.map(fingerprint);
  if (own === undefined || await store.keepKeyFingerprint(own, older) !== own) {
    throw new SettingsError(`Wrong settings\n  ${foreignKey(settings)}`);
  }
  return keys;
}

function foreignKey({ tokenSecret, databaseUrl, dataDir }: Parameters<typeof openServerKeys>[0]) {
  const path = join(dataDir, KEY_FILE);
  if (!tokenSecret) {
    return `DATA_DIR: ${path} is not the secret that the links of these games were made with: restore the one ` +
      "that belongs to this data from a backup, or set the TOKEN_SECRET that was set before";
  }
  return "TOKEN_SECRET: the links of the games in this database were made with another secret, and none " +
    "of them would open anything: set the one that was set before" +
    (databaseUrl ? "" : `, or none where ${path} was used`);
}

/**
 * Returns the keys that TOKEN_SECRET stands for, one for each of its secrets; new tokens use the first. Earlier
 * releases took the whole text for one secret: a text with spaces or commas still counts as one if `kept` is its
 * fingerprint and that of none of its parts.
 *
 * @param kept the fingerprint stored with the data; null: none.
 */
export function keysOf(tokenSecret: string, kept: string | null): ServerKeys {
  const [first = tokenSecret, ...others] = parseSecrets(tokenSecret);
  const keys: ServerKeys = [keyOf(first), ...others.map(keyOf)];
  const whole = keyOf(tokenSecret);
  const isKept = (key: Uint8Array) => fingerprint(key) === kept;
  return isKept(whole) && !keys.some(isKept) ? [whole] : keys;
}

/** A raw key, as `toTokenSecret` writes it. */
const RAW_KEY = /^key:([A-Za-z0-9_-]{43})$/;

/** Returns the key that one secret stands for: its hash, or the raw key if `toTokenSecret` wrote it. */
export function keyOf(tokenSecret: string): Uint8Array {
  const [, raw] = RAW_KEY.exec(tokenSecret) ?? [];
  return raw
    ? Uint8Array.fromBase64(raw, { alphabet: "base64url" })
    : new Uint8Array(createHash("sha256").update(tokenSecret).digest());
}

/** Returns the TOKEN_SECRET for a key, so that a key stored in a file can be used elsewhere. */
export function toTokenSecret(key: Uint8Array): string {
  return `key:${key.toBase64({ alphabet: "base64url", omitPadding: true })}`;
}

/** Returns a fingerprint that identifies a key and reveals nothing else about it. */
export function fingerprint(key: Uint8Array): string {
  return createHmac("sha256", key).update("fingerprint").digest("hex").slice(0, FINGERPRINT_LENGTH);
}

/** Prefix of a stored fingerprint, once for each time that the games were moved away and served from elsewhere. */
const MOVED = "moved ";

/** Returns the mark that replaces `mark` when the games of a database are moved away, perhaps again. */
export function movedMark(mark: string | null): string {
  return MOVED + (mark ?? "");
}

/** True if the games of the database with this mark were moved away. */
export function isMovedMark(mark: string | null): boolean {
  return timesMoved(mark) > 0;
}

/** @throws {DatabaseUnavailable} if the games of the database with this mark were moved away */
export function assertNotMoved(mark: string | null): void {
  if (!isMovedMark(mark)) return;
  throw new DatabaseUnavailable(
    "The games in this database have been moved: set DATABASE_URL or DATA_DIR to where they are now",
  );
}

/** How often the games of the database with this mark were moved away. */
export function timesMoved(mark: string | null): number {
  return (mark ?? "").split(MOVED).length - 1;
}

/** The fingerprint in a database's mark, moved away or not; null without one. */
export function fingerprintIn(mark: string | null): string | null {
  return mark?.replaceAll(MOVED, "") || null;
}

/** Reads the key stored in a directory; null if there is none. @throws {SettingsError} if it is damaged. */
export async function readKeyFile(dataDir: string): Promise<Uint8Array | null> {
  const path = join(dataDir, KEY_FILE);
  let key: Uint8Array;
  try {
    key = await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  if (key.length !== KEY_LENGTH) {
    throw new SettingsError(
      `Wrong settings\n  DATA_DIR: ${path} is damaged, restore it from a backup`,
    );
  }
  return key;
}

/** Stores a key in a directory. After a power cut it is complete or absent. */
export async function writeKeyFile(dataDir: string, key: Uint8Array): Promise<void> {
  await writeDurably(join(dataDir, KEY_FILE), key);
}

/** @param mustBeThere true if there are tokens already that derive from it. */
async function openKeyFile(dataDir: string, mustBeThere: boolean): Promise<Uint8Array> {
  const kept = await readKeyFile(dataDir);
  if (kept) return kept;
  if (mustBeThere) {
    const path = join(dataDir, KEY_FILE);
    throw new SettingsError(
      `Wrong settings\n  DATA_DIR: ${path} is missing, and without it no link to the games here opens anything: ` +
        "restore it from a backup, or set the TOKEN_SECRET that was set before",
    );
  }
  const key = newKey();
  await writeKeyFile(dataDir, key);
  return key;
}

function newKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(KEY_LENGTH));
}
