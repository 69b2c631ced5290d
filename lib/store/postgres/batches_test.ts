import { deepEqual, equal, rejects } from "node:assert/strict";
import { DatabaseUnavailable } from "../store.ts";
import { Batches } from "./batches.ts";

const LIMITS = { size: 3, atOnce: 1 };

Deno.test("Batches does what comes while a batch is done as one, up to its size", async () => {
  const done: number[][] = [];
  const batches = new Batches<number, number>((items) => {
    done.push([...items]);
    return Promise.resolve(items.map((item) => item * 10));
  }, LIMITS);
  const results = await Promise.all([1, 2, 3, 4, 5].map((item) => batches.add(item, Infinity)));
  deepEqual(results, [10, 20, 30, 40, 50]);
  deepEqual(done, [[1], [2, 3, 4], [5]]);
});

Deno.test("Batches fails nobody by what another asked for", async () => {
  const batches = new Batches<number, number>(
    (items) =>
      items.includes(3) ? Promise.reject(new Error("cannot do 3")) : Promise.resolve([...items]),
    LIMITS,
  );
  const results = await Promise.allSettled([1, 2, 3, 4].map((item) => batches.add(item, Infinity)));
  deepEqual(results.map(({ status }) => status), [
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

Deno.test("Batches tries nothing again where the database does not serve", async () => {
  let calls = 0;
  const batches = new Batches<number, number>(() => {
    calls++;
    return Promise.reject(new DatabaseUnavailable("away"));
  }, LIMITS);
  const first = batches.add(1, Infinity);
  const others = [batches.add(2, Infinity), batches.add(3, Infinity)];
  for (const one of [first, ...others]) await rejects(one, DatabaseUnavailable);
  equal(calls, 2);
});

Deno.test("Batches refuses who had no turn before their deadline, and serves the others", async () => {
  const done: number[][] = [];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const batches = new Batches<number, number>(async (items) => {
    done.push([...items]);
    await held;
    return items;
  }, LIMITS);
  const served = [batches.add(1, Infinity)];
  const late = batches.add(2, performance.now());
  served.push(batches.add(3, Infinity));
  release();
  await rejects(late, DatabaseUnavailable);
  deepEqual(await Promise.all(served), [1, 3]);
  deepEqual(done, [[1], [3]]);
});
