import { freePort, makeMigratedDatabase } from "../support/postgres.ts";
import { fillGames } from "../support/postgres_games.ts";
import { fillSqlite } from "../support/sqlite_games.ts";

export const DATABASES = ["SQLite", "Postgres"] as const;
export type DatabaseName = (typeof DATABASES)[number];

/** The environment of a server with its own empty database. */
export async function newEnvironment(database: DatabaseName): Promise<Record<string, string>> {
  return database === "Postgres"
    ? { DATABASE_URL: await makeMigratedDatabase(), TOKEN_SECRET: "secret of the benchmark" }
    : { DATA_DIR: await Deno.makeTempDir({ prefix: "gift-exchange-bench-" }) };
}

/**
 * The environment of a server whose database has `count` active games, with the lowest codes of six digits.
 * @param date of all games, YYYY-MM-DD
 */
export async function fillEnvironment(
  database: DatabaseName,
  count: number,
  date = "2031-01-01",
): Promise<Record<string, string>> {
  const env = await newEnvironment(database);
  const service = await startService(env);
  await service.stop();
  if (env.DATABASE_URL) await fillGames(env.DATABASE_URL, count, { date });
  else fillSqlite(`${env.DATA_DIR}/gift-exchange.db`, count, date);
  return env;
}

/** A server in a separate process. */
export interface Running {
  url: string;
  pid: number;
  /** Kills the process. */
  stop(): Promise<void>;
  /** Asks it to terminate, so that it closes its database. */
  end(): Promise<void>;
}

/** Starts a script in a folder and waits until it serves on its port. @param args for `deno` */
export async function start(
  args: string[],
  env: Record<string, string>,
  { cwd, path }: { cwd?: string; path: string },
): Promise<Running> {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = new Deno.Command(Deno.execPath(), {
    args,
    ...(cwd === undefined ? {} : { cwd }),
    env: { PORT: String(port), HOST: "127.0.0.1", RATE_LIMIT: "off", ...env },
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const deadline = Date.now() + 60_000;
  while (!await isAnswered(url + path)) {
    if (Date.now() > deadline) throw new Error(`${args.join(" ")} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return {
    url,
    pid: child.pid,
    async stop() {
      child.kill("SIGKILL");
      await child.status;
    },
    async end() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

async function isAnswered(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    await answer.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the built service of this checkout or, with `cwd`, of another one, with the V8 flags of its task `start`.
 *
 * @param entry module to run instead of the service's own.
 */
export async function startService(
  env: Record<string, string>,
  cwd?: string,
  entry = "lib/serve.ts",
): Promise<Running> {
  const options = { path: "/api/health/live", ...(cwd === undefined ? {} : { cwd }) };
  const config = `${cwd ?? "."}/deno.json`;
  const flags = /--v8-flags=\S+/.exec(await Deno.readTextFile(config)) ?? [];
  return await start(["run", "-A", "-q", "--config=deno.json", ...flags, entry], env, options);
}

/** Starts the floor. */
export function startFloor(env: Record<string, string>): Promise<Running> {
  return start(["run", "-A", "-q", "tests/bench/floor.ts"], env, { path: "/api/games/100000" });
}

/** Starts the peer, whose packages are installed only for tests. */
export function startPeer(env: Record<string, string>): Promise<Running> {
  const args = ["run", "-A", "-q", "--config=tests/deno.json", "tests/bench/peer.ts"];
  return start(args, env, { path: "/api/games/100000" });
}

/** Builds the service of this checkout or of another one. */
export async function build(cwd?: string): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "build"],
    ...(cwd === undefined ? {} : { cwd }),
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** Ticks of the kernel's clock per second. */
const TICKS = 100;

/** CPU time of a process in all its threads, in ms. Linux only. */
export async function cpuTime(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  // Starts after the name in brackets; user and system time are fields 14 and 15 of the whole line.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 1000 / TICKS;
}

/** Resident memory of a process, in MB. Linux only. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Peak resident memory of a process since it was last reset, in MB. Linux only. */
export async function residentPeak(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Resets {@linkcode residentPeak}. */
export function resetResidentPeak(pid: number): Promise<void> {
  return Deno.writeTextFile(`/proc/${pid}/clear_refs`, "5");
}
