import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSqlite } from "./open.ts";
import { openSqliteSource } from "./transfer.ts";
import { dataDirTest, FILE } from "@/tests/support/data_dir.ts";
import { makeGame, people } from "@/tests/support/games.ts";
import { archive, erase, keep } from "@/tests/support/store.ts";

/** Expects that no file contains a word that begins with `marker-`, nor one of these. */
async function assertNoMarker(dataDir: string, ...ids: string[]): Promise<void> {
  for await (const { name } of Deno.readDir(dataDir)) {
    const text = new TextDecoder("latin1").decode(await Deno.readFile(join(dataDir, name)));
    const left = text.match(/marker-[a-z]+/g) ?? [];
    assert.deepEqual([...new Set(left)], [], `${name} holds ${left.length} of them`);
    for (const id of ids) assert(!text.includes(id), `${name} holds an id`);
  }
}

dataDirTest("nothing of an erased game is left in SQLite's files", async (dataDir) => {
  const store = await openSqlite(dataDir);
  try {
    const games = await Promise.all(Array.from({ length: 60 }, (_, index) =>
      keep(
        store,
        makeGame(20, {
          name: `marker-name-${index}`,
          generalNotes: "marker-notes ".repeat(index),
          participants: people(20).map(({ name }, one) => ({
            name: `${name} marker-person`,
            email: `marker-${one}@example.org`,
            wish: "marker-wish ".repeat(one * 3),
          })),
        }),
        [{ recipient: 1, kind: "reminder", payload: { message: "marker-message" } }],
      )));
    // Games that stay lie between those that are erased.
    const gone = games.filter((_, index) => index % 2 === 0);
    await store.changeGame(games[1]?.code ?? "", (game) => ({
      game: game && { ...game, name: "kept" },
      outbox: null,
      result: null,
    }));
    for (const { id } of games) await store.setUnsubscribed(id, `marker-key-${id}`, true);
    for (const { id, code } of gone) {
      await archive(store, code);
      await erase(store, id);
    }
    for (const { id } of games.filter((game) => !gone.includes(game))) await erase(store, id);
    await store.overwriteErased();
    await assertNoMarker(dataDir, ...games.map(({ id }) => id));
  } finally {
    await store.close();
  }
});

dataDirTest("overwriteErased() answers while others go on writing", async (dataDir) => {
  const store = await openSqlite(dataDir);
  try {
    const game = await keep(store, makeGame(3, { name: "marker-name" }));
    await erase(store, game.id);
    let isOver = false;
    const writing = Array.from({ length: 4 }, async (_, one) => {
      while (!isOver) await store.limits.setDeclined(`key ${one}`, true);
    });
    const timer = setTimeout(() => isOver = true, 10_000);
    const isDone = await store.overwriteErased();
    const wasFirst = !isOver;
    clearTimeout(timer);
    isOver = true;
    await Promise.all(writing);
    assert(wasFirst, "it waited for all writes to end");
    assert(isDone);
    await assertNoMarker(dataDir);
  } finally {
    await store.close();
  }
});

dataDirTest(
  "overwriteErased() blocks no one while it waits for a reader, reports that, and is done once the reader has ended",
  async (dataDir) => {
    const store = await openSqlite(dataDir);
    const backup = new DatabaseSync(join(dataDir, FILE), { readOnly: true });
    try {
      const game = await keep(store, makeGame(3, { name: "marker-name" }));
      backup.exec("begin");
      backup.prepare("select count(*) from games").get();
      await erase(store, game.id);
      const start = performance.now();
      const overwriting = store.overwriteErased();
      let slowest = 0;
      for (let round = 0; round < 20; round++) {
        const before = performance.now();
        await store.limits.setDeclined(`key ${round}`, true);
        slowest = Math.max(slowest, performance.now() - before);
      }
      assert.equal(await overwriting, false);
      const took = performance.now() - start;
      assert(took < 2_500, `it took ${took} ms`);
      assert(slowest < 1_000, `a write took ${slowest} ms`);
      await assert.rejects(assertNoMarker(dataDir));
      backup.exec("commit");
      const until = performance.now() + 15_000;
      while ((await Deno.stat(join(dataDir, `${FILE}-wal`))).size > 0) {
        assert(performance.now() < until, "the log is not emptied by itself");
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      await assertNoMarker(dataDir);
    } finally {
      backup.close();
      await store.close();
    }
  },
);

dataDirTest("a backup lets the log be written back while others go on writing", async (dataDir) => {
  const store = await openSqlite(dataDir);
  const copy = join(dataDir, "backup.copy");
  try {
    const game = await keep(store, makeGame(3));
    const source = await openSqliteSource(dataDir, copy);
    try {
      for (let count = 0; count < 100; count++) await store.createGame(makeGame(200), []);
      const { size } = await Deno.stat(join(dataDir, `${FILE}-wal`));
      // SQLite writes it back from 1,000 pages on; more than twice as much was written.
      assert(size < 6_000_000, `the log has grown to ${size} bytes`);
      assert.equal((await source.counts()).games, 1);
      assert.deepEqual((await source.read(null, 10)).map((one) => one.game), [game]);
      assert.equal((await Deno.stat(copy)).mode! & 0o777, 0o600);
    } finally {
      await source.close();
    }
    const left = await Array.fromAsync(Deno.readDir(dataDir));
    assert.deepEqual(left.filter(({ name }) => name.startsWith("backup")), []);
  } finally {
    await store.close();
  }
});
