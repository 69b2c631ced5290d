import assert from "node:assert/strict";

/** How often each size is tried: the quickest counts, which a busy machine does not slow down. */
const TRIES = 5;

function least(run: (size: number) => void, size: number): number {
  const times = Array.from({ length: TRIES }, () => {
    const start = performance.now();
    run(size);
    return performance.now() - start;
  });
  return Math.min(...times);
}

/**
 * Expects that four times the size takes about four times as long, not sixteen times as what compares everything with
 * everything does.
 *
 * @param size so large that `run` takes more than a moment.
 */
export function assertLinear(run: (size: number) => void, size: number, what = ""): void {
  // Below a millisecond the clock decides.
  const [quarter, whole] = [Math.max(least(run, size / 4), 0.5), least(run, size)];
  assert(whole < 10 * quarter, `${what}: ${quarter} ms for a quarter, ${whole} ms for all`);
}
