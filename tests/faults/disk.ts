import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { Game } from "@/lib/game/types.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import { DatabaseUnavailable, type Store } from "@/lib/store/store.ts";
import type { Part } from "../bench/results.ts";
import { makeGame } from "../support/games.ts";
import { addRow } from "./release.ts";

/** A small file system in memory. */
export interface SmallDisk extends AsyncDisposable {
  path: string;
  /** Remounts it with other options. */
  remount(options: string): Promise<void>;
}

/** True if this runs as root on Linux, which mounting requires. */
export async function mountSmallDisk(size: string): Promise<SmallDisk> {
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

export async function run(program: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** Stores games until one is refused. @returns the stored ones */
export async function fill(store: Store, together: number): Promise<Game[]> {
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

/** True if a disk can be mounted here. */
export const canMount = Deno.build.os === "linux" && Deno.uid() === 0;

/** Disks that fill up while games are stored, and then have room again. */
export async function measureDisks(): Promise<Part> {
  const rows = [["disk", "games stored", "of them lost", "stores again with room"]];
  for (const size of canMount ? ["2m", "5m", "9m"] : []) {
    await using disk = await mountSmallDisk(size);
    const store = await openSqlite(`${disk.path}/data`);
    const stored = await fill(store, 8);
    let lost = 0;
    for (const game of stored) {
      const found = await store.readGame(game.code);
      if (!isDeepStrictEqual(found, game)) lost++;
    }
    await disk.remount("size=40m");
    const next = await store.createGame(makeGame(30), []).then(() => "yes", () => "no");
    await store.close();
    addRow(rows, size, String(stored.length), String(lost), next);
  }
  return {
    title: "A full disk",
    text:
      "SQLite on a disk of its own, which games of 30 people fill. Tried by root on Linux alone.",
    rows,
  };
}
