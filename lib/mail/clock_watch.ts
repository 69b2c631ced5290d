/** By how much a clock may be corrected without a notice, in ms. */
const TOLERATED = 1000;
/** After how long is looked anyway, in ms: a database has a clock of its own. */
const PAUSE = 60_000;

/** Tells when times that were noted may not be believed: at first, after a jump of the clock, and once a minute. */
export class ClockWatch {
  /** The clock's beginning, as far as the other clock, which never jumps, can tell. */
  #beginning = -Infinity;
  #lookedAt = -Infinity;

  /** Whether what was noted is to be looked at now. */
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
