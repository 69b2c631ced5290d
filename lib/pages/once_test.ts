import { equal, rejects } from "node:assert/strict";
import { Once } from "./once.ts";

Deno.test("Once carries out the same thing once, also while it is under way", async () => {
  const once = new Once<number>(60_000);
  let calls = 0;
  const act = () => Promise.resolve(++calls);
  equal((await Promise.all([once.run("a", act), once.run("a", act)])).join(), "1,1");
  equal(await once.run("a", act), 1);
  equal(await once.run("b", act), 2);
});

Deno.test("Once forgets after a while, and at once what failed", async () => {
  let calls = 0;
  const act = () => Promise.resolve(++calls);
  const short = new Once<number>(0);
  await short.run("a", act);
  equal(await short.run("a", act), 2);
  const long = new Once<number>(60_000);
  await rejects(long.run("a", () => Promise.reject(new Error("no luck"))), /no luck/);
  equal(await long.run("a", act), 3);
});
