import assert from "node:assert/strict";

/** Maximum number of attempts: linear work eventually passes, even on a busy machine. */
const ATTEMPTS = 8;

function timeOf(run: (size: number) => void, size: number): number {
  const times = Array.from({ length: 3 }, () => {
    const start = performance.now();
    run(size);
    return performance.now() - start;
  });
  return Math.min(...times);
}

/**
 * Asserts that four times the size takes about four times as long, instead of sixteen times, as comparing everything
 * with everything would.
 *
 * @param size so large that `run` takes noticeable time.
 */
export function assertLinear(run: (size: number) => void, size: number, what = ""): void {
  const ratios: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Below a millisecond, the clock's resolution dominates.
    const quarter = Math.max(timeOf(run, size / 4), 1);
    const ratio = timeOf(run, size) / quarter;
    if (ratio < 8) return;
    ratios.push(ratio);
  }
  assert.fail(`${what}: four times the size takes ${ratios.map(Math.round)} times as long`);
}
