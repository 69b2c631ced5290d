import { DatabaseBusy, DatabaseUnavailable } from "../store.ts";

/** How many times the patience somebody waits where those before are served one after the other. */
const LONGEST_WAIT = 3;

interface Queue {
  /** What lets each of those who wait begin. */
  waiting: (() => void)[];
  /** When somebody was last served, or began to be the first, on the clock of `performance.now()`. */
  servedAt: number;
}

/**
 * Lets what concerns one thing be done one after the other, before it takes a connection: many that wait
 * for one locked row would else hold all of them.
 */
export class Turns {
  readonly #queues = new Map<string, Queue>();
  readonly #patience: number;

  /** @param patience how long one verb may take from the end of the one before it, in ms. */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /**
   * Does `work` when all that came before under this key is done.
   *
   * @param work gets its deadline, on the clock of `performance.now()`.
   * @throws {DatabaseUnavailable} where nobody is served meanwhile, and {DatabaseBusy} where too many are.
   */
  async take<T>(key: string, work: (deadline: number) => Promise<T>): Promise<T> {
    const since = performance.now();
    const before = this.#queues.get(key);
    const queue = before ?? { waiting: [], servedAt: since };
    if (before) await this.#wait(before, since);
    else this.#queues.set(key, queue);
    try {
      const result = await work(Math.max(since, queue.servedAt) + this.#patience);
      queue.servedAt = performance.now();
      return result;
    } finally {
      const startNext = queue.waiting.shift();
      if (startNext) startNext();
      else this.#queues.delete(key);
    }
  }

  #wait(queue: Queue, since: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const last = since + LONGEST_WAIT * this.#patience;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const look = () => {
        const now = performance.now();
        const until = Math.min(last, Math.max(since, queue.servedAt) + this.#patience);
        if (now < until) {
          timer = setTimeout(look, until - now);
          return;
        }
        queue.waiting.splice(queue.waiting.indexOf(start), 1);
        reject(
          now < last
            ? new DatabaseUnavailable("The change before takes too long")
            : new DatabaseBusy("Too many changes of the same game"),
        );
      };
      queue.waiting.push(start);
      look();
    });
  }
}
