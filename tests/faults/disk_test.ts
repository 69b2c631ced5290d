import assert from "node:assert/strict";
import type { Game } from "@/lib/game/types.ts";
import { Connection } from "@/lib/store/sqlite/connection.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import { DatabaseUnavailable, type Store } from "@/lib/store/store.ts";
import { makeGame } from "../support/games.ts";

/** A file system in memory with little room. */
interface SmallDisk extends AsyncDisposable {
  path: string;
  /** Mounts it anew with other options. */
  remount(options: string): Promise<void>;
}

async function mountSmallDisk(size: string): Promise<SmallDisk> {
  const path = await Deno.makeTempDir({ prefix: "gift-exchange-disk-" });
  await run("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", path);
  return {
    path,
    remount: (options) => run("mount", "-o", `remount,${options}`, path),
    async [Symbol.asyncDispose]() {
      await run("umount", "--lazy", path);
      await Deno.remove(path);
    },
  };
}

async function run(program: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** Declares a test on a disk of that size, where one can be mounted. */
function diskTest(name: string, size: string, test: (disk: SmallDisk) => Promise<void>): void {
  Deno.test(name, async () => {
    if (Deno.build.os !== "linux" || Deno.uid() !== 0) {
      console.error(
        `NOT TESTED: "${name}" mounts a disk, for which it must be run by root on Linux`,
      );
      return;
    }
    await using disk = await mountSmallDisk(size);
    await test(disk);
  });
}

/** Stores games until one is refused. @returns those that were stored */
async function fill(store: Store, together: number): Promise<Game[]> {
  const stored: Game[] = [];
  for (;;) {
    const writes = Array.from({ length: together }, () => store.createGame(makeGame(30), []));
    let isFull = false;
    for (const write of await Promise.allSettled(writes)) {
      if (write.status === "fulfilled") {
        stored.push(write.value.game);
        continue;
      }
      assert(write.reason instanceof DatabaseUnavailable, String(write.reason));
      isFull = true;
    }
    if (isFull) return stored;
  }
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

// With 2 MB the log alone fills the disk. With more the log is first written back, and with some sizes
// the database finds no room to grow while that goes on.
for (const size of ["2m", "5m", "6m", "7m", "9m"]) {
  diskTest(
    `a full disk of ${size} stores nothing half, and is whole with room again`,
    size,
    async (disk) => {
      const dataDir = `${disk.path}/data`;
      const store = await openSqlite(dataDir);
      const stored = await fill(store, 8);
      assert(stored.length > 0);
      await assertThere(store, stored);
      await assert.rejects(store.createGame(makeGame(500), []), DatabaseUnavailable);
      await store.ping();
      await disk.remount("size=40m");
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

diskTest("a full disk lets a process that was killed open again", "5m", async (disk) => {
  const dataDir = `${disk.path}/data`;
  const store = await openSqlite(dataDir);
  const stored = await fill(store, 1);
  // What a kill leaves behind is what is there while the store is open.
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

diskTest("a read-only disk is refused in words, and holds what was there", "20m", async (disk) => {
  const dataDir = `${disk.path}/data`;
  const store = await openSqlite(dataDir);
  const { game } = await store.createGame(makeGame(30), []);
  await store.close();
  await disk.remount("ro");
  await assert.rejects(openSqlite(dataDir), { name: "SettingsError", message: /DATA_DIR/ });
  await disk.remount("rw");
  const again = await openSqlite(dataDir);
  await assertThere(again, [game]);
  const { game: second } = await again.createGame(makeGame(30), []);
  await again.close();
  assertSound(dataDir, 2);
  assert.notEqual(second.code, game.code);
});
