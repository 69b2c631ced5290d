import { DatabaseUnavailable } from "../store.ts";

/** Something asked for, and who waits for what comes of it. */
interface Waiting<Item, Result> {
  item: Item;
  deadline: number;
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
  /** In the order of their deadlines. */
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;

  /**
   * @param perform answers in the order of the items, until the deadline; where it throws, nothing was done
   * of any, and each is tried alone, so that nobody fails by what another asked for; not where the database
   * does not serve.
   * @param limits items in a batch, and batches at a time, at the most.
   */
  constructor(
    perform: (items: readonly Item[], deadline: number) => Promise<readonly Result[]>,
    limits: { size: number; atOnce: number },
  ) {
    this.#perform = perform;
    this.#limits = limits;
  }

  /**
   * @param deadline on the clock of `performance.now()`, never before that of who came earlier; the wait for
   * other batches counts.
   * @throws {DatabaseUnavailable} where it is over before there is a turn.
   */
  add(item: Item, deadline: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, deadline, resolve, reject });
      this.#start();
    });
  }

  #start(): void {
    while (this.#running < this.#limits.atOnce) {
      this.#refuseLate();
      if (this.#waiting.length === 0) return;
      const batch = this.#waiting.splice(0, this.#limits.size);
      this.#running++;
      void this.#settle(batch).finally(() => {
        this.#running--;
        this.#start();
      });
    }
  }

  #refuseLate(): void {
    const now = performance.now();
    while (this.#waiting[0] && this.#waiting[0].deadline <= now) {
      this.#waiting.shift()?.reject(
        new DatabaseUnavailable("The database does not answer in time"),
      );
    }
  }

  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    try {
      const results = await this.#perform(batch.map(({ item }) => item), first.deadline);
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
