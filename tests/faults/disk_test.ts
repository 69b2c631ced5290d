import assert from "node:assert/strict";
import type { Game } from "@/lib/game/types.ts";
import { Connection } from "@/lib/store/sqlite/connection.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import { DatabaseUnavailable, type Store } from "@/lib/store/store.ts";
import { canMount, fill, mountSmallDisk, run, type SmallDisk } from "./disk.ts";
import { makeGame } from "../support/games.ts";
import { until } from "../support/until.ts";
import { sample } from "../support/sample.ts";

/** Declares a test on a disk of the given size, if one can be mounted. */
function diskTest(name: string, size: string, test: (disk: SmallDisk) => Promise<void>): void {
  Deno.test(name, async () => {
    if (!canMount) {
      console.error(
        `NOT TESTED: "${name}" mounts a disk, for which it must be run by root on Linux`,
      );
      return;
    }
    await using disk = await mountSmallDisk(size);
    await test(disk);
  });
}

async function assertThere(store: Store, games: readonly Game[]): Promise<void> {
  for (const game of games) assert.deepEqual(await store.readGame(game.code), game);
}

function assertSound(dataDir: string, count: number): void {
  const connection = new Connection(`${dataDir}/gift-exchange.db`);
  assert.equal(connection.get("pragma integrity_check")?.[0], "ok");
  assert.deepEqual(connection.all("pragma foreign_key_check"), []);
  assert.equal(connection.get("select count(*) from games")?.[0], count, "no more and no less");
  assert.equal(
    connection.get("select count(*) from assignments")?.[0],
    count * 30,
    "nothing of a game that was refused",
  );
  connection.close();
}

// At 2 MB the log alone fills the disk. At larger sizes the log is written back first, and with some of them the
// database finds no room to grow meanwhile.
for (const size of sample(["7m", "2m", "5m", "6m", "9m"])) {
  diskTest(
    `a full disk of ${size} stores nothing partially, and recovers once it has room again`,
    size,
    async (disk) => {
      const dataDir = `${disk.path}/data`;
      const store = await openSqlite(dataDir);
      const stored = await fill(store, 8);
      assert(stored.length > 0);
      await assertThere(store, stored);
      await assert.rejects(store.createGame(makeGame(500), []), DatabaseUnavailable);
      // Uses up the room that is left for small writes.
      while (await store.takeTurn("small", 0).then(() => true, () => false));
      await assert.rejects(store.ping(), DatabaseUnavailable);
      await disk.remount("size=40m");
      await store.ping();
      stored.push((await store.createGame(makeGame(30), [])).game);
      await assertThere(store, stored);
      await store.close();
      const again = await openSqlite(dataDir);
      await assertThere(again, stored);
      await again.close();
      assertSound(dataDir, stored.length);
    },
  );
}

diskTest("a full disk lets a killed process open again", "5m", async (disk) => {
  const dataDir = `${disk.path}/data`;
  const store = await openSqlite(dataDir);
  const stored = await fill(store, 1);
  // A kill leaves the same files as those that exist while the store is open.
  const copy = `${disk.path}-copy`;
  try {
    await run("cp", "-r", dataDir, copy);
    const again = await openSqlite(copy);
    await assertThere(again, stored);
    await again.close();
    assertSound(copy, stored.length);
  } finally {
    await Deno.remove(copy, { recursive: true });
    await store.close();
  }
});

diskTest("a read-only disk is reported clearly and keeps its data", "20m", async (disk) => {
  const dataDir = `${disk.path}/data`;
  const store = await openSqlite(dataDir);
  const { game } = await store.createGame(makeGame(30), []);
  await store.close();
  // A process that another test is about to start holds this one's files for a moment.
  await until(() => disk.remount("ro").then(() => true, () => false), "no file is open");
  await assert.rejects(openSqlite(dataDir), { name: "SettingsError", message: /DATA_DIR/ });
  await disk.remount("rw");
  const again = await openSqlite(dataDir);
  await assertThere(again, [game]);
  const { game: second } = await again.createGame(makeGame(30), []);
  await again.close();
  assertSound(dataDir, 2);
  assert.notEqual(second.code, game.code);
});
