import assert from "node:assert/strict";

/** How often it is tried: work in proportion passes sooner or later, on a busy machine, too. */
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
 * Expects that four times the size takes about four times as long, not sixteen times as what compares everything with
 * everything does.
 *
 * @param size so large that `run` takes more than a moment.
 */
export function assertLinear(run: (size: number) => void, size: number, what = ""): void {
  const ratios: number[] = [];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Below a millisecond the clock decides.
    const quarter = Math.max(timeOf(run, size / 4), 1);
    const ratio = timeOf(run, size) / quarter;
    if (ratio < 8) return;
    ratios.push(ratio);
  }
  assert.fail(`${what}: four times the size takes ${ratios.map(Math.round)} times as long`);
}
