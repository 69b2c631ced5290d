import postgres from "postgres";
import type { Database, Param, Queryable } from "./database.ts";
import { DatabaseUnavailable } from "./store.ts";

/** Connections to the server that one instance keeps at the most. */
const POOL_SIZE = 10;

/**
 * Opens a pool to a Postgres server; the first query connects.
 *
 * @param url `postgres://user:password@host:port/database?sslmode=…`
 */
export function openPostgres(url: string): Database {
  const sql = postgres(url, {
    max: POOL_SIZE,
    connect_timeout: 5,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    onnotice: () => {},
    connection: { application_name: "gift-exchange", TimeZone: "UTC" },
  });
  return {
    ...queries(sql),
    script: async (text) => {
      await sql.unsafe(text).simple().catch(explain);
    },
    // sql.begin unwraps promises in its result type; the work's own result is never a promise.
    transaction: async <T>(work: (tx: Queryable) => Promise<T>) => {
      const done: { result?: T } = {};
      await sql.begin(async (tx) => {
        done.result = await work(queries(tx));
      }).catch(explain);
      if (!("result" in done)) throw new Error("The transaction ended without a result");
      return done.result;
    },
    close: () => sql.end({ timeout: 5 }),
  };
}

function queries(sql: postgres.ISql): Queryable {
  return {
    query: <Row>(text: string, params: readonly Param[] = []) =>
      sql.unsafe<Row & postgres.MaybeRow[]>(text, [...params], { prepare: true }).catch(explain),
  };
}

/** Codes of the network, of the driver, and the SQLSTATEs of a server that goes away or is full. */
const UNAVAILABLE =
  /^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EPIPE|CONNECT|CONNECTION_|08|3D|57P|53300)/;

function explain(error: unknown): never {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (UNAVAILABLE.test(code)) {
    throw new DatabaseUnavailable(`The database does not answer (${code})`, { cause: error });
  }
  throw error;
}
