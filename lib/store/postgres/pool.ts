import { DatabaseUnavailable } from "../store.ts";
import { Connection, type Limits, type Param } from "./connection.ts";
import { explained, isPassing } from "./errors.ts";
import { Transaction } from "./transaction.ts";

/** How often work is tried that deadlocks and conflicts undo. */
const ATTEMPTS = 6;
/** The longest pause before the second attempt, in ms; each is twice the last. */
const FIRST_PAUSE = 20;
/** How often is looked what takes too long, in ms. */
const SWEEP = 250;
/** After how long unused connections are closed, in ms. */
const IDLE = 60_000;
/** The age at which connections are replaced, in ms: servers behind a balancer come and go. */
const LIFETIME = 30 * 60_000;

export interface PoolOptions {
  /** Connections at the most. */
  size: number;
  /** How long one verb may take altogether, in ms: waiting for a turn and a connection included. */
  patience: number;
}

interface Waiter {
  deadline: number;
  resolve: (connection: Connection) => void;
  reject: (error: Error) => void;
}

/**
 * Connections to the server, opened as they are needed. Whoever waits or works longer than the deadline is
 * told that the database does not serve, and a connection that has not answered until then is given up:
 * a server that hangs, or a network that swallows packets, says nothing by itself.
 *
 * The server is told to give up earlier, so that a connection is lost only where it does not listen: 0.8 of
 * the patience for a statement, 0.4 for a lock, all of it for a transaction that goes idle because its
 * instance is frozen. These limits are set for the session, or, where a pooler hands the session to others
 * too, for each transaction; single statements have only the deadline there, unless the role has limits of
 * its own (`alter role … set statement_timeout = '8s'`).
 *
 * Behind a pooler statements are not prepared, at two round trips each, unless DATABASE_URL says
 * `?prepare=true`. Only for a pooler that can: PgBouncer in session mode, or from 1.21 with
 * `max_prepared_statements`; others answer nothing sensible, and all ends at the deadline.
 */
export class Pool {
  readonly #url: string;
  readonly #options: PoolOptions;
  readonly #limits: Limits;
  readonly #all = new Set<Connection>();
  /** The last is the one used last. */
  readonly #idle: { connection: Connection; since: number }[] = [];
  readonly #busy = new Map<Connection, number>();
  readonly #sweeper: ReturnType<typeof setInterval>;
  #waiting: Waiter[] = [];
  #opening = 0;
  #isClosed = false;
  /** What DATABASE_URL says of prepared statements; undefined: nothing. */
  readonly #prepares: boolean | undefined;

  constructor(url: string, options: PoolOptions) {
    this.#url = url;
    this.#options = options;
    this.#limits = {
      statement: Math.round(options.patience * 0.8),
      lock: Math.round(options.patience * 0.4),
      idleInTransaction: options.patience,
    };
    const prepare = new URL(url).searchParams.get("prepare");
    this.#prepares = prepare ? prepare === "true" : undefined;
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP);
    Deno.unrefTimer(this.#sweeper);
  }

  /** Until when a verb that begins now may take, on the clock of `performance.now()`. */
  deadline(): number {
    return performance.now() + this.#options.patience;
  }

  /** Runs one statement. @throws {DatabaseUnavailable} */
  query<Row>(text: string, params: readonly Param[] = []): Promise<Row[]> {
    return this.#use(
      this.deadline(),
      (connection) =>
        connection.run(() => connection.query<Row>(text, params, this.#isPrepared(connection))),
    );
  }

  /**
   * Runs `work` in one transaction, which `work` commits; what it throws, and what it leaves uncommitted,
   * is rolled back. It is called again where a deadlock or a conflict undid it.
   *
   * @throws {DatabaseUnavailable}
   */
  transaction<T>(
    work: (tx: Transaction) => Promise<T>,
    deadline: number = this.deadline(),
  ): Promise<T> {
    return this.#use(deadline, (connection) =>
      connection.run(async () => {
        const tx = new Transaction(connection, this.#isPrepared(connection));
        try {
          return await work(tx);
        } finally {
          await tx.end();
        }
      }));
  }

  /** Waits up to 5 s for what is being done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweeper);
    const closed = new DatabaseUnavailable("The database has been closed");
    for (const { reject } of this.#waiting.splice(0)) reject(closed);
    const deadline = performance.now() + 5000;
    while (this.#busy.size + this.#opening > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const connection of this.#all) connection.lose(closed);
  }

  #isPrepared(connection: Connection): boolean {
    return this.#prepares ?? !connection.isPooled;
  }

  async #use<T>(deadline: number, work: (connection: Connection) => Promise<T>): Promise<T> {
    for (let attempt = 1;; attempt++) {
      const connection = await this.#take(deadline);
      try {
        return await work(connection);
      } catch (error) {
        if (attempt === ATTEMPTS || !isPassing(error) || performance.now() > deadline) {
          throw explained(error);
        }
      } finally {
        this.#release(connection);
      }
      const pause = Math.random() * FIRST_PAUSE * 2 ** (attempt - 1);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  async #take(deadline: number): Promise<Connection> {
    if (this.#isClosed) throw new DatabaseUnavailable("The database has been closed");
    const connection = this.#idle.pop()?.connection ??
      await new Promise<Connection>((resolve, reject) => {
        this.#waiting.push({ deadline, resolve, reject });
        this.#fill();
      });
    this.#busy.set(connection, deadline);
    return connection;
  }

  #release(connection: Connection): void {
    this.#busy.delete(connection);
    if (connection.isLost) return;
    const now = performance.now();
    if (now - connection.openedAt > LIFETIME) {
      this.#retire(connection);
      this.#fill();
      return;
    }
    const waiter = this.#waiting.shift();
    if (waiter) waiter.resolve(connection);
    else this.#idle.push({ connection, since: now });
  }

  /** Opens as many connections as are waited for. */
  #fill(): void {
    while (
      this.#opening < this.#waiting.length && this.#all.size + this.#opening < this.#options.size
    ) {
      this.#opening++;
      this.#open().finally(() => this.#opening--).then((connection) => this.#release(connection))
        .catch((error) => this.#onRefused(error));
    }
  }

  async #open(): Promise<Connection> {
    const connection: Connection = await Connection.open(this.#url, this.#limits, () => {
      this.#forget(connection);
      this.#fill();
    });
    this.#all.add(connection);
    return connection;
  }

  /** Who waits goes on waiting where there are connections; else the server is away, and they are told. */
  #onRefused(error: unknown): void {
    if (this.#all.size > 0) return;
    const refusal = new DatabaseUnavailable("The database cannot be reached", { cause: error });
    for (const { reject } of this.#waiting.splice(0)) reject(refusal);
  }

  #sweep(): void {
    const now = performance.now();
    const late = new DatabaseUnavailable("The database does not answer in time");
    this.#waiting = this.#waiting.filter(({ deadline, reject }) => {
      if (deadline > now) return true;
      reject(late);
      return false;
    });
    for (const [connection, deadline] of this.#busy) {
      if (deadline < now) this.#retire(connection, late);
    }
    while (this.#idle[0] && now - this.#idle[0].since > IDLE) {
      const unused = this.#idle.shift();
      if (unused) this.#retire(unused.connection);
    }
    this.#fill();
  }

  #retire(connection: Connection, reason = new DatabaseUnavailable("Replaced by another")): void {
    this.#forget(connection);
    connection.lose(reason);
  }

  #forget(connection: Connection): void {
    this.#all.delete(connection);
    const index = this.#idle.findIndex((one) => one.connection === connection);
    if (index >= 0) this.#idle.splice(index, 1);
  }
}
