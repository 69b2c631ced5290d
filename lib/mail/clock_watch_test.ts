import assert from "node:assert/strict";
import { SetClock } from "@/tests/support/clock.ts";
import { ClockWatch } from "./clock_watch.ts";

Deno.test("ClockWatch is due at first, after a jump of the clock, and once a minute", () => {
  using clock = new SetClock();
  const { performance } = globalThis;
  let monotonic = 1_000_000;
  Object.defineProperty(globalThis, "performance", {
    value: { now: () => monotonic },
    configurable: true,
  });
  try {
    const watch = new ClockWatch();
    const dueAfter = (ms: number, jumpHours = 0) => {
      monotonic += ms;
      clock.move(ms / 3_600_000 + jumpHours);
      return watch.isDue();
    };
    const SECOND = 1 / 3600;
    assert.deepEqual(
      [
        dueAfter(0),
        dueAfter(30_000),
        dueAfter(29_000),
        dueAfter(2_000),
        dueAfter(1_000, 5 * SECOND),
        dueAfter(1_000),
        dueAfter(1_000, -5 * SECOND),
        dueAfter(1_000, 0.5 * SECOND),
        dueAfter(60_001),
      ],
      [true, false, false, true, true, false, true, false, true],
    );
  } finally {
    Object.defineProperty(globalThis, "performance", { value: performance, configurable: true });
  }
});
