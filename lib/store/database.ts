/** Something that runs SQL with `$1` parameters; JSON goes in as text (`$1::text::jsonb`). */
export interface Queryable {
  /** @returns the rows, in the order of the result. */
  query<Row>(sql: string, params?: readonly Param[]): Promise<Row[]>;
}

export type Param = string | number | boolean | null;

/** The port to a Postgres: embedded in this process, or a server. One dialect for both. */
export interface Database extends Queryable {
  /** Runs several statements without parameters. */
  script(sql: string): Promise<void>;
  /** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Postgres refused a row because a unique constraint or index of that name already has its like. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "23505") return false;
  const name = "constraint" in error
    ? error.constraint
    : "constraint_name" in error
    ? error.constraint_name
    : undefined;
  return name === constraint;
}
