import { DatabaseUnavailable } from "../store.ts";

/**
 * Lets what concerns one thing be done one after the other, before it takes a connection: many that wait
 * for one locked row would else hold all of them.
 */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Does `work` when all that came before under this key is done.
   *
   * @param deadline on the clock of `performance.now()`
   * @throws {DatabaseUnavailable} where its turn does not come until then.
   */
  async take<T>(key: string, deadline: number, work: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(key);
    let finish = () => {};
    const done = new Promise<void>((resolve) => finish = resolve);
    // Who gives up lets the next one wait for the one before.
    const last = previous ? previous.then(() => done) : done;
    this.#last.set(key, last);
    try {
      if (previous) await until(previous, deadline);
      return await work();
    } finally {
      finish();
      last.then(() => {
        if (this.#last.get(key) === last) this.#last.delete(key);
      });
    }
  }
}

async function until(done: Promise<void>, deadline: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseUnavailable("Other changes of the same game take too long")),
      deadline - performance.now(),
    );
  });
  try {
    await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
