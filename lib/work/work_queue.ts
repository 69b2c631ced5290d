/**
 * Turns of the event loop that a light request needs to be read, decided and answered: with fewer between two
 * slices the same request would be held up again and again.
 */
const TURNS = 3;

async function turnEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setTimeout(resolve));
}

/**
 * Runs heavy work a slice at a time, in the order in which the slices were asked for. Before each slice the
 * event loop gets {@linkcode TURNS} turns, in which light requests are answered. Timers alone would not do: the
 * timers of all heavy requests fire in one turn of the event loop, and their slices add up to one long block.
 */
export class WorkQueue {
  readonly #turn: () => Promise<void>;
  readonly #waiting: (() => void)[] = [];
  #isRunning = false;

  /** @param turn lets light requests have the thread. */
  constructor(turn: () => Promise<void> = turnEventLoop) {
    this.#turn = turn;
  }

  /** Waits until the next slice is the caller's. The slice lasts until its work waits for something. */
  slice(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (!this.#isRunning) this.#run();
    return promise;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await this.#turn();
      this.#waiting.shift()?.();
    }
    this.#isRunning = false;
  }
}

const queue = new WorkQueue();

/**
 * Lets light requests and other heavy work have the thread. To be called in heavy work about every ten
 * milliseconds, where nothing half-done is left behind.
 */
export function yieldToEventLoop(): Promise<void> {
  return queue.slice();
}
