import type { Command } from "../sql/dialect.ts";
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

  /** As `queryShared`, with the parameters one by one. */
  rows<Row>(text: string, ...params: readonly Param[]): Promise<Row[]> {
    return this.queryShared<Row>(text, params);
  }

  /** The same for one row. @returns null if there is none */
  async row<Row>(text: string, ...params: readonly Param[]): Promise<Row | null> {
    return (await this.rows<Row>(text, ...params))[0] ?? null;
  }

  /** Runs one statement and ignores its rows. */
  async run(text: string, ...params: readonly Param[]): Promise<void> {
    await this.query(text, params);
  }

  /** Runs one statement. @returns whether it returned a row */
  async change(text: string, ...params: readonly Param[]): Promise<boolean> {
    return (await this.query(text, params)).length > 0;
  }

  /** Runs one statement that returns `id`. */
  async ids(text: string, ...params: readonly Param[]): Promise<string[]> {
    const rows = await this.query<{ id: string }>(text, params);
    return rows.map(({ id }) => id);
  }

  /**
   * Runs a transaction after earlier ones of the same game.
   *
   * @param game its code or its id; each has a queue of its own.
   */
  changeInTurn<T>(game: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#queue.take(game, (deadline) => this.transaction(work, deadline));
  }

  /** Runs statements in one transaction, and in one round trip. @returns how many rows each returned */
  together(gameId: string | null, ...commands: Command[]): Promise<number[]> {
    const work = async (tx: Transaction) => {
      const [, rows] = await Promise.all([
        gameId === null ? null : tx.query(LOCK_GAME, [gameId]),
        Promise.all(commands.map(([text, params]) => tx.query(text, params))),
        tx.commit(),
      ]);
      return rows.map(({ length }) => length);
    };
    return gameId === null ? this.transaction(work) : this.changeInTurn(gameId, work);
  }
}
