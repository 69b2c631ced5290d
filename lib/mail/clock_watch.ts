/** Clock corrections up to this size are ignored, in ms. */
const TOLERATED = 1000;
/** Interval of regular checks, in ms. They are needed because a database has its own clock. */
const PAUSE = 60_000;

/** Decides when stored times must be checked: at the start, after a jump of the clock, and once a minute. */
export class ClockWatch {
  /** Wall-clock time at which the monotonic clock was 0, in ms. */
  #beginning = -Infinity;
  #lookedAt = -Infinity;

  /** True if stored times must be checked now. */
  isDue(): boolean {
    const now = performance.now();
    const beginning = Date.now() - now;
    const isDue = now - this.#lookedAt > PAUSE ||
      Math.abs(beginning - this.#beginning) > TOLERATED;
    if (isDue) {
      this.#beginning = beginning;
      this.#lookedAt = now;
    }
    return isDue;
  }
}
