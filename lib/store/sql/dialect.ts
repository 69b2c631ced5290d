import type { Partner } from "../../game/messages.ts";

/** What is given to a statement. */
export type Param = string | number | Uint8Array<ArrayBuffer> | null;

/** Types of columns that Postgres has to be told; SQLite keeps numbers and texts. */
type SqlType =
  | "bigint"
  | "boolean"
  | "bytea"
  | "date"
  | "float8"
  | "integer"
  | "json"
  | "jsonb"
  | "text"
  | "timestamptz"
  | "uuid";

/** A statement, and its parameters. */
export type Command = readonly [sql: string, params: readonly Param[]];

/**
 * How a database writes what the two of them write differently. Statements that are otherwise the same stand once,
 * with `$1`, `$2` … for their parameters.
 */
export interface Dialect {
  /** Statements in this database's way to name parameters. */
  texts<Name extends string>(texts: Readonly<Record<Name, string>>): Readonly<Record<Name, string>>;
  /** A value of this type. */
  cast(value: string, type: SqlType): string;
  /** A parameter of this type that is sent as text. */
  param(place: string, type: SqlType): string;
  /** A time as in the domain: ISO 8601, UTC. */
  time(column: string): string;
  /** The same of a moment: SQLite keeps those in ms since 1970. */
  momentTime(column: string): string;
  /** A day as in the domain: YYYY-MM-DD. */
  day(column: string): string;
  /** The condition that a column is true, as in the conditions of indexes. */
  isTrue(column: string): string;
  /** The condition of the rows of game $1. */
  ofGame: string;
  /** The condition of the rows of game `g`. @param table its name in the statement */
  ofG(table: string): string;
  /** What tells the rows of game `g` in the tables that have them. */
  gKey: string;
  /** The condition of an active game. @param table its name in the statement */
  isActive(table: string): string;
  /** The column that says whose a row is, and the value of a game with this id. */
  gameColumn: string;
  gameOf(place: string): string;
  /** The id of the game whose a row is. */
  gameId: string;
  /** A JSON array of texts, as a table of one column. */
  elements(place: string): string;
  /** The same with `key` and `value`, called `asked`. */
  asked(place: string): string;
  /** The condition that a column has one of the values of `list`. */
  among(place: string, type: SqlType): string;
  /** The condition of those mails of game $1 whose ids are in `list`. */
  mailsAmong(place: string): string;
  list(values: readonly (string | number)[]): string;
  /** The present moment; the parameters that a statement with it needs last. */
  now(place: string): string;
  nowParams(): Param[];
  /** A moment; its parameter, so many seconds from now. */
  moment(place: string): string;
  momentParam(seconds: number): number;
  /** The moment so many seconds later, and the latest of two, of which the second may be null. */
  later(moment: string, seconds: string): string;
  latest(one: string, other: string): string;
  /** A number from 0 to below 1, another one for each row. */
  random: string;
  /** How many seconds lie between two moments. */
  seconds(later: string, earlier: string): string;
  /** The values of a group as JSON, see `parsed`. */
  jsonArray(values: string): string;
  /** The column that counts photos in the order in which they came. */
  serial: string;
  /** Added to a column of texts to order by their code points. */
  collation: string;
  /** The column that lets a table have but one row. */
  onlyColumn: string;
  /** Locks the game that a statement reads against its erasure. */
  keyShare: string;
  /** The condition that the statement before has inserted a row. @param table its name in the statement */
  isFresh(table: string): string;
  /** The lease of a mail that no instance has. */
  noLease: string;
  /** The statement that changes waiting mails; returns the ids of those that it has changed. */
  changeWaiting(set: string, condition: string): string;
}

/** The condition that game `g` has this pair. */
export function hasPair({ ofG }: Dialect, giver: string, receiver: string): string {
  return `exists (
    select 1 from assignments a
    where ${ofG("a")} and a.giver = ${giver} and a.receiver = ${receiver}
  )`;
}

/** The condition that a participant of game `g` still has the link of this version. */
export function hasLink({ ofG }: Dialect, number: string, version: string): string {
  return `exists (
    select 1 from participants p
    where ${ofG("p")} and number = ${number} and token_version = ${version}
  )`;
}

/** The condition of the messages of a thread that a participant has not read. @param reader their number */
export function isUnread(from: Partner, reader: string): string {
  return from === "receiver"
    ? `giver = ${reader} and not is_from_giver and not is_over and not is_read`
    : `receiver = ${reader} and is_from_giver and not is_read`;
}

/** The same, of those that a version of their link may read; null: any. @param version the place of its parameter */
export function isUnreadBy(
  { param }: Dialect,
  from: Partner,
  reader: string,
  version: string,
): string {
  const column = from === "receiver" ? "giver_version" : "receiver_version";
  return `${isUnread(from, reader)} and ${column} = coalesce(${
    param(version, "integer")
  }, ${column})`;
}

/** What the verbs that both databases share need of one. */
export interface SqlDatabase {
  rows<Row extends object>(sql: string, ...params: Param[]): Promise<Row[]>;
  row<Row extends object>(sql: string, ...params: Param[]): Promise<Row | null>;
  /** Runs one statement without an answer. */
  run(sql: string, ...params: Param[]): Promise<void>;
  /** Runs one statement. @returns whether it returned a row */
  change(sql: string, ...params: Param[]): Promise<boolean>;
  /** Runs one statement that returns a column of ids. */
  ids(sql: string, ...params: Param[]): Promise<string[]>;
  /**
   * Runs statements in one transaction.
   *
   * @param gameId of the game that they change, after all earlier changes of it; null: of none.
   * @returns how many rows each returned.
   */
  together(gameId: string | null, ...commands: Command[]): Promise<number[]>;
}

/** JSON as the database gives it: as text, or parsed already. */
export function parsed<Value extends object>(json: Value | string): Value {
  return typeof json === "string" ? JSON.parse(json) : json;
}
