import type { Connection, Param } from "./connection.ts";

/**
 * A transaction whose statements need not wait for each other: those sent without awaiting in between share one round
 * trip, including the beginning and the commit. After a statement fails, the server refuses the rest, including the
 * commit.
 *
 * @example
 * const [, [row]] = await Promise.all([tx.query("… for update"), tx.query("select …")]);
 * await Promise.all([tx.query("update …"), tx.query("insert …"), tx.commit()]);
 */
export class Transaction {
  readonly #begun: Promise<unknown>;
  #committed: Promise<void> | undefined;

  constructor(private readonly connection: Connection, private readonly isPrepared: boolean) {
    this.#begun = connection.query(connection.begin, [], false);
    this.#begun.catch(() => {});
  }

  query<Row>(text: string, params: readonly Param[]): Promise<Row[]> {
    return this.connection.query<Row>(text, params, this.isPrepared);
  }

  commit(): Promise<void> {
    const committed = Promise.all([this.#begun, this.connection.commit()]).then(() => {});
    committed.catch(() => {});
    return this.#committed = committed;
  }

  /** Waits until the transaction ends, and rolls back if it was not committed. */
  async end(): Promise<void> {
    if (this.#committed) return await this.#committed.catch(() => {});
    try {
      await this.connection.query("rollback", [], false);
    } catch (error) {
      this.connection.lose(error instanceof Error ? error : new Error("No rollback"));
    }
  }
}
