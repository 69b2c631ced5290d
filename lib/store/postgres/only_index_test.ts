import assert from "node:assert/strict";
import postgres from "postgres";
import { callEveryVerb } from "@/tests/support/every_verb.ts";
import { makeMigratedDatabase } from "@/tests/support/postgres.ts";
import {
  type GameTables,
  isKeyedBy,
  NO_QUERY,
  type Plan,
  planOf,
  readGameTables,
  recordStatements,
} from "@/tests/support/shard_key.ts";
import { openPostgresStore } from "./store.ts";

Deno.test({
  name: "statements about one game fit no index of all games or of all waiting mails",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeMigratedDatabase();
    const store = await openPostgresStore(url);
    const sent = await recordStatements(() => callEveryVerb(store));
    const db = postgres(url, { max: 1, onnotice: () => {} });
    try {
      const tables = await readGameTables(db);
      await db.unsafe("set enable_seqscan = off");
      const walks: string[] = [];
      for (const text of sent) {
        // An upsert names its index itself.
        if (NO_QUERY.test(text) || /on conflict .* do update/.test(text)) continue;
        // Without a target any index will do.
        const plain = text.replaceAll(/on conflict .*? do nothing/g, "on conflict do nothing");
        for (const index of await walkedIndexes(db, tables, plain)) walks.push(`${index}: ${text}`);
      }
      assert.deepEqual(walks, []);
    } finally {
      await db.end();
    }
  },
});

/**
 * The indexes that a statement could read from end to end in search of one game. With old statistics the planner
 * takes any index for small, so this hides the right ones until none is left.
 */
async function walkedIndexes(
  db: postgres.Sql,
  tables: GameTables,
  text: string,
): Promise<string[]> {
  await db.unsafe("begin");
  try {
    for (;;) {
      const scans = scansOf(await planOf(db, text), tables);
      const right = scans.filter((one) => one["Index Cond"] !== undefined)
        .map((one) => one["Index Name"] ?? "");
      if (right.length === 0) {
        return scans.filter((one) => isKeyedFilter(one, tables))
          .map((one) => one["Index Name"] ?? "");
      }
      await db`
        update pg_index set indisvalid = false
        where indexrelid = any(array(select oid from pg_class where relname in ${db(right)}))`;
    }
  } finally {
    await db.unsafe("rollback");
  }
}

/** The steps of a plan that read an index of a game's table. */
function scansOf(plan: Plan, tables: GameTables): Plan[] {
  const inner = (plan.Plans ?? []).flatMap((one) => scansOf(one, tables));
  return plan["Index Name"] === undefined ? inner : [plan, ...inner];
}

/** True if rows of many games are read for those of one. */
function isKeyedFilter(plan: Plan, tables: GameTables): boolean {
  const kept = tables.get(plan["Relation Name"] ?? "");
  return kept !== undefined && plan.Filter !== undefined &&
    isKeyedBy([plan.Filter], `${plan.Alias}.${kept.key}`);
}
