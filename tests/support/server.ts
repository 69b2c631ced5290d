import { Client } from "./client.ts";
import { freePort } from "./postgres.ts";
import { until } from "./until.ts";

/** The service as users start it: a separate process, which ends even if a test fails. */
export interface ServerProcess extends AsyncDisposable {
  url: string;
  /** Client of its JSON API. */
  client: Client;
  /** Kills it without notice, as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to terminate, and waits until it has. @returns its exit code */
  stop(): Promise<number>;
  /** Its output so far. */
  output(): string;
  /** Its resident memory in MB; 0 if the system does not report it. */
  memory(): Promise<number>;
}

/** Set if the app is already built: two test files that build at once would overwrite each other's output. */
export const IS_BUILT = "TEST_APP_IS_BUILT";

/** Builds started by this process, by folder. */
const built = new Map<string, Promise<void>>();
if (Deno.env.has(IS_BUILT)) built.set(".", Promise.resolve());

/** Builds the app, unless this process or the test run already has. @param cwd its checkout */
export async function ensureBuilt(cwd = "."): Promise<void> {
  const building = built.get(cwd) ?? build(cwd);
  built.set(cwd, building);
  await building;
}

/** Builds the app. @param cwd its checkout */
export async function build(cwd = "."): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "build"],
    cwd,
  }).output();
  if (!success) throw new Error(`The build failed: ${new TextDecoder().decode(stderr)}`);
}

/** The words of the start task's command, without its build, which runs once per process. */
async function startCommand(cwd: string, dataDir: string): Promise<string[]> {
  const { tasks } = JSON.parse(await Deno.readTextFile(`${cwd}/deno.json`));
  const command: string = tasks.start.command;
  const words = command.replaceAll(/\$\(deno eval -p '[^']*'\)/g, "$DATA_DIR").replaceAll('"', "");
  return words.split(" ").slice(1).map((word) => word.replaceAll("$DATA_DIR", () => dataDir));
}

/**
 * Starts the service on a free port and waits until it is ready.
 *
 * @param cwd the checkout of another release, instead of this one.
 * @param watcher a command that replaces itself by the service and watches it, such as `strace -D`.
 */
export async function startServer(
  env: Record<string, string>,
  cwd = ".",
  watcher: readonly string[] = [],
): Promise<ServerProcess> {
  await ensureBuilt(cwd);
  const port = env.PORT ? Number(env.PORT) : freePort();
  const url = `http://127.0.0.1:${port}`;
  const [program = "", ...args] = [
    ...watcher,
    Deno.execPath(),
    ...await startCommand(cwd, env.DATA_DIR ?? "data"),
  ];
  const child = new Deno.Command(program, {
    args,
    cwd,
    env: { RATE_LIMIT: "off", HOST: "127.0.0.1", PORT: String(port), ...env },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  const reading = [child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) printed += text;
  });
  const ended = async () => {
    const { code } = await child.status;
    await Promise.all(reading);
    return code;
  };
  const server: ServerProcess = {
    url,
    client: new Client(fetch, url),
    output: () => printed,
    async memory() {
      const status = await Deno.readTextFile(`/proc/${child.pid}/status`).catch(() => "");
      return Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    },
    async kill() {
      child.kill("SIGKILL");
      await ended();
    },
    async stop() {
      try {
        child.kill("SIGTERM");
      } catch (error) {
        throw new Error(`It had ended by itself:\n${printed.slice(-4000)}`, { cause: error });
      }
      return await ended();
    },
    async [Symbol.asyncDispose]() {
      if (!hasEnded) await server.kill();
    },
  };
  let hasEnded = false;
  child.status.then(() => hasEnded = true);
  const isReady = () =>
    fetch(`${url}/api/health/ready`).then(async (answer) => {
      await answer.body?.cancel();
      return answer.ok;
    }, () => false);
  await until(async () => hasEnded || await isReady(), async () => {
    await server.kill();
    return `the server answers:\n${printed}`;
  }, 30);
  if (!hasEnded) return server;
  const code = await ended();
  const { signal } = await child.status;
  throw new Error(`The server did not start, it ended with ${signal ?? code}:\n${printed}`);
}
