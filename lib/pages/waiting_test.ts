import assert from "node:assert/strict";
import { waitingOf } from "./waiting.ts";

const opened = { viewedAt: "2026-12-01T10:00:00.000Z" };

Deno.test("waitingOf() leads to whom one gives to first, and else to one's giver", () => {
  assert.deepEqual(waitingOf({ giver: 0, receiver: 0 }, opened), { count: 0, first: undefined });
  assert.deepEqual(waitingOf({ giver: 2, receiver: 0 }, opened), { count: 2, first: "giver" });
  assert.deepEqual(waitingOf({ giver: 2, receiver: 3 }, opened), { count: 5, first: "receiver" });
});

Deno.test("waitingOf() tells nothing of letters that are with an unopened gift", () => {
  const unopened = { viewedAt: null };
  assert.deepEqual(
    waitingOf({ giver: 2, receiver: 3 }, unopened),
    waitingOf({ giver: 2, receiver: 0 }, unopened),
  );
  assert.deepEqual(waitingOf({ giver: 0, receiver: 3 }, unopened), { count: 0, first: undefined });
});
