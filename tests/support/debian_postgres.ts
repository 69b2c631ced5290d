import { freePort, type TestServer, waitForServer } from "./postgres.ts";
import { installPackage } from "./programs.ts";

const VERSIONS = "/usr/lib/postgresql";
/** A user id other than root, as which the server refuses to run. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Folder of the newest server's programs, installed if allowed; null if there is none. */
async function findServer(): Promise<string | null> {
  return await newestServer() ?? (await installPackage("postgresql") ? await newestServer() : null);
}

async function newestServer(): Promise<string | null> {
  try {
    const versions = (await Array.fromAsync(Deno.readDir(VERSIONS))).map(({ name }) =>
      Number(name)
    );
    for (const version of versions.sort((a, b) => b - a)) {
      const programs = `${VERSIONS}/${version}/bin`;
      const { isFile } = await Deno.stat(`${programs}/initdb`).catch(() => ({ isFile: false }));
      if (isFile) return programs;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return null;
}

/**
 * Starts an empty Postgres from Debian on a free port, as many operators run it: an older release than the bundled one,
 * with JIT.
 *
 * @param more settings, `name=value`
 * @returns null without a Debian server.
 */
export async function startDebianPostgres(
  more: readonly string[] = [],
): Promise<Pick<TestServer, "url" | "stop"> | null> {
  if (Deno.build.os !== "linux") return null;
  const programs = await findServer();
  if (!programs) return null;
  const directory = await Deno.makeTempDir({ prefix: "gift-exchange-postgres-" });
  const user = Deno.uid() === 0 ? NOBODY : {};
  await Deno.chmod(directory, 0o777);
  const data = `${directory}/data`;
  const run = (program: string, ...args: string[]) =>
    new Deno.Command(`${programs}/${program}`, {
      args,
      ...user,
      cwd: directory,
      stdout: "null",
      stderr: "null",
    });
  const { success } = await run(
    "initdb",
    ...["--pgdata", data, "--username=postgres", "--auth=trust", "--no-sync"],
    ...["--encoding=UTF8", "--locale=C.UTF-8"],
  ).output();
  if (!success) throw new Error("Debian's Postgres could not be set up");
  const port = freePort();
  const settings = [
    ...["fsync=off", "full_page_writes=off", "max_connections=200", "unix_socket_directories="],
    // With a hundred databases, it would start an autovacuum worker every half second.
    "autovacuum_naptime=1h",
    ...more,
  ];
  const server = run(
    "postgres",
    ...["-D", data, "-p", String(port)],
    ...settings.flatMap((setting) => ["-c", setting]),
  ).spawn();
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  await waitForServer(url);
  return {
    url,
    async stop() {
      server.kill("SIGINT");
      await server.status;
      await Deno.remove(directory, { recursive: true });
    },
  };
}
