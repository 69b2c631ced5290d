import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { Snapshots } from "./snapshots.ts";

/** Snapshots of a game, and the reads they made. */
function watched() {
  const read: string[] = [];
  const answer = <T>(name: string, value: T) => () =>
    Promise.resolve(read.push(name) ? value : value);
  const store = {
    readGameById: answer("game", makeGame(3)),
    readUnsubscribed: answer("unsubscribed", new Set(["a@example.org"])),
    readReports: answer("reports", new Set(["r"])),
    readMailTraffic: answer("traffic", { sent: 12, queued: 5, seconds: 77 }),
  };
  return { read, store, snapshots: new Snapshots(store) };
}

Deno.test("Snapshots.read() has a game, the people who opted out of its mails, and its room within the hour", async () => {
  const { snapshots, store } = watched();
  const snapshot = snapshots.read("g", 0);
  const { game, unsubscribed, reports } = await snapshot.data;
  assert.deepEqual([game?.participants.length, [...unsubscribed], [...reports]], [
    3,
    ["a@example.org"],
    ["r"],
  ]);
  assert.deepEqual(await snapshot.room, { left: 100, seconds: 77 }, "of 100 and 4 for each");
  const gone = new Snapshots({ ...store, readGameById: () => Promise.resolve(null) });
  assert.equal((await gone.read("g", 0).room).left, -12);
});

Deno.test("Snapshots.read() reads a game once for mails at the same time, and again for news", async () => {
  const { performance } = globalThis;
  let now = 1_000;
  Object.defineProperty(globalThis, "performance", {
    value: { now: () => now },
    configurable: true,
  });
  try {
    const { snapshots, read } = watched();
    const reads = async (id: string, since: number) => {
      await snapshots.read(id, since).room;
      return read.splice(0).length;
    };
    assert.deepEqual([await reads("g", 0), await reads("h", 0)], [4, 4]);
    now += 499;
    assert.deepEqual([await reads("g", 900), await reads("g", 1_000)], [0, 0]);
    assert.equal(await reads("g", 1_001), 4, "it is about something newer");
    now += 1;
    assert.equal(await reads("h", 0), 4, "it is too old");
  } finally {
    Object.defineProperty(globalThis, "performance", { value: performance, configurable: true });
  }
});
