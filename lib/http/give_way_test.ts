import assert from "node:assert/strict";
import { giveWay } from "./give_way.ts";

Deno.test("giveWay() lets others come who need the thread more than once", async () => {
  const steps: string[] = [];
  // As a request does: it is read in one turn, and answered in the next.
  setTimeout(() => {
    steps.push("read");
    setTimeout(() => steps.push("answered"));
  });
  await giveWay();
  assert.deepEqual(steps, ["read", "answered"]);
});
