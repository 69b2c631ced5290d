import assert from "node:assert/strict";
import { DatabaseBusy, DatabaseUnavailable } from "../store.ts";
import { GameQueue } from "./game_queue.ts";

const PATIENCE = 1_000;

/** Requests the same work several times at once, under one key. @returns the outcome of each */
function workOn(gameQueue: GameQueue, count: number, work: () => Promise<unknown>) {
  return Promise.allSettled(Array.from({ length: count }, () => gameQueue.take("a game", work)));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

Deno.test("GameQueue.take() waits longer than its patience while the queue moves", async () => {
  const outcomes = await workOn(new GameQueue(PATIENCE), 5, () => pause(0.4 * PATIENCE));
  assert.deepEqual(outcomes.map(({ status }) => status), Array(5).fill("fulfilled"));
});

Deno.test("GameQueue.take() refuses work as busy that has waited too long in a queue that moves", async () => {
  const outcomes = await workOn(new GameQueue(PATIENCE / 2), 40, () => pause(PATIENCE / 16));
  const refused = outcomes.flatMap((one) => one.status === "rejected" ? [one.reason] : []);
  assert(refused.length > 0 && refused.length < 40);
  assert(refused.every((reason) => reason instanceof DatabaseBusy));
});

Deno.test("GameQueue.take() gives up if the queue does not move, and works again once it does", async () => {
  const gameQueue = new GameQueue(PATIENCE / 4);
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = gameQueue.take("a game", () => promise);
  const elsewhere = gameQueue.take("another game", () => Promise.resolve("at once"));
  await assert.rejects(
    gameQueue.take("a game", () => Promise.resolve()),
    (error) => error instanceof DatabaseUnavailable && !(error instanceof DatabaseBusy),
  );
  assert.equal(await elsewhere, "at once");
  const next = gameQueue.take("a game", () => Promise.resolve("served"));
  resolve();
  await held;
  assert.equal(await next, "served");
});

Deno.test("GameQueue.take() counts a refusal as an answer of the database", async () => {
  let count = 0;
  const outcomes = await workOn(new GameQueue(PATIENCE), 5, async () => {
    await pause(0.4 * PATIENCE);
    if (++count < 5) throw new Error("refused");
  });
  assert.equal(outcomes.at(-1)?.status, "fulfilled");
});

Deno.test("GameQueue.take() passes on failures, and lets the next one begin", async () => {
  const gameQueue = new GameQueue(PATIENCE);
  const order: string[] = [];
  const failing = gameQueue.take("a game", () => Promise.reject(new Error("refused")));
  const next = gameQueue.take("a game", () => Promise.resolve(order.push("next")));
  await assert.rejects(failing, /refused/);
  await next;
  assert.deepEqual(order, ["next"]);
});
