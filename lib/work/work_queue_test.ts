import assert from "node:assert/strict";
import { WorkQueue, yieldToEventLoop } from "./work_queue.ts";

/** A queue whose turns end on command. */
function manualQueue() {
  const turns: (() => void)[] = [];
  const queue = new WorkQueue(() => new Promise((resolve) => turns.push(resolve)));
  /** Ends the present turn, and lets everything go on that can. */
  const endTurn = async () => {
    turns.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, endTurn };
}

Deno.test("yieldToEventLoop() lets other work run that needs the thread more than once", async () => {
  const steps: string[] = [];
  // As a request does: it is read in one turn, and answered in the next.
  setTimeout(() => {
    steps.push("read");
    setTimeout(() => steps.push("answered"));
  });
  await yieldToEventLoop();
  assert.deepEqual(steps, ["read", "answered"]);
});

Deno.test("WorkQueue.slice() gives one slice a turn, to the work that has waited longest", async () => {
  const { queue, endTurn } = manualQueue();
  const slices: string[] = [];
  const work = async (name: string, count: number) => {
    for (let index = 0; index < count; index++) {
      await queue.slice();
      slices.push(name);
    }
  };
  const done = Promise.all([work("long", 3), work("short", 1), work("other", 2)]);
  const seen: string[] = [];
  for (let turn = 1; turn <= 6; turn++) {
    await endTurn();
    assert.equal(slices.length, turn);
    seen.push(slices.at(-1) ?? "");
  }
  await done;
  assert.deepEqual(seen, ["long", "short", "other", "long", "other", "long"]);
});

Deno.test("WorkQueue.slice() goes on after work that throws in its slice", async () => {
  const { queue, endTurn } = manualQueue();
  const failing = queue.slice().then(() => {
    throw new Error("in its slice");
  });
  const other = queue.slice();
  const failed = assert.rejects(failing, /in its slice/);
  await endTurn();
  await endTurn();
  await Promise.all([failed, other]);
});

Deno.test("yieldToEventLoop() never has two slices in one turn of the event loop", async () => {
  let turn = 0;
  let isDone = false;
  const turns = (async () => {
    for (; !isDone; turn++) await new Promise((resolve) => setTimeout(resolve));
  })();
  const seen: number[] = [];
  await Promise.all(Array.from({ length: 20 }, async () => {
    await yieldToEventLoop();
    seen.push(turn);
  }));
  isDone = true;
  await turns;
  assert.equal(new Set(seen).size, seen.length, seen.join());
});
