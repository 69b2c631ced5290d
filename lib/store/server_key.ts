import { createHash, createHmac } from "node:crypto";
import { join } from "node:path";
import { type Settings, SettingsError } from "../settings.ts";
import type { Store } from "./store.ts";

const KEY_LENGTH = 32;
const FILE_NAME = "token-secret";

/**
 * Hexadecimal digits of a fingerprint. So few, that of a secret which can be guessed thousands of guesses
 * fit it and it confirms none; and enough for a wrong one to be found out but once in 65,536 times.
 */
const FINGERPRINT_LENGTH = 4;

/**
 * The key that all tokens derive from: of TOKEN_SECRET, else one that was made for the embedded database
 * at its first start and is kept beside it.
 *
 * @throws {SettingsError} where the key is not the one that the tokens of this data derive from.
 */
export async function openServerKey(
  settings: Pick<Settings, "tokenSecret" | "databaseUrl" | "dataDir">,
  store: Store,
): Promise<Uint8Array> {
  const { tokenSecret, dataDir } = settings;
  const isKept = await store.readKeyFingerprint() !== null;
  const key = tokenSecret
    ? createHash("sha256").update(tokenSecret).digest()
    : dataDir === "memory:"
    ? newKey()
    : await openKeyFile(dataDir, isKept);
  if (await store.keepKeyFingerprint(fingerprint(key)) !== fingerprint(key)) {
    throw new SettingsError(`Wrong settings\n  ${foreignKey(settings)}`);
  }
  return key;
}

function foreignKey({ tokenSecret, databaseUrl, dataDir }: Parameters<typeof openServerKey>[0]) {
  if (!tokenSecret) {
    return `DATA_DIR: ${
      join(dataDir, FILE_NAME)
    } is not the secret that the links of these games were ` +
      "made with: restore the one that belongs to this data from a backup, or set the TOKEN_SECRET that " +
      "was set before";
  }
  return "TOKEN_SECRET: the links of the games in this database were made with another secret, and none " +
    "of them would open anything: set the one that was set before" +
    (databaseUrl ? "" : `, or none where ${join(dataDir, FILE_NAME)} was used`);
}

/** Tells keys apart, and nothing else about them. */
function fingerprint(key: Uint8Array): string {
  return createHmac("sha256", key).update("fingerprint").digest("hex").slice(0, FINGERPRINT_LENGTH);
}

/** @param mustBeThere whether there is data already that was made with it. */
async function openKeyFile(dataDir: string, mustBeThere: boolean): Promise<Uint8Array> {
  const path = join(dataDir, FILE_NAME);
  let key: Uint8Array;
  try {
    key = await Deno.readFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    if (mustBeThere) {
      throw new SettingsError(
        `Wrong settings\n  DATA_DIR: ${path} is missing, and without it no link to the games here opens ` +
          "anything: restore it from a backup, or set the TOKEN_SECRET that was set before",
      );
    }
    key = newKey();
    await writeDurably(dataDir, FILE_NAME, key);
  }
  if (key.length !== KEY_LENGTH) {
    throw new SettingsError(
      `Wrong settings\n  DATA_DIR: ${path} is damaged, restore it from a backup`,
    );
  }
  return key;
}

/** Writes a file that only its owner can read: after a power cut it is there whole, or not at all. */
async function writeDurably(directory: string, name: string, content: Uint8Array): Promise<void> {
  const path = join(directory, name);
  const unfinished = `${path}.new`;
  await Deno.remove(unfinished).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  await Deno.writeFile(unfinished, content, { createNew: true, mode: 0o600 });
  using file = await Deno.open(unfinished, { write: true });
  await file.sync();
  await Deno.rename(unfinished, path);
  // The new name is on the disk once the directory is; Windows opens no directories.
  if (Deno.build.os === "windows") return;
  using folder = await Deno.open(directory);
  await folder.sync();
}

function newKey(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(KEY_LENGTH));
}
