import { freePort } from "./postgres.ts";
import { installPackage } from "./programs.ts";
import { until } from "./until.ts";

/** A pooler in front of a test's database. */
export interface TestPooler extends AsyncDisposable {
  url: string;
}

/** Path of its program, installed if allowed; null if there is none. */
export async function findPgBouncer(): Promise<string | null> {
  const find = async () => {
    for (const path of ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"]) {
      if (await Deno.stat(path).then(() => true, () => false)) return path;
    }
    return null;
  };
  return await find() ?? (await installPackage("pgbouncer") ? await find() : null);
}

/** Starts PgBouncer; in transaction mode, any number of clients share four sessions. */
export async function startPgBouncer(
  binary: string,
  target: string,
  mode: "transaction" | "session",
): Promise<TestPooler> {
  const { hostname, port, username, password, pathname } = new URL(target);
  const directory = await Deno.makeTempDir({ prefix: "gift-exchange-pgbouncer-" });
  const listenPort = freePort();
  const database = pathname.slice(1);
  await Deno.writeTextFile(
    `${directory}/pgbouncer.ini`,
    `[databases]
${database} = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === "transaction" ? 4 : 100}
max_client_conn = 200
`,
  );
  await Deno.chmod(directory, 0o755);
  // It refuses to run as root.
  const args = Deno.uid() === 0 ? ["-u", "nobody"] : [];
  const child = new Deno.Command(binary, {
    args: ["-q", ...args, `${directory}/pgbouncer.ini`],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const isUp = () =>
    Deno.connect({ hostname: "127.0.0.1", port: listenPort }).then((conn) => {
      conn.close();
      return true;
    }, () => false);
  await until(isUp, "PgBouncer starts");
  return {
    url: `postgres://${username}@127.0.0.1:${listenPort}/${database}`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await Deno.remove(directory, { recursive: true });
    },
  };
}
