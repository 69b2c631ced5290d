import postgres from "postgres";
import { DatabaseUnavailable } from "../store.ts";
import { driverAddress } from "./address.ts";

export type Param = string | number | boolean | Uint8Array<ArrayBuffer> | null;

/** Formats words or numbers as an array literal. */
export function listOf(values: readonly (string | number)[]): string {
  return `{${values.join()}}`;
}

/** Server-side timeouts in ms; 0: none. */
export interface Limits {
  /** Time to connect; always limited. */
  connect: number;
  statement: number;
  lock: number;
  idleInTransaction: number;
}

/** Opens a connection for some work, and closes it afterwards. @throws if the server cannot be reached or refuses. */
export async function withConnection<T>(
  url: string,
  limits: Limits,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await Connection.open(url, limits, () => {});
  try {
    return await work(connection);
  } finally {
    connection.lose(new DatabaseUnavailable("The connection to the database is closed"));
  }
}

/**
 * One connection to the server. Once lost, it stays lost and sends nothing more: the rest of a transaction
 * must never run outside of it.
 */
export class Connection {
  readonly openedAt = performance.now();
  readonly #sql: postgres.Sql;
  readonly #reserved: postgres.ReservedSql;
  readonly #pending = new Set<(error: Error) => void>();
  #isLost = false;

  /** @param onLost is called when it is lost. @throws if the server cannot be reached or refuses. */
  static async open(url: string, limits: Limits, onLost: () => void): Promise<Connection> {
    let lose = () => {};
    // The driver has a pool of its own; here it holds one connection, for its whole life.
    const address = driverAddress(url);
    const sql = postgres(address.url, {
      ...address.options,
      max: 1,
      fetch_types: false,
      connect_timeout: limits.connect / 1000,
      max_lifetime: null,
      onnotice: () => {},
      onclose: () => lose(),
      connection: { application_name: "gift-exchange" },
    });
    const timer = setTimeout(() => void sql.end({ timeout: 0 }), limits.connect);
    try {
      const answer = await sql.unsafe<{ pid: number }[]>("select pg_backend_pid() as pid");
      // A pooler reports process ids of its own; session settings would reach other clients.
      const isPooled = answer[0]?.pid !== answer.state.pid;
      const settings = [
        `statement_timeout = ${limits.statement}`,
        `lock_timeout = ${limits.lock}`,
        `idle_in_transaction_session_timeout = ${limits.idleInTransaction}`,
        // Each statement has an index and is planned once. A plan made while the tables are small would
        // choose a scan, and planning each time costs as much as the rest.
        "enable_seqscan = off",
        "plan_cache_mode = force_generic_plan",
        // The planner overestimates an unavoidable scan and would spend seconds on compiling the statement.
        "jit = off",
        // For single statements. The role or the database may have another default.
        "default_transaction_isolation = 'read committed'",
      ];
      if (!isPooled) await sql.unsafe(settings.map((setting) => `set ${setting}`).join(";"));
      const connection = new Connection(
        sql,
        await sql.reserve(),
        [
          // A statement must see what was committed while it, or one before it, waited for a lock.
          "begin isolation level read committed",
          ...isPooled ? settings.map((setting) => `set local ${setting}`) : [],
        ].join(";"),
        isPooled,
      );
      lose = () => {
        connection.lose(new DatabaseUnavailable("The connection to the database is lost"));
        onLost();
      };
      return connection;
    } catch (error) {
      void sql.end({ timeout: 0 });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private constructor(
    sql: postgres.Sql,
    reserved: postgres.ReservedSql,
    /** Statements that begin a transaction. */
    readonly begin: string,
    /** True behind a pooler: the next transaction may be on another session. */
    readonly isPooled: boolean,
  ) {
    this.#sql = sql;
    this.#reserved = reserved;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * Sends a statement after those that are not answered yet.
   *
   * @param prepare keeps its plan on the session and saves a round trip from the second use on.
   */
  query<Row>(text: string, params: readonly Param[], prepare: boolean): Promise<Row[]> {
    return this.#send<Row, Row[]>(text, params, prepare, (rows) => [...rows]);
  }

  /** Commits a transaction. @throws if the server rolled it back instead. */
  commit(): Promise<void> {
    return this.#send("commit", [], false, ({ command }) => {
      if (command !== "COMMIT") throw new Error(`The transaction ended with ${command}`);
    });
  }

  /** Rejects pending statements itself, because the driver loses some queued ones when its connection ends. */
  #send<Row, T>(
    text: string,
    params: readonly Param[],
    prepare: boolean,
    read: (rows: postgres.RowList<Row[]>) => T,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#isLost) throw new DatabaseUnavailable("The connection to the database is lost");
      this.#pending.add(reject);
      this.#reserved.unsafe<Row[]>(text, [...params], { prepare })
        .then(read)
        .then(resolve, reject)
        .finally(() => this.#pending.delete(reject));
    });
  }

  /** Closes it at once. @param error rejects the statements that are not answered yet */
  lose(error: Error): void {
    if (this.#isLost) return;
    this.#isLost = true;
    for (const reject of this.#pending) reject(error);
    this.#pending.clear();
    void this.#sql.end({ timeout: 0 });
  }
}
