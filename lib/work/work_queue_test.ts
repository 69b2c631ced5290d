import assert from "node:assert/strict";
import { yieldToEventLoop } from "../work/work_queue.ts";

Deno.test("yieldToEventLoop() lets others come who need the thread more than once", async () => {
  const steps: string[] = [];
  // As a request does: it is read in one turn, and answered in the next.
  setTimeout(() => {
    steps.push("read");
    setTimeout(() => steps.push("answered"));
  });
  await yieldToEventLoop();
  assert.deepEqual(steps, ["read", "answered"]);
});
