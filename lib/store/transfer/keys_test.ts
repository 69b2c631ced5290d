import assert from "node:assert/strict";
import { fingerprint, keyOf, readKeyFile, toTokenSecret, writeKeyFile } from "../server_key.ts";
import { findKey, keepKey, keyOfBackup } from "./keys.ts";

const OWN = "a secret of the tests";
const FILE_KEY = keyOf("another secret of the tests");
const refused = (message: RegExp) => ({ name: "TransferError", message });

async function withDirectory(run: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await Deno.makeTempDir({ prefix: "gift-exchange-" });
  try {
    await run(dataDir);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
}

Deno.test("keyOf() returns the key that toTokenSecret() wrote, and the hash of other secrets", () => {
  const key = crypto.getRandomValues(new Uint8Array(32));
  assert.deepEqual(keyOf(toTokenSecret(key)), key);
  assert.match(toTokenSecret(key), /^key:[\w-]{43}$/);
  for (const other of ["a secret", `key:${"A".repeat(42)}`, ` ${toTokenSecret(key)}`]) {
    assert.equal(keyOf(other).length, 32);
    assert.notDeepEqual(keyOf(other), key);
  }
  assert.equal(
    keyOf("a secret").toHex(),
    "984ca5162200734c592148f1820b71057f098573d138666b48663e4e30cd8d3a",
  );
});

Deno.test("findKey() uses the matching key from TOKEN_SECRET and the file", () =>
  withDirectory(async (dataDir) => {
    const place = { databaseUrl: null, dataDir };
    await assert.rejects(findKey(place, null, null), refused(/is missing.*set the TOKEN_SECRET/));
    await writeKeyFile(dataDir, FILE_KEY);
    const ofFile = { key: FILE_KEY, isFile: true };
    const own = { key: keyOf(OWN), isFile: false };
    assert.deepEqual(await findKey(place, null, null), ofFile);
    assert.deepEqual(await findKey(place, OWN, fingerprint(own.key)), own);
    assert.deepEqual(await findKey(place, OWN, fingerprint(FILE_KEY)), ofFile);
    await assert.rejects(
      findKey(place, OWN, null),
      refused(/Both TOKEN_SECRET and .*token-secret/),
    );
    await assert.rejects(findKey(place, OWN, "none"), refused(/another one.*set the TOKEN_SECRET/));
    const several = `a-new-secret-of-the-tests,"${OWN}"`;
    assert.deepEqual(await findKey(place, several, fingerprint(own.key)), own);
    assert.deepEqual(await findKey(place, several, fingerprint(FILE_KEY)), ofFile);
  }));

Deno.test("findKey() hides the password of a server", async () => {
  const place = { databaseUrl: "postgres://user:password@host/name", dataDir: "" };
  await assert.rejects(findKey(place, null, null), (error) => {
    assert(error instanceof Error);
    assert.match(error.message, /postgres:\/\/host\/name/);
    assert.doesNotMatch(error.message, /password/);
    return true;
  });
});

Deno.test("keyOfBackup() refuses another TOKEN_SECRET than that of the backup", () => {
  const place = { databaseUrl: null, dataDir: "data" };
  const header = {
    madeAt: "2026-12-24T00:00:00.000Z",
    engine: "SQLite",
    schema: 1,
    games: 1,
    photos: 0,
    declined: [],
    desk: { blocked: [], log: [] },
    keyFingerprint: fingerprint(FILE_KEY),
    tokenSecret: toTokenSecret(FILE_KEY),
  };
  const bare = { ...header, tokenSecret: null };
  const given = (tokenSecret: string | null) => ({ ...place, tokenSecret });
  assert.deepEqual(keyOfBackup("x", header, given(null)), { key: FILE_KEY, isFile: true });
  for (const one of [header, bare]) {
    assert.deepEqual(keyOfBackup("x", one, given(toTokenSecret(FILE_KEY))), {
      key: FILE_KEY,
      isFile: false,
    });
    const several = `a-new-secret-of-the-tests ${toTokenSecret(FILE_KEY)}`;
    assert.deepEqual(keyOfBackup("x", one, given(several)), { key: FILE_KEY, isFile: false });
    assert.throws(
      () => keyOfBackup("x", one, given(OWN)),
      refused(/TOKEN_SECRET is not the secret/),
    );
  }
  assert.throws(
    () => keyOfBackup("x", bare, given(null)),
    refused(/does not hold its TOKEN_SECRET/),
  );
});

Deno.test("keepKey() stores a key, and never replaces another one", () =>
  withDirectory(async (dataDir) => {
    const place = { databaseUrl: null, dataDir };
    await keepKey(place, { key: FILE_KEY, isFile: false });
    assert.equal(await readKeyFile(dataDir), null);
    const undo = await keepKey(place, { key: FILE_KEY, isFile: true });
    assert.deepEqual(await readKeyFile(dataDir), FILE_KEY);
    const undoNothing = await keepKey(place, { key: FILE_KEY, isFile: true });
    await undoNothing();
    assert.deepEqual(await readKeyFile(dataDir), FILE_KEY);
    await assert.rejects(
      keepKey(place, { key: keyOf(OWN), isFile: true }),
      refused(/secret of other games/),
    );
    await undo();
    assert.equal(await readKeyFile(dataDir), null);
  }));
