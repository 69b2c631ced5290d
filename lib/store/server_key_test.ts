import assert from "node:assert/strict";
import { join } from "node:path";
import { fingerprint, keyOf, keysOf, openServerKeys } from "./server_key.ts";
import { openSqlite } from "./sqlite/open.ts";
import type { Store } from "./store.ts";

/** Declares a test with a directory and a store, which another one can replace. */
function test(name: string, run: (dataDir: string, store: Store) => Promise<void>): void {
  Deno.test(name, async () => {
    const dataDir = await Deno.makeTempDir({ prefix: "gift-exchange-" });
    const store = await openSqlite("memory:");
    try {
      await run(dataDir, store);
    } finally {
      await store.close();
      await Deno.remove(dataDir, { recursive: true });
    }
  });
}

function settings(dataDir: string, tokenSecret: string | null = null) {
  return { dataDir, tokenSecret, databaseUrl: null };
}

const refused = (message: RegExp) => ({ name: "SettingsError", message });

test("openServerKeys() makes a key once, and keeps it private", async (dataDir, store) => {
  const [key] = await openServerKeys(settings(dataDir), store);
  assert.equal(key.length, 32);
  assert.deepEqual(await openServerKeys(settings(dataDir), store), [key]);
  assert.deepEqual([...Deno.readDirSync(dataDir)].map(({ name }) => name), ["token-secret"]);
  const { mode } = await Deno.stat(join(dataDir, "token-secret"));
  assert.equal((mode ?? 0) & 0o777, 0o600);
  const other = await openSqlite("memory:");
  assert.deepEqual(await openServerKeys(settings(dataDir), other), [key], "also beside new data");
  await other.close();
});

test(
  "openServerKeys() replaces a file that was never finished",
  async (dataDir, store) => {
    await Deno.writeFile(join(dataDir, "token-secret.new"), new Uint8Array(7));
    assert.equal((await openServerKeys(settings(dataDir), store))[0].length, 32);
    assert.deepEqual([...Deno.readDirSync(dataDir)].map(({ name }) => name), ["token-secret"]);
  },
);

test("openServerKeys() refuses to go on without the key of the data", async (dataDir, store) => {
  await openServerKeys(settings(dataDir), store);
  const path = join(dataDir, "token-secret");
  await Deno.rename(path, `${path}.backup`);
  const missing = refused(/DATA_DIR: .*token-secret is missing.*restore it.*TOKEN_SECRET/s);
  await assert.rejects(openServerKeys(settings(dataDir), store), missing);
  await assert.rejects(openServerKeys(settings(dataDir), store), missing, "and makes no other one");
  await Deno.writeFile(path, new Uint8Array(31));
  await assert.rejects(openServerKeys(settings(dataDir), store), refused(/damaged/));
  await Deno.writeFile(path, new Uint8Array(32));
  await assert.rejects(
    openServerKeys(settings(dataDir), store),
    refused(/DATA_DIR: .*token-secret is not the secret.*restore/s),
  );
  await Deno.rename(`${path}.backup`, path);
  await openServerKeys(settings(dataDir), store);
});

test(
  "openServerKeys() refuses another TOKEN_SECRET than that of the data",
  async (dataDir, store) => {
    const [key] = await openServerKeys(settings(dataDir, "the first secret"), store);
    assert.deepEqual(await openServerKeys(settings(dataDir, "the first secret"), store), [key]);
    const foreign = refused(/TOKEN_SECRET: .*another secret.*set the one that was set before/s);
    await assert.rejects(openServerKeys(settings(dataDir, "the second secret"), store), foreign);
    await assert.rejects(
      openServerKeys(settings(dataDir), store),
      refused(/DATA_DIR: .*token-secret is missing.*TOKEN_SECRET/s),
    );
    assert.deepEqual([...Deno.readDirSync(dataDir)], []);
  },
);

Deno.test("keysOf() keeps a TOKEN_SECRET with a space as one key only if the data fits no part of it", () => {
  const [first, second] = ["the-first-secret-of-this-service", "the-second-secret-of-this-service"];
  const keys = [first, second].map(keyOf);
  const whole = `${first} ${second}`;
  assert.deepEqual(keysOf(whole, null), keys);
  assert.deepEqual(keysOf(whole, fingerprint(keyOf(second))), keys);
  assert.deepEqual(keysOf(whole, fingerprint(keyOf(whole))), [keyOf(whole)]);
  // Whole and first part have the same fingerprint, by chance.
  const alike = `${whole}-64139`;
  assert.equal(fingerprint(keyOf(alike)), fingerprint(keyOf(first)));
  assert.deepEqual(keysOf(alike, fingerprint(keyOf(first)))[0], keyOf(first));
});

test(
  "openServerKeys() stores a fingerprint that reveals nothing of the key",
  async (dataDir, store) => {
    const [key] = await openServerKeys(settings(dataDir, "a secret"), store);
    const fingerprint = await store.readKeyFingerprint();
    assert.match(fingerprint ?? "", /^[0-9a-f]{4}$/);
    assert(!key.toHex().includes(fingerprint ?? ""));
  },
);

test("openServerKeys() needs no file in memory", async (_dataDir, store) => {
  const [key] = await openServerKeys(settings("memory:"), store);
  assert.equal(key.length, 32);
  const other = await openSqlite("memory:");
  assert.notDeepEqual(await openServerKeys(settings("memory:"), other), [key]);
  await other.close();
});
