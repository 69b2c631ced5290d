import { DatabaseUnavailable } from "../store.ts";

/** An item, and the caller that waits for its result. */
interface Waiting<Item, Result> {
  item: Item;
  deadline: number;
  /** Ends the wait after half of the time. */
  timer?: ReturnType<typeof setTimeout>;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Collects items while earlier batches run, and performs them as one batch: under load many callers share one
 * statement and one commit; a single caller does not wait.
 */
export class Batches<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;

  /**
   * @param perform gets the items and their earliest deadline, and returns results in the order of the items. If it
   * throws, nothing was done. Each item is then tried alone, so that no caller fails because of another, unless the
   * database is unavailable.
   * @param limits maximum number of items in a batch, and of batches at a time.
   */
  constructor(
    private readonly perform: (
      items: readonly Item[],
      deadline: number,
    ) => Promise<readonly Result[]>,
    private readonly limits: { size: number; atOnce: number },
  ) {}

  /**
   * @param deadline on the clock of `performance.now()`; half of the remaining time may be spent waiting for
   * earlier batches.
   * @throws {DatabaseUnavailable} if the time was not enough; nothing was done.
   */
  add(item: Item, deadline: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      const one: Waiting<Item, Result> = { item, deadline, resolve, reject };
      this.#waiting.push(one);
      this.#start();
      if (this.#waiting.at(-1) !== one) return;
      one.timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(one), 1);
        reject(new DatabaseUnavailable("What was asked for earlier takes too long"));
      }, (deadline - performance.now()) / 2);
    });
  }

  #start(): void {
    while (this.#running < this.limits.atOnce && this.#waiting.length > 0) {
      this.#running++;
      const batch = this.#waiting.splice(0, this.limits.size);
      for (const { timer } of batch) clearTimeout(timer);
      void this.#settle(batch).finally(() => {
        this.#running--;
        this.#start();
      });
    }
  }

  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.perform(
        batch.map(({ item }) => item),
        Math.min(...batch.map(({ deadline }) => deadline)),
      );
      for (const [index, { resolve }] of batch.entries()) resolve(results[index]!);
    } catch (error) {
      if (batch.length > 1 && !(error instanceof DatabaseUnavailable)) {
        await Promise.all(batch.map((one) => this.#settle([one])));
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }
}
