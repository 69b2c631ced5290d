/**
 * Writes `release_before.json`: everything that this release sends to its databases, for tests of the next release. Run
 * it for each release: `deno run -A tests/support/record_release.ts`.
 */
import { Connection as PostgresConnection } from "@/lib/store/postgres/connection.ts";
import { migrate as migratePostgres } from "@/lib/store/postgres/migrate.ts";
import { MIGRATIONS as POSTGRES_MIGRATIONS } from "@/lib/store/postgres/migrations.ts";
import { openPostgresStore } from "@/lib/store/postgres/store.ts";
import { Connection } from "@/lib/store/sqlite/connection.ts";
import { migrate, MIGRATIONS } from "@/lib/store/sqlite/migrations.ts";
import { sqliteStore } from "@/lib/store/sqlite/store.ts";
import { DirectWriter } from "@/lib/store/sqlite/writer.ts";
import { callEveryVerb } from "./every_verb.ts";
import { makeDatabase } from "./postgres.ts";
import {
  digestOf,
  type RecordedLife,
  type RecordedRelease,
  Recorder,
} from "./release_statements.ts";

async function recordSqlite(): Promise<RecordedLife> {
  const recorder = new Recorder();
  const connection = new Connection(":memory:");
  migrate(connection.db);
  const all = connection.all.bind(connection);
  connection.all = (sql, ...params) => {
    recorder.add(sql, params);
    return all(sql, ...params);
  };
  await callEveryVerb(sqliteStore(connection, new DirectWriter(connection)));
  return { ...recorder, migrations: MIGRATIONS.length, digest: digestOf(MIGRATIONS) };
}

async function recordPostgres(): Promise<RecordedLife> {
  const recorder = new Recorder();
  const url = await makeDatabase();
  await migratePostgres(url);
  const { query, commit } = PostgresConnection.prototype;
  PostgresConnection.prototype.query = function (text, params, prepare) {
    recorder.add(text, params);
    return query.call(this, text, params, prepare) as ReturnType<typeof query<never>>;
  };
  PostgresConnection.prototype.commit = function () {
    recorder.add("commit", []);
    return commit.call(this);
  };
  await callEveryVerb(await openPostgresStore(url));
  return {
    ...recorder,
    migrations: POSTGRES_MIGRATIONS.length,
    digest: digestOf(POSTGRES_MIGRATIONS),
  };
}

/** Serializes bytes as JSON; see `releaseSchema`. */
function writeBytes(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: value.toBase64() } : value;
}

const release: RecordedRelease = {
  SQLite: await recordSqlite(),
  Postgres: await recordPostgres(),
};
await Deno.writeTextFile(
  new URL("release_before.json", import.meta.url),
  JSON.stringify(release, writeBytes, 2) + "\n",
);
Deno.exit(0);
