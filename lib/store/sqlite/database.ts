import type { Command } from "../sql/dialect.ts";
import type { Connection, Value } from "./connection.ts";
import { explain } from "./failure.ts";
import type { Writer } from "./writer.ts";
import { idsOf, type Rows, type Statement, statement } from "./writes.ts";

/** What the verbs of a store share: reads on a connection of this thread, writes through a writer. */
export type Database = ReturnType<typeof makeDatabase>;

export function makeDatabase(reader: Connection, writer: Writer) {
  /** For each game's code, the promise of the last queued change. */
  const changing = new Map<string, Promise<unknown>>();

  /** Reads with one statement, which by itself sees one state of the database. */
  const readOnce = <Result>(work: (db: Connection) => Result): Promise<Result> =>
    Promise.try(() => work(reader)).catch(explain);

  /** Reads one state of the database with several statements. */
  const read = <Result>(work: (db: Connection) => Result): Promise<Result> =>
    readOnce((db) => db.snapshot(() => work(db)));

  /** Stores statements together. @returns null if a guard failed and nothing was stored */
  const write = (...statements: Statement[]): Promise<Rows> => writer.write(statements);

  /** Runs the changes of one game one after the other, so that few are decided twice. */
  const inTurn = async <Result>(code: string, work: () => Promise<Result>): Promise<Result> => {
    const before = changing.get(code);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    changing.set(code, end);
    try {
      await before;
      return await work();
    } finally {
      if (changing.get(code) === end) changing.delete(code);
      resolve();
    }
  };

  return {
    writer,
    readOnce,
    read,
    write,
    inTurn,

    /** The same by a game's id, in the queue of changes by its code, because two queues would starve each other. */
    async inTurnById<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
      const sql = "select code from games where id = ?";
      const code = await readOnce((db) => db.get<[string]>(sql, id)?.[0]);
      return await inTurn(code ?? id, work);
    },

    rows: <Row extends object>(sql: string, ...params: Value[]): Promise<Row[]> =>
      readOnce((db) => db.rows<Row>(sql, ...params)),

    async row<Row extends object>(sql: string, ...params: Value[]): Promise<Row | null> {
      return await readOnce((db) => db.rows<Row>(sql, ...params)[0] ?? null);
    },

    /** Runs one statement and ignores its rows. */
    async run(sql: string, ...params: Value[]): Promise<void> {
      await write(statement(sql, ...params));
    },

    /** Runs statements in one transaction. @returns how many rows each returned */
    async together(_gameId: string | null, ...commands: Command[]): Promise<number[]> {
      const rows = await write(...commands.map(([sql, params]) => statement(sql, ...params)));
      return rows?.map(({ length }) => length) ?? [];
    },

    /** Runs one statement. @returns whether it returned a row */
    async change(sql: string, ...params: Value[]): Promise<boolean> {
      const rows = await write(statement(sql, ...params));
      return rows?.[0]?.length === 1;
    },

    /** Runs one statement that returns a column of ids. */
    async ids(sql: string, ...params: Value[]): Promise<string[]> {
      const rows = await write(statement(sql, ...params));
      return idsOf(rows?.[0]);
    },
  };
}

/** A moment this many seconds from now, in whole ms, as stored in the columns. */
export function inSeconds(seconds: number): number {
  return Date.now() + Math.round(seconds * 1000);
}
