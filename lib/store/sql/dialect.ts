import type { Partner } from "../../game/messages.ts";

/** A parameter of a statement. */
export type Param = string | number | Uint8Array<ArrayBuffer> | null;

/** Types that Postgres needs in casts; SQLite ignores them. */
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
 * The SQL that the two databases write differently. Statements that are otherwise the same are written once, with `$1`,
 * `$2` … for their parameters.
 */
export interface Dialect {
  /** Rewrites statements for this database's names of parameters. */
  texts<Name extends string>(texts: Readonly<Record<Name, string>>): Readonly<Record<Name, string>>;
  /** Casts a value to a type. */
  cast(value: string, type: SqlType): string;
  /** A parameter of this type that is sent as text. */
  param(place: string, type: SqlType): string;
  /** A time as in the domain: ISO 8601, UTC. */
  time(column: string): string;
  /** The same for a moment, which SQLite stores in ms since 1970. */
  momentTime(column: string): string;
  /** A day as in the domain: YYYY-MM-DD. */
  day(column: string): string;
  /** Condition that a column is true, as written in the conditions of indexes. */
  isTrue(column: string): string;
  /** Condition for the rows of game $1. */
  ofGame: string;
  /** Condition for the rows of game `g`. @param table its name in the statement */
  ofG(table: string): string;
  /** The value by which rows refer to game `g`. */
  gKey: string;
  /** Condition for an active game. @param table its name in the statement */
  isActive(table: string): string;
  /** The column that refers to a row's game, and its value for the game with this id. */
  gameColumn: string;
  gameOf(place: string): string;
  /** The id of a row's game. */
  gameId: string;
  /** The texts in a JSON array, as a subquery with one column. */
  elements(place: string): string;
  /** The same as a table `asked` with the columns `key` and `value`. */
  asked(place: string): string;
  /** Condition that a column has one of the values of a `list`. */
  among(place: string, type: SqlType): string;
  /** Condition for the mails of game $1 whose ids are in a `list`. */
  mailsAmong(place: string): string;
  list(values: readonly (string | number)[]): string;
  /** The current moment, and the parameters that a statement with it takes last. */
  now(place: string): string;
  nowParams(): Param[];
  /** A moment, and the parameter for a number of seconds from now. */
  moment(place: string): string;
  momentParam(seconds: number): number;
  /** A moment this many seconds later, and the later of two moments, of which the second may be null. */
  later(moment: string, seconds: string): string;
  latest(one: string, other: string): string;
  /** A random number from 0 to below 1, another one for each row. */
  random: string;
  /** Number of seconds between two moments. */
  seconds(later: string, earlier: string): string;
  /** The values of a group as JSON, see `parsed`. */
  jsonArray(values: string): string;
  /** The column that numbers photos and messages in the order in which they were stored. */
  serial: string;
  /** Suffix of a text column that makes it sort by code points. */
  collation: string;
  /** The column that limits a table to one row. */
  onlyColumn: string;
  /** Suffix that locks the game that a statement reads, so that it is not erased meanwhile. */
  keyShare: string;
  /** Condition that the preceding statement has inserted a row. @param table its name in the statement */
  isFresh(table: string): string;
  /** The lease of an unclaimed mail. */
  noLease: string;
  /** Returns a statement that changes waiting mails and returns the ids of those it has changed. */
  changeWaiting(set: string, condition: string): string;
}

/** Condition that game `g` has this pair. */
export function hasPair({ ofG }: Dialect, giver: string, receiver: string): string {
  return `exists (
    select 1 from assignments a
    where ${ofG("a")} and a.giver = ${giver} and a.receiver = ${receiver}
  )`;
}

/** Condition that a participant of game `g` still has the link of this version. */
export function hasLink({ ofG }: Dialect, number: string, version: string): string {
  return `exists (
    select 1 from participants p
    where ${ofG("p")} and number = ${number} and token_version = ${version}
  )`;
}

/** Condition for the messages of a thread that a participant has not read. @param reader their number */
export function isUnread(from: Partner, reader: string): string {
  return from === "receiver"
    ? `giver = ${reader} and not is_from_giver and not is_over and not is_read`
    : `receiver = ${reader} and is_from_giver and not is_read`;
}

/** The same for messages that a version of their link may read; null: all. @param version the place of its parameter */
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

/** What the verbs that both databases share need of a database. */
export interface SqlDatabase {
  rows<Row extends object>(sql: string, ...params: Param[]): Promise<Row[]>;
  row<Row extends object>(sql: string, ...params: Param[]): Promise<Row | null>;
  /** Runs one statement and ignores its rows. */
  run(sql: string, ...params: Param[]): Promise<void>;
  /** Runs one statement. @returns whether it returned a row */
  change(sql: string, ...params: Param[]): Promise<boolean>;
  /** Runs one statement that returns a column of ids. */
  ids(sql: string, ...params: Param[]): Promise<string[]>;
  /**
   * Runs statements in one transaction.
   *
   * @param gameId the game that they change, after all earlier changes of it; null: no game.
   * @returns how many rows each returned.
   */
  together(gameId: string | null, ...commands: Command[]): Promise<number[]>;
}

/** Returns JSON that a database returns as text or already parsed. */
export function parsed<Value extends object>(json: Value | string): Value {
  return typeof json === "string" ? JSON.parse(json) : json;
}
