import { z } from "zod";
import type postgres from "postgres";
import { Connection } from "@/lib/store/postgres/connection.ts";

/** The tables with rows of one game, with the column that identifies the game, and its position. */
export type GameTables = ReadonlyMap<string, { key: string; position: number }>;

/** One access of a statement to a table of games, in the server's own plan. */
export interface Access {
  text: string;
  table: string;
  operation: "scan" | "insert";
  /** Condition on the rows; for an insert, the game they belong to. */
  condition: string;
  /** True if it is limited to one game by its id. */
  isKeyed: boolean;
}

const planSchema = z.object({
  "Node Type": z.string(),
  Operation: z.string().optional(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  Alias: z.string().optional(),
  "Index Cond": z.string().optional(),
  "Recheck Cond": z.string().optional(),
  Filter: z.string().optional(),
  "Join Filter": z.string().optional(),
  Output: z.array(z.string()).optional(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});
export type Plan = z.infer<typeof planSchema>;

const explanationSchema = z.tuple([
  z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: planSchema })]) }),
]);

/** Reads the tables of games: those with a `game_id`, and `games` itself. */
export async function readGameTables(db: postgres.Sql): Promise<GameTables> {
  const rows = await db<{ table: string; key: string; position: number }[]>`
    select table_name as "table", column_name as key, ordinal_position as position
    from information_schema.columns
    where table_schema = current_schema()
      and (column_name = 'game_id' or (table_name = 'games' and column_name = 'id'))`;
  return new Map(rows.map(({ table, ...rest }) => [table, rest]));
}

/** The server's generic plan for a statement. */
export async function planOf(db: postgres.Sql, text: string): Promise<Plan> {
  // Releases before 16 do not have `explain (generic_plan)`.
  await db.unsafe("set plan_cache_mode = force_generic_plan");
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const params = count > 0 ? `(${Array(count).fill("null").join()})` : "";
  await db.unsafe(`prepare asked as ${text}`);
  const explanation = await db.unsafe(`explain (verbose, format json) execute asked${params}`);
  await db.unsafe("deallocate asked");
  const [{ "QUERY PLAN": [{ Plan }] }] = explanationSchema.parse([...explanation]);
  return Plan;
}

/**
 * How a statement accesses the tables of games, according to its plan, which has every join, subquery and alias
 * resolved. Forces nested loops and index scans, so that a table's conditions are in its own node.
 */
export async function accessesOf(
  db: postgres.Sql,
  tables: GameTables,
  text: string,
): Promise<Access[]> {
  await db.unsafe(
    ["seqscan", "bitmapscan", "hashjoin", "mergejoin", "material", "memoize"]
      .map((way) => `set enable_${way} = off`).join(";"),
  );
  return [...walk(await planOf(db, text), [])];

  function* walk(plan: Plan, outer: readonly string[]): Generator<Access> {
    const own = [plan["Index Cond"], plan["Recheck Cond"], plan.Filter, plan["Join Filter"]]
      .filter((one) => one !== undefined);
    const conditions = [...outer, ...own];
    const table = plan["Relation Name"];
    const kept = table === undefined ? undefined : tables.get(table);
    if (table !== undefined && kept && plan["Node Type"] !== "ModifyTable") {
      const condition = conditions.join(" and ");
      const column = `${plan.Alias}.${kept.key}`;
      yield { text, table, operation: "scan", condition, isKeyed: isKeyedBy(conditions, column) };
    }
    if (table !== undefined && kept && plan.Operation === "Insert") {
      const condition = sourceOf(plan.Plans?.[0], kept.position - 1);
      const isKeyed = /^\(?\$\d\b/.test(condition) || /^\w+\.id$/.test(condition);
      yield { text, table, operation: "insert", condition, isKeyed };
    }
    for (const inner of plan.Plans ?? []) yield* walk(inner, conditions);
  }
}

/**
 * True if conditions set a column equal to one value: not to any of several, not in an OR, and not to what a subquery
 * computes for each of many rows.
 */
export function isKeyedBy(conditions: readonly string[], column: string): boolean {
  const name = RegExp.escape(column);
  const equality = new RegExp(`^(?:${name} = (?!ANY\\b)\\S|[^()]+ = ${name}$)`);
  return conditions.flatMap(partsOf)
    .some((part) => equality.test(part) && !part.includes("SubPlan"));
}

/** The conditions joined by AND: `((a = b) AND (c = d))` gives `a = b` and `c = d`. */
function partsOf(condition: string): string[] {
  const inner = condition.replace(/^\((.*)\)$/s, "$1");
  const parts = [""];
  let depth = 0;
  for (const word of inner.split(/( AND |[()])/)) {
    if (word === "(") depth++;
    if (word === ")") depth--;
    if (depth === 0 && word === " AND ") parts.push("");
    else parts[parts.length - 1] += word;
  }
  return parts.length === 1 ? [inner] : parts.flatMap(partsOf);
}

/** The source of the column at a position in a plan's output, which wrapping nodes rename. */
function sourceOf(plan: Plan | undefined, position: number): string {
  const expression = plan?.Output?.[position] ?? "";
  const inner = plan?.Plans?.[0];
  if (!expression.startsWith('"*SELECT*') || !inner) return expression;
  // Defaults of unnamed columns are between the named ones.
  const before = plan.Output?.slice(0, position).filter((one) => one.startsWith('"*SELECT*'));
  return sourceOf(inner, before?.length ?? position);
}

/** Statements that are not queries: those that begin and end a transaction or configure a session. */
export const NO_QUERY = /^(?:begin|commit|rollback|set )/;

/** Records the statements sent through `Connection` while `work` runs, one line each. */
export async function recordStatements(work: () => Promise<void>): Promise<Set<string>> {
  const sent = new Set<string>();
  const { query } = Connection.prototype;
  Connection.prototype.query = function <Row>(
    this: Connection,
    ...[text, ...rest]: Parameters<typeof query>
  ): Promise<Row[]> {
    sent.add(oneLine(text));
    return query.call(this, text, ...rest) as Promise<Row[]>;
  };
  try {
    await work();
  } finally {
    Connection.prototype.query = query;
  }
  return sent;
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
