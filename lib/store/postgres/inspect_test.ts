import assert from "node:assert/strict";
import postgres from "postgres";
import { makeMigratedDatabase } from "@/tests/support/postgres.ts";
import { inspectPostgres } from "./inspect.ts";

Deno.test({
  name:
    "inspectPostgres() names each table that a role may not change, or may change but not alter",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const url = await makeMigratedDatabase();
    const db = postgres(url, { max: 1, onnotice: () => {} });
    await db.unsafe(`
      drop role if exists inspect_writer;
      create role inspect_writer login password 'x';
      grant create on schema public to inspect_writer;
      grant select, insert, update, delete on all tables in schema public to inspect_writer;
      revoke delete on outbox from inspect_writer`).simple();
    try {
      const writer = new URL(url);
      [writer.username, writer.password] = ["inspect_writer", "x"];
      const { missingRights } = await inspectPostgres(writer.href);
      const tables = await db<{ name: string }[]>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'`;
      assert.deepEqual(
        missingRights.toSorted(),
        tables.map(({ name }) => name === "outbox" ? "change outbox" : `alter ${name}`).toSorted(),
      );
      assert.deepEqual((await inspectPostgres(url)).missingRights, []);
    } finally {
      await db.unsafe("drop owned by inspect_writer; drop role inspect_writer").simple();
      await db.end();
    }
  },
});
