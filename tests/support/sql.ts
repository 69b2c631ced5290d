import { DatabaseSync } from "node:sqlite";
import type postgres from "postgres";
import type { Services } from "@/lib/services.ts";
import type { Settings } from "@/lib/settings.ts";
import { connect } from "./postgres.ts";

/** Location of a database: a Postgres server's URL, otherwise SQLite's directory. */
export type Database = Pick<Settings, "databaseUrl" | "dataDir">;

/** The database of a service started with this environment. */
export function databaseOf(env: Readonly<Record<string, string>>): Database {
  return { databaseUrl: env.DATABASE_URL ?? null, dataDir: env.DATA_DIR ?? "data" };
}

type Param = string | number | null;

/**
 * Reads or changes the database of a service, bypassing the store.
 *
 * @param text SQL that both databases understand, with `$1` for parameters; without parameters, it may be several
 * statements.
 */
export async function sql<Row>(
  { settings }: Pick<Services, "settings">,
  text: string,
  params: readonly Param[] = [],
): Promise<Row[]> {
  const { databaseUrl } = settings;
  if (databaseUrl === null) return await sqlOn<Row>(settings, text, params);
  if (last?.url !== databaseUrl) {
    last?.db.end().catch(() => {});
    last = { url: databaseUrl, db: connect(databaseUrl) };
  }
  return await ask<Row>(last.db, text, params);
}

/** The last connection used, kept because opening one is most of the work. */
let last: { url: string; db: postgres.Sql } | undefined;

async function ask<Row>(db: postgres.Sql, text: string, params: readonly Param[]): Promise<Row[]> {
  const rows: unknown =
    await (params.length === 0 ? db.unsafe(text).simple() : db.unsafe(text, [...params]));
  return rows as Row[];
}

/** Like `sql`, for a database that no process has open. */
export async function sqlOn<Row>(
  { databaseUrl, dataDir }: Database,
  text: string,
  params: readonly Param[] = [],
): Promise<Row[]> {
  if (databaseUrl) {
    const db = connect(databaseUrl);
    try {
      return await ask<Row>(db, text, params);
    } finally {
      await db.end();
    }
  }
  const db = new DatabaseSync(`${dataDir}/gift-exchange.db`, { timeout: 5_000 });
  try {
    if (params.length === 0 && !/^\s*(select|with)/i.test(text)) {
      db.exec(text);
      return [];
    }
    const rows: unknown = db.prepare(text.replaceAll(/\$(\d+)/g, "?$1")).all(...params);
    return rows as Row[];
  } finally {
    db.close();
  }
}
