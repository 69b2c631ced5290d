import { deepEqual, equal, rejects } from "node:assert/strict";
import { DatabaseUnavailable } from "../store.ts";
import { Batches } from "./batches.ts";

const soon = () => performance.now() + 10_000;
const LIMITS = { size: 3, atOnce: 1 };

Deno.test("Batches runs work that arrives during a batch as one batch, up to its size", async () => {
  const done: number[][] = [];
  const batches = new Batches<number, number>((items) => {
    done.push([...items]);
    return Promise.resolve(items.map((item) => item * 10));
  }, LIMITS);
  const results = await Promise.all([1, 2, 3, 4, 5].map((item) => batches.add(item, soon())));
  deepEqual(results, [10, 20, 30, 40, 50]);
  deepEqual(done, [[1], [2, 3, 4], [5]]);
});

Deno.test("Batches fails no request because of another one", async () => {
  const batches = new Batches<number, number>(
    (items) =>
      items.includes(3) ? Promise.reject(new Error("cannot do 3")) : Promise.resolve([...items]),
    LIMITS,
  );
  const results = await Promise.allSettled([1, 2, 3, 4].map((item) => batches.add(item, soon())));
  deepEqual(results.map(({ status }) => status), [
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

Deno.test("Batches retries nothing if the database is unavailable", async () => {
  let calls = 0;
  const batches = new Batches<number, number>(() => {
    calls++;
    return Promise.reject(new DatabaseUnavailable("away"));
  }, LIMITS);
  const first = batches.add(1, soon());
  const others = [batches.add(2, soon()), batches.add(3, soon())];
  for (const one of [first, ...others]) await rejects(one, DatabaseUnavailable);
  equal(calls, 2);
});

Deno.test("Batches ends a wait after half of the time limit, and leaves the batch the other half", async () => {
  const deadlines: number[] = [];
  const { promise, resolve } = Promise.withResolvers<number[]>();
  const batches = new Batches<number, number>((_, deadline) => {
    deadlines.push(deadline);
    return promise;
  }, LIMITS);
  const first = batches.add(1, soon());
  const began = performance.now();
  await rejects(batches.add(2, began + 200), DatabaseUnavailable);
  const waited = performance.now() - began;
  equal(waited >= 99 && waited < 200, true, `it waited ${waited} ms`);
  const next = [batches.add(3, began + 9000), batches.add(4, began + 8000)];
  resolve([1, 2]);
  deepEqual(await Promise.all([first, ...next]), [1, 1, 2]);
  equal(deadlines.length, 2);
  equal(deadlines[1], began + 8000);
});
