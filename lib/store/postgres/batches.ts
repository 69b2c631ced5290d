import { DatabaseUnavailable } from "../store.ts";

/** Something asked for, and who waits for what comes of it. */
interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Lets what is asked for while earlier batches are done wait, and be done as one: under load many share one
 * statement and one commit, and whoever comes alone waits for nobody.
 */
export class Batches<Item, Result> {
  readonly #perform: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #limits: { size: number; atOnce: number };
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;

  /**
   * @param perform answers in the order of the items; where it throws, nothing was done of any, and each is
   * tried alone, so that nobody fails by what another asked for; not where the database does not serve.
   * @param limits items in a batch, and batches at a time, at the most.
   */
  constructor(
    perform: (items: readonly Item[]) => Promise<readonly Result[]>,
    limits: { size: number; atOnce: number },
  ) {
    this.#perform = perform;
    this.#limits = limits;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#start();
    });
  }

  #start(): void {
    while (this.#running < this.#limits.atOnce && this.#waiting.length > 0) {
      this.#running++;
      const batch = this.#waiting.splice(0, this.#limits.size);
      void this.#settle(batch).finally(() => {
        this.#running--;
        this.#start();
      });
    }
  }

  async #settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#perform(batch.map(({ item }) => item));
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
