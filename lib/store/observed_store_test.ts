import assert from "node:assert/strict";
import { captureLogs } from "@/tests/support/logs.ts";
import { GameError } from "../game/errors.ts";
import { observeStore } from "./observed_store.ts";
import type { Store } from "./store.ts";

/** A store whose methods take this long, or fail. */
function storeOf(ms: number, error?: Error): Store & { closed: number } {
  const work = async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (error) throw error;
    return "done";
  };
  return Object.assign(Object.create(null), {
    engine: "SQLite",
    closed: 0,
    ping: work,
    overwriteErased: work,
    close() {
      this.closed++;
      return Promise.resolve();
    },
  });
}

const slowIn = (lines: readonly string[]) =>
  lines.flatMap((line) => /"slow query","query":"(\w+)"/.exec(line)?.[1] ?? []);

Deno.test("observeStore() logs slow methods by name, and returns what the store does", async () => {
  using logs = captureLogs();
  const quick = observeStore(storeOf(0), 1_000);
  assert.equal(String(await quick.ping()), "done");
  assert.deepEqual(slowIn(logs.lines), []);
  const slow = observeStore(storeOf(20), 10);
  await slow.ping();
  assert.deepEqual(slowIn(logs.lines), ["ping"]);
  await slow.overwriteErased();
  assert.deepEqual(slowIn(logs.lines), ["ping"], "it waits by design");
  assert.equal(slow.engine, "SQLite");
  await slow.close();
  assert.equal(slow.closed, 1);
});

Deno.test("observeStore() passes on failures, and records how long they took", async () => {
  for (const error of [new Error("away"), new GameError("GAME_NOT_FOUND")]) {
    using logs = captureLogs();
    await assert.rejects(observeStore(storeOf(20, error), 10).ping(), (one) => one === error);
    assert.deepEqual(slowIn(logs.lines), ["ping"]);
  }
});
