import { DatabaseUnavailable } from "../store.ts";

/** Something asked for, and who waits for what comes of it. */
interface Waiting<Item, Result> {
  item: Item;
  deadline: number;
  /** Ends the waiting. */
  timer?: ReturnType<typeof setTimeout>;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Lets what is asked for while earlier batches are done wait, and be done as one: under load many share one
 * statement and one commit, and whoever comes alone waits for nobody.
 */
export class Batches<Item, Result> {
  readonly #perform: (items: readonly Item[], deadline: number) => Promise<readonly Result[]>;
  readonly #limits: { size: number; atOnce: number };
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;

  /**
   * @param perform gets the first of the items' deadlines, and answers in the order of the items; where it
   * throws, nothing was done of any, and each is tried alone, so that nobody fails by what another asked for;
   * not where the database does not serve.
   * @param limits items in a batch, and batches at a time, at most.
   */
  constructor(
    perform: (items: readonly Item[], deadline: number) => Promise<readonly Result[]>,
    limits: { size: number; atOnce: number },
  ) {
    this.#perform = perform;
    this.#limits = limits;
  }

  /**
   * @param deadline on the clock of `performance.now()`; half of the time until then may be spent on waiting
   * for earlier batches, the rest is for its own.
   * @throws {DatabaseUnavailable} where that was not enough; nothing was done.
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
    while (this.#running < this.#limits.atOnce && this.#waiting.length > 0) {
      this.#running++;
      const batch = this.#waiting.splice(0, this.#limits.size);
      for (const { timer } of batch) clearTimeout(timer);
      void this.#settle(batch).finally(() => {
        this.#running--;
        this.#start();
      });
    }
  }

  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#perform(
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
