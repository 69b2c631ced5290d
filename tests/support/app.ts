import type { PushNetwork } from "@/lib/mail/push_network.ts";
import { openServices, type Services } from "@/lib/services.ts";
import { parseSettings } from "@/lib/settings.ts";
import { createApp } from "@/main.ts";
import { applyBuild } from "./built.ts";
import { Client } from "./client.ts";
import { makeDataDir } from "./data_dir.ts";
import { lendDatabase } from "./postgres.ts";
import { openMigrated } from "./sqlite_template.ts";
import { databasesFor } from "./sample.ts";

/** A complete service in this process, on its own empty database. */
export interface TestApp extends AsyncDisposable {
  services: Services;
  /** Client of the JSON API. */
  client: Client;
  /** Handles a request as the server would; `client` is the sender's IP address. */
  fetch(request: Request, client?: string): Promise<Response>;
}

/** Default settings of tests. */
const SETTINGS = {
  RATE_LIMIT: "off",
  CLEANUP_SECRET: "cleanup secret of the tests",
  TOKEN_SECRET: "token secret of the tests, long enough",
};

const NO_NETWORK: PushNetwork = {
  resolve: () => Promise.reject(new Error("no network")),
  isAllowed: () => false,
  port: 0,
};

/**
 * Starts a service on SQLite, or with `DATABASE_URL` on a Postgres server.
 *
 * @param network connects to push services; by default to none.
 */
export async function startApp(
  env: Record<string, string> = {},
  network: PushNetwork = NO_NETWORK,
): Promise<TestApp> {
  const dataDir = await makeDataDir();
  const settings = parseSettings({ ...SETTINGS, DATA_DIR: dataDir, ...env });
  const isOwn = !settings.databaseUrl && settings.dataDir === dataDir;
  const services = await openServices(settings, network, isOwn ? openMigrated : undefined);
  const fetch = await serveInProcess(services);
  return {
    services,
    client: new Client((request) => fetch(request)),
    fetch,
    async [Symbol.asyncDispose]() {
      await services.close();
      await Deno.remove(dataDir, { recursive: true });
    },
  };
}

/** Serves in this process without a port. Handles requests that come from the IP address `client`. */
export async function serveInProcess(services: Services): Promise<TestApp["fetch"]> {
  const app = createApp(() => Promise.resolve(services));
  await applyBuild(app);
  const handler = app.handler();
  return async (request, client = "192.0.2.1") =>
    await handler(request, {
      remoteAddr: { transport: "tcp", hostname: client, port: 1 },
      completed: Promise.resolve(),
    });
}

/** Declares a test for each database, with a service on it. */
export function testAppOnBoth(name: string, run: (app: TestApp) => Promise<void>): void {
  testOnBoth(name, async (env) => {
    await using app = await startApp(env);
    await run(app);
  });
}

/** Declares a test for each database, see `databasesFor`. @param run receives the settings that select the database */
export function testOnBoth(
  name: string,
  run: (env: Record<string, string>) => Promise<void>,
): void {
  for (const database of databasesFor(name, ["SQLite", "Postgres"])) {
    Deno.test({
      name: `${name} (${database})`,
      // The drivers keep timers and sockets until they are closed.
      sanitizeOps: false,
      sanitizeResources: false,
      async fn() {
        using lent = database === "Postgres" ? await lendDatabase() : undefined;
        await run(lent ? { DATABASE_URL: lent.url } : {});
      },
    });
  }
}
