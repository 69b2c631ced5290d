/**
 * Turns of the event loop between two slices. A light request needs this many to be read, decided and answered; with
 * fewer, several slices would delay it.
 */
const TURNS = 3;

async function turnEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setTimeout(resolve));
}

/**
 * Runs heavy work in slices, first come, first served. Before each slice the event loop gets {@linkcode
 * TURNS} turns to answer light requests. Timers alone are not enough: those of all heavy requests fire in the
 * same turn, and their slices add up to one long block.
 */
export class WorkQueue {
  readonly #waiting: (() => void)[] = [];
  #isRunning = false;

  /** @param turn lets the event loop run between two slices */
  constructor(private readonly turn: () => Promise<void> = turnEventLoop) {}

  /** Waits for the caller's next slice. The slice lasts until its work awaits something. */
  slice(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (!this.#isRunning) this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await this.turn();
      this.#waiting.shift()?.();
    }
    this.#isRunning = false;
  }
}

const queue = new WorkQueue();

/**
 * Lets light requests and other heavy work run. Call it about every ten milliseconds in heavy work, at a
 * point where no state is half-changed.
 */
export function yieldToEventLoop(): Promise<void> {
  return queue.slice();
}
