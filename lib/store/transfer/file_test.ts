import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { fingerprint, keyOf } from "../server_key.ts";
import type { Batch } from "./copy.ts";
import { openBackup, writeBackup } from "./file.ts";
import { MIGRATIONS as POSTGRES_MIGRATIONS } from "../postgres/migrations.ts";
import type { PhotoRecord } from "../records.ts";
import { MIGRATIONS as SQLITE_MIGRATIONS } from "../sqlite/migrations.ts";
import type { GameRecord } from "./port.ts";
import { MESSAGES_DELETED } from "./records.ts";
import { Tally } from "./tally.ts";
import { makeGame } from "@/tests/support/games.ts";

const unwatched = { onProgress() {}, onWait() {}, signal: new AbortController().signal };

const records: readonly GameRecord[] = Array.from({ length: 70 }, () => ({
  game: { ...makeGame(4), name: "Winter party \u2028 日本" },
  mails: [],
  messages: [],
  unsubscribed: ["p1@example.org"],
  reports: [],
  devices: [],
  wishLists: [],
  wishMarks: [],
}));

const header = {
  madeAt: new Date().toISOString(),
  engine: "SQLite",
  schema: 1,
  keyFingerprint: fingerprint(keyOf("a secret")),
  tokenSecret: null,
  declined: [],
  desk: { blocked: [], log: [] },
  games: records.length,
  photos: 0,
};

async function* batchesOf(tally: Tally): AsyncGenerator<Batch> {
  for (const record of records) {
    await Promise.resolve();
    yield { items: [record], lines: [tally.add(record)] };
  }
}

/** Declares a test with a complete backup. */
function test(name: string, run: (path: string) => Promise<void>): void {
  Deno.test(name, async () => {
    const directory = await Deno.makeTempDir({ prefix: "gift-exchange-" });
    try {
      const path = `${directory}/backup.gz`;
      await writeBackup(path, header, batchesOf, unwatched);
      await run(path);
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  });
}

async function read(path: string): Promise<GameRecord[]> {
  const backup = await openBackup(path, unwatched);
  const tally = new Tally(backup.heading);
  const found: GameRecord[] = [];
  for await (const { items } of backup.batches(tally)) {
    found.push(...items.filter((item) => "game" in item));
  }
  return found;
}

/** Changes the text in a backup and compresses it again. */
async function rewrite(path: string, change: (text: string) => string): Promise<void> {
  const text = gunzipSync(await Deno.readFile(path)).toString();
  const changed = change(text);
  assert.notEqual(changed, text);
  await Deno.writeFile(path, gzipSync(changed));
}

test("openBackup() reads a file of writeBackup() any number of times", async (path) => {
  assert.deepEqual(await read(path), records);
  assert.deepEqual(await read(path), records);
});

test("openBackup() reads photos of any bytes behind the games", async (path) => {
  const photos: PhotoRecord[] = [1, 10, 102_400].map((size, index) => ({
    gameId: records[0]?.game.id ?? "",
    id: crypto.randomUUID(),
    participant: 1,
    version: 1,
    type: "image/webp",
    state: "attached",
    since: new Date().toISOString(),
    // Line ends, and the beginning of a footer.
    bytes: Uint8Array.from({ length: size }, (_, at) => [10, 123, 34][(at + index) % 3] ?? 0),
  }));
  const withPhotos = async function* (tally: Tally): AsyncGenerator<Batch> {
    yield* batchesOf(tally);
    // Copies, because the bytes are freed once they are written.
    const items = photos.map((photo) => ({ photo: { ...photo, bytes: photo.bytes.slice() } }));
    yield { items, lines: items.map((item) => tally.add(item)) };
  };
  const other = `${path}.photos`;
  await writeBackup(other, { ...header, photos: photos.length }, withPhotos, unwatched);
  const found: PhotoRecord[] = [];
  const { batches, heading } = await openBackup(other, unwatched);
  for await (const { items } of batches(new Tally(heading))) {
    for (const item of items) if ("photo" in item) found.push(item.photo);
  }
  assert.deepEqual(found, photos);
  assert.match(heading, /"format":2/, "earlier releases do not take it for a damaged one");
  const plain = gunzipSync(await Deno.readFile(other));
  for (
    const change of [
      (at: number) => plain.fill(0, at, at + 1),
      (at: number) => plain.subarray(0, at),
    ]
  ) {
    await Deno.writeFile(other, gzipSync(change(plain.length - 60_000)));
    await assert.rejects(openBackup(other, unwatched), damaged);
  }
});

test("openBackup() leaves out data that migrations have deleted since", async (path) => {
  const [record] = records;
  assert(record);
  const message = {
    ...{ id: "m", giver: 1, receiver: 2, isFromGiver: true, isThanks: false, question: null },
    ...{ text: "sealed", isOver: false, isRead: false, giverVersion: 1, receiverVersion: 1 },
  };
  const game = { ...record.game, isSealed: true, timeZone: "PST" };
  const under = { ...message, sentAt: "2026-12-01T10:00:00.000Z" };
  const after = { ...message, id: "n", sentAt: "2026-12-01T10:01:00.000Z" };
  const sealed = { ...record, game, messages: [under, after] };
  const broken = { ...sealed, game: { ...game, sealBrokenAt: "2026-12-01T10:00:30.000Z" } };
  for (const [engine, deleted] of Object.entries(MESSAGES_DELETED)) {
    for (const schema of [deleted - 1, deleted]) {
      const file = `${path}.${engine}.${schema}`;
      const write = async function* (tally: Tally): AsyncGenerator<Batch> {
        yield await Promise.resolve({
          items: [sealed, broken],
          lines: [tally.add(sealed), tally.add(broken)],
        });
      };
      await writeBackup(file, { ...header, engine, schema }, write, unwatched);
      const [kept, left] = await read(file);
      assert.deepEqual([kept?.messages, kept?.game.timeZone], [[under, after], null]);
      const isOld = schema < deleted;
      assert.deepEqual(left?.messages, isOld ? [after] : [under, after], engine);
    }
  }
});

Deno.test("each engine's migration that deleted messages is the one that is named", () => {
  const steps = { SQLite: SQLITE_MIGRATIONS, PostgreSQL: POSTGRES_MIGRATIONS };
  for (const [engine, migrations] of Object.entries(steps)) {
    const number = MESSAGES_DELETED[engine] ?? assert.fail();
    assert.match(JSON.stringify(migrations[number - 1]), /delete from messages/);
  }
});

test("writeBackup() leaves nothing behind if it fails", async (path) => {
  const broken = async function* (tally: Tally): AsyncGenerator<Batch> {
    yield* batchesOf(tally);
    throw new Error("The disk is full");
  };
  const other = `${path}.other`;
  await assert.rejects(writeBackup(other, header, broken, unwatched), /The disk is full/);
  const names = [...Deno.readDirSync(path.replace("/backup.gz", ""))].map(({ name }) => name);
  assert.deepEqual(names, ["backup.gz"]);
});

const damaged = { name: "TransferError", message: /damaged, cut off or no backup/ };

test("openBackup() refuses a file that is cut off anywhere", async (path) => {
  const whole = await Deno.readFile(path);
  for (const part of [0, 0.001, 0.3, 0.7, 0.999]) {
    await Deno.writeFile(path, whole.subarray(0, whole.length * part));
    await assert.rejects(read(path), { name: "TransferError" }, String(part));
  }
  await Deno.writeFile(path, whole.subarray(0, -1));
  await assert.rejects(read(path), damaged);
});

/** The records in a backup; null: it cannot be read. */
function textOf(packed: Uint8Array): string | null {
  try {
    return gunzipSync(packed).toString();
  } catch {
    return null;
  }
}

test("openBackup() refuses a file with any changed byte", async (path) => {
  const whole = await Deno.readFile(path);
  for (let round = 0; round < 60; round++) {
    // The first ten are the header of gzip, some of which mean nothing.
    const at = 10 + Math.floor((whole.length - 10) * round / 60);
    const changed = whole.slice();
    changed[at] = (changed[at] ?? 0) ^ 0x10;
    // Some bits mean nothing to gzip.
    if (textOf(changed) === textOf(whole)) continue;
    await Deno.writeFile(path, changed);
    await assert.rejects(read(path), { name: "TransferError" }, String(at));
  }
});

test("openBackup() refuses text that was changed and compressed again", async (path) => {
  const changes: readonly ((text: string) => string)[] = [
    (text) => text.replace("Winter", "Summer"),
    (text) => text.replace(/\n\{"game"[^\n]*\n/, "\n"),
    (text) => text.replace(/\n\{"counts".*\n$/, "\n"),
    (text) => text + text.split("\n").at(-3) + "\n",
    (text) => text.replace(/"participants":\d+/, '"participants":7'),
    (text) => text.replace(/"engine":"SQLite"/, '"engine":"Sqlite"'),
    (text) => text.trimEnd(),
  ];
  const whole = await Deno.readFile(path);
  for (const change of changes) {
    await Deno.writeFile(path, whole);
    await rewrite(path, change);
    await assert.rejects(read(path), { name: "TransferError" }, String(change));
  }
});

test("openBackup() refuses files that are not backups, and those of another format", async (path) => {
  await rewrite(path, (text) => text.replace('"format":1', '"format":3'));
  const unreadable = { name: "TransferError", message: /no backup that this release can read/ };
  await assert.rejects(read(path), unreadable);
  await Deno.writeTextFile(path, "{}\n");
  await assert.rejects(read(path), damaged);
  await Deno.writeFile(path, gzipSync("hello\n"));
  await assert.rejects(read(path), unreadable);
});

test("openBackup() distinguishes a backup of a later release from a damaged one", async (path) => {
  const photo = {
    ...{ gameId: records[0]?.game.id ?? "", id: crypto.randomUUID(), participant: 1, version: 1 },
    ...{ type: "image/webp" as const, state: "attached" as const, since: header.madeAt },
  };
  const whole = async function* (tally: Tally): AsyncGenerator<Batch> {
    yield* batchesOf(tally);
    const item = { photo: { ...photo, bytes: Uint8Array.of(255, 10, 254) } };
    yield { items: [item], lines: [tally.add(item)] };
  };
  await Deno.remove(path);
  await writeBackup(path, { ...header, photos: 1 }, whole, unwatched);
  const [made, later] = [gunzipSync(await Deno.readFile(path)).toString("latin1"), `${path}.later`];
  for (
    const [from, to, said] of [
      ['{"counts":{', '{"counts":{"new_table":1,', /keeps differently.*rows in new_table/],
      ['{"photo":{', '{"photo":{"new":1,', /keeps differently.*photo/],
      ['{"photo":{', '{"erased":{"new":1}}\n{"photo":{', /keeps differently.*erased/],
      ['{"photo":{', '{"kind":{"new":1}}\n{"photo":{', /keeps differently/],
      ['{"counts":{', '{"counts":{"new_table":0,', null],
    ] as const
  ) {
    const changed = made.replace(from, to);
    const end = changed.lastIndexOf('{"counts"');
    const sha256 = createHash("sha256").update(changed.slice(0, end), "latin1");
    const footer = changed.slice(end).replace(
      /"sha256":"\w+"/,
      `"sha256":"${sha256.digest("hex")}"`,
    );
    await Deno.writeFile(later, gzipSync(Buffer.from(changed.slice(0, end) + footer, "latin1")));
    if (said) await assert.rejects(read(later), { name: "TransferError", message: said }, to);
    else assert.equal((await read(later)).length, records.length);
  }
});

test("openBackup() refuses games of another release", async (path) => {
  for (
    const [from, to] of [['"amount":"",', ""], ['"amount":"",', '"amount":"","new":1,']] as const
  ) {
    const other = `${path}.${to.length}`;
    const strange = async function* (tally: Tally): AsyncGenerator<Batch> {
      for (const record of records) {
        await Promise.resolve();
        const line = JSON.stringify(record).replace(from, to);
        tally.add(record, line);
        yield { items: [record], lines: [line] };
      }
    };
    // It is read again while it is written.
    await assert.rejects(
      writeBackup(other, header, strange, unwatched),
      { name: "TransferError", message: /that this release keeps differently.*amount|new/ },
    );
  }
  assert.equal((await read(path)).length, records.length);
});
