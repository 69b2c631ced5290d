import assert from "node:assert/strict";
import { within } from "./within.ts";

const never = new Promise<string>(() => {});

Deno.test("within() returns the outcome of work that is done in time, and leaves no timer", async () => {
  const late = () => assert.fail("It was not late");
  assert.equal(await within(60_000, Promise.resolve("done"), late), "done");
  await assert.rejects(within(60_000, Promise.reject(new Error("no")), late), { message: "no" });
});

Deno.test("within() returns the outcome of the fallback if the work takes too long", async () => {
  assert.equal(await within(1, never, () => "late"), "late");
  const refuse = () => {
    throw new RangeError("too long");
  };
  await assert.rejects(within(1, never, refuse), RangeError);
});
