import { DatabaseSync } from "node:sqlite";
import postgres from "postgres";
import { openPostgresStore } from "@/lib/store/postgres/store.ts";
import { Connection } from "@/lib/store/sqlite/connection.ts";
import { migrate } from "@/lib/store/sqlite/migrations.ts";
import { openSqlite } from "@/lib/store/sqlite/open.ts";
import { sqliteStore } from "@/lib/store/sqlite/store.ts";
import { DirectWriter, ThreadWriter } from "@/lib/store/sqlite/writer.ts";
import type { Store } from "@/lib/store/store.ts";
import { makeDataDir } from "./data_dir.ts";
import { lendDatabase } from "./postgres.ts";
import { putMigrated } from "./sqlite_template.ts";

/** An empty, migrated database with a store. */
export interface TestDatabase extends AsyncDisposable {
  store: Store;
  /** Runs SQL that both dialects understand, bypassing the store. @throws if the database refuses it */
  execute(sql: string): Promise<void>;
  /** Opens a second store on the same data, as another process would; the caller closes it. */
  openAnother(): Promise<Store>;
}

/** The databases on which the store is tested. */
export const DATABASES: readonly { name: string; open: () => Promise<TestDatabase> }[] = [
  { name: "SQLite", open: openSqliteFile },
  { name: "SQLite in memory", open: openSqliteMemory },
  { name: "Postgres", open: openPostgres },
];

async function openSqliteFile(): Promise<TestDatabase> {
  const dataDir = await makeDataDir();
  const path = `${dataDir}/gift-exchange.db`;
  await putMigrated(dataDir);
  const store = await openSqlite(dataDir);
  return {
    store,
    execute: (sql) =>
      Promise.try(() => {
        const db = new DatabaseSync(path);
        try {
          db.exec(sql);
        } finally {
          db.close();
        }
      }),
    // The directory's lock would keep a second process out; this shows what happens without it.
    openAnother: () => Promise.resolve(openUnlocked(path)),
    async [Symbol.asyncDispose]() {
      await store.close();
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

/** Opens a store on a file that others may have open, too. */
export function openUnlocked(path: string): Store {
  return sqliteStore(new Connection(path), new ThreadWriter(path));
}

function openSqliteMemory(): Promise<TestDatabase> {
  const connection = new Connection(":memory:");
  migrate(connection.db);
  const open = () => sqliteStore(connection, new DirectWriter(connection));
  return Promise.resolve({
    store: open(),
    execute: (sql) => Promise.try(() => connection.db.exec(sql)),
    openAnother: () => Promise.resolve(Object.assign(open(), { close: () => Promise.resolve() })),
    async [Symbol.asyncDispose]() {
      await this.store.close();
    },
  });
}

async function openPostgres(): Promise<TestDatabase> {
  const lent = await lendDatabase();
  const { url } = lent;
  const store = await openPostgresStore(url);
  return {
    store,
    execute: async (sql) => {
      const db = postgres(url, { max: 1, onnotice: () => {} });
      await db.unsafe(sql).simple().finally(() => db.end());
    },
    openAnother: () => openPostgresStore(url),
    async [Symbol.asyncDispose]() {
      await store.close();
      lent[Symbol.dispose]();
    },
  };
}

/** Declares the same test for each database, with an empty one. */
export function testOnEach(name: string, run: (db: TestDatabase) => Promise<void>): void {
  for (const database of DATABASES) {
    Deno.test({
      name: `${name} (${database.name})`,
      // The Postgres driver keeps timers and sockets after it is closed.
      sanitizeOps: database.name !== "Postgres",
      sanitizeResources: database.name !== "Postgres",
      async fn() {
        await using db = await database.open();
        await run(db);
      },
    });
  }
}
