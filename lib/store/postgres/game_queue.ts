import { DatabaseBusy, DatabaseUnavailable } from "../store.ts";

/** The longest wait in a queue that keeps moving, in multiples of the patience. */
const LONGEST_WAIT = 3;

interface Queue {
  /** Starts the work of each caller that waits. */
  waiting: (() => void)[];
  /** Time when the database last answered one of them, or the queue began, on the clock of `performance.now()`. */
  servedAt: number;
}

/**
 * Runs changes of the same game one after the other, before they take a connection: otherwise many callers
 * waiting for one locked row would hold all connections.
 */
export class GameQueue {
  readonly #queues = new Map<string, Queue>();

  /** @param patience how long one verb may take once the one before it is done, in ms. */
  constructor(private readonly patience: number) {}

  /**
   * Runs `work` after all earlier work under this key.
   *
   * @param work gets its deadline, on the clock of `performance.now()`.
   * @throws {DatabaseUnavailable} if the queue does not move, {DatabaseBusy} if it is too long.
   */
  async take<T>(key: string, work: (deadline: number) => Promise<T>): Promise<T> {
    const since = performance.now();
    const before = this.#queues.get(key);
    const queue = before ?? { waiting: [], servedAt: since };
    if (before) await this.#wait(before, since);
    else this.#queues.set(key, queue);
    let isServed = true;
    try {
      return await work(Math.max(since, queue.servedAt) + this.patience);
    } catch (error) {
      isServed = !(error instanceof DatabaseUnavailable);
      throw error;
    } finally {
      if (isServed) queue.servedAt = performance.now();
      const startNext = queue.waiting.shift();
      if (startNext) startNext();
      else this.#queues.delete(key);
    }
  }

  #wait(queue: Queue, since: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const last = since + LONGEST_WAIT * this.patience;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const look = () => {
        const now = performance.now();
        const until = Math.min(last, Math.max(since, queue.servedAt) + this.patience);
        if (now < until) {
          timer = setTimeout(look, until - now);
          return;
        }
        queue.waiting.splice(queue.waiting.indexOf(start), 1);
        reject(
          now < last
            ? new DatabaseUnavailable("The change before this one takes too long")
            : new DatabaseBusy("Too many changes of the same game"),
        );
      };
      queue.waiting.push(start);
      look();
    });
  }
}
