import assert from "node:assert/strict";
import { join } from "node:path";
import { Connection } from "./connection.ts";
import { openSqlite } from "./open.ts";
import { sqliteStore } from "./store.ts";
import { ThreadWriter } from "./writer.ts";
import type { Store } from "../store.ts";
import { DatabaseUnavailable } from "../store.ts";
import { dataDirTest, FILE } from "@/tests/support/data_dir.ts";
import { makeGame } from "@/tests/support/games.ts";

dataDirTest("a read does not wait for a write", async (dataDir) => {
  const store = await openSqlite(dataDir);
  const { game } = await store.createGame(makeGame(3), []);
  const blocking = new Connection(join(dataDir, FILE));
  blocking.all("begin immediate");
  let isStored = false;
  const writing = store.createGame(makeGame(3), []).then(() => isStored = true);
  for (let round = 0; round < 20; round++) {
    const start = performance.now();
    assert.deepEqual(await store.readGame(game.code), game);
    assert(performance.now() - start < 500);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.equal(isStored, false);
  blocking.all("rollback");
  blocking.close();
  await writing;
  await store.close();
});

dataDirTest(
  "waiting writes share one commit, and a refused one fails alone",
  async (dataDir) => {
    await (await openSqlite(dataDir)).close();
    const path = join(dataDir, FILE);
    let commits = 0;
    const store = storeOn(path, () => {
      const thread = startThread();
      const post = thread.postMessage.bind(thread);
      thread.postMessage = (message: { type: string }) => {
        if (message.type === "write") commits++;
        post(message);
      };
      return thread;
    });
    await store.createGame(makeGame(3), []);
    commits = 0;
    const twins = makeGame(3);
    for (const one of twins.participants) one.name = "Same";
    const writes = Array.from(
      { length: 100 },
      (_, index) => store.createGame(index === 50 ? twins : makeGame(3), []),
    );
    const settled = await Promise.allSettled(writes);
    assert.deepEqual(
      settled.flatMap(({ status }, index) => status === "rejected" ? [index] : []),
      [50],
    );
    assert(commits <= 3, `${commits} commits`);
    await store.close();
  },
);

function startThread(): Worker {
  const url = new URL("./writer_thread.ts", import.meta.url);
  return new Worker(url, { type: "module" });
}

function storeOn(path: string, start: () => Worker): Store {
  return sqliteStore(new Connection(path), new ThreadWriter(path, start));
}

dataDirTest(
  "a thread that dies rejects its work, and another one takes over",
  async (dataDir) => {
    await (await openSqlite(dataDir)).close();
    const dying = `
    addEventListener("message", ({ data }) => {
      if (data.type === "write") throw new Error("the thread of a test dies");
      postMessage({ outcomes: [] });
    });`;
    let started = 0;
    const store = storeOn(
      join(dataDir, FILE),
      () =>
        started++ === 0
          ? new Worker(`data:text/javascript,${encodeURIComponent(dying)}`, { type: "module" })
          : startThread(),
    );
    const lost = makeGame(3);
    await assert.rejects(store.createGame(lost, []), DatabaseUnavailable);
    assert.equal(await store.readGameById(lost.id), null);
    const { game } = await store.createGame(lost, []);
    assert.deepEqual(await store.readGame(game.code), game);
    assert.equal(started, 2);
    await store.close();
  },
);

dataDirTest("a disk that does not answer lets no one wait forever", async (dataDir) => {
  await (await openSqlite(dataDir)).close();
  const deaf = `addEventListener("message", ({ data }) => {
    if (data.type === "open") postMessage({ outcomes: [] });
  });`;
  const store = storeOn(
    join(dataDir, FILE),
    () => new Worker(`data:text/javascript,${encodeURIComponent(deaf)}`, { type: "module" }),
  );
  const { setTimeout } = globalThis;
  globalThis.setTimeout = Object.assign(
    (work: () => void, delay: number) => setTimeout(work, delay / 100),
    setTimeout,
  );
  try {
    await assert.rejects(store.createGame(makeGame(3), []), DatabaseUnavailable);
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  await store.close();
});
