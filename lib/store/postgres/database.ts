import type { Param } from "./connection.ts";
import { GameQueue } from "./game_queue.ts";
import { LOCK_GAME } from "./outbox.ts";
import { Pool, type PoolOptions } from "./pool.ts";
import type { Transaction } from "./transaction.ts";

/** What the verbs of a store share: a pool, and the queue of each game's changes. */
export class Database extends Pool {
  readonly #queue: GameQueue;

  constructor(url: string, options: PoolOptions) {
    super(url, options);
    this.#queue = new GameQueue(options.patience);
  }

  /** Runs one statement without an answer. */
  async run(text: string, ...params: readonly Param[]): Promise<void> {
    await this.query(text, params);
  }

  /** Runs one statement. @returns whether it returned a row */
  async change(text: string, ...params: readonly Param[]): Promise<boolean> {
    return (await this.query(text, params)).length > 0;
  }

  /**
   * Runs a transaction after those of the same game that came before.
   *
   * @param game its code or its id: the changes of a game are in order by each.
   */
  changeInTurn<T>(game: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#queue.take(game, (deadline) => this.transaction(work, deadline));
  }

  /** Runs one statement in turn, with its game locked, in one round trip. @returns its first row */
  changeLocked<Row>(
    gameId: string,
    text: string,
    params: readonly Param[],
    lock = LOCK_GAME,
  ): Promise<Row | null> {
    return this.changeInTurn(gameId, async (tx) => {
      const [, [row = null]] = await Promise.all([
        tx.query(lock, [gameId]),
        tx.query<Row>(text, params),
        tx.commit(),
      ]);
      return row;
    });
  }
}
