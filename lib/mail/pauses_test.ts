import assert from "node:assert/strict";
import { pauseBefore, PAUSES, SERVER_PAUSES } from "./pauses.ts";

Deno.test("pauseBefore() grows to a longest pause, and varies by a fifth", () => {
  const { random } = Math;
  const range = (attempt: number, pauses: typeof PAUSES) =>
    [0, 0.5, 1].map((lot) => {
      Math.random = () => lot;
      return Math.round(pauseBefore(attempt, pauses));
    });
  try {
    assert.deepEqual(range(1, PAUSES), [4, 5, 6]);
    assert.deepEqual(range(3, PAUSES), [36, 45, 54]);
    assert.deepEqual(range(50, PAUSES), [11_520, 14_400, 17_280]);
    assert.deepEqual(range(1, SERVER_PAUSES), [1, 1, 1]);
    assert.deepEqual(range(4, SERVER_PAUSES), [6, 8, 10]);
    assert.deepEqual(range(50, SERVER_PAUSES), [48, 60, 72]);
  } finally {
    Math.random = random;
  }
});
