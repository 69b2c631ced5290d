import assert from "node:assert/strict";
import { keepListening } from "./keep_listening.ts";

Deno.test("keepListening() listens again if the server or listening fails, until it is ended", async () => {
  const tries: PromiseWithResolvers<void>[] = [];
  const { promise: isUp, resolve } = Promise.withResolvers<void>();
  const end = keepListening(() => {
    const one = Promise.withResolvers<void>();
    tries.push(one);
    if (tries.length === 2) throw new Error("no files for this one");
    if (tries.length === 3) resolve();
    return {
      finished: one.promise,
      shutdown: () => {
        one.resolve();
        return one.promise;
      },
    };
  }, 1);
  tries[0]?.reject(new Error("Too many open files"));
  await isUp;
  await end();
  await new Promise((done) => setTimeout(done, 10));
  assert.equal(tries.length, 3);
});

Deno.test("keepListening() throws if it cannot listen at all", () => {
  assert.throws(() =>
    keepListening(() => {
      throw new Deno.errors.AddrInUse("taken");
    }), Deno.errors.AddrInUse);
});

Deno.test("keepListening() does not listen again once it is ended", async () => {
  let tries = 0;
  const { promise: finished, reject } = Promise.withResolvers<void>();
  const end = keepListening(() => {
    tries++;
    return { finished, shutdown: () => Promise.resolve() };
  }, 5);
  reject(new Error("Too many open files"));
  await Promise.resolve();
  await end();
  await new Promise((done) => setTimeout(done, 15));
  assert.equal(tries, 1);
});
