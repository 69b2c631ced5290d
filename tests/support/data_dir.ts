import { join } from "node:path";

/** File name of the embedded database. */
export const FILE = "gift-exchange.db";

const MEMORY = await Deno.stat("/dev/shm").then(() => ({ dir: "/dev/shm" }), () => ({}));

/** Creates a data directory, in memory if possible, so that the disk does not slow down tests. */
export function makeDataDir(): Promise<string> {
  return Deno.makeTempDir({ prefix: "gift-exchange-", ...MEMORY });
}

/** A data directory that is removed with its scope. */
export async function lendDataDir(): Promise<{ path: string } & AsyncDisposable> {
  const path = await makeDataDir();
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

/** Declares a test with its own data directory, which does not exist yet. */
export function dataDirTest(name: string, run: (dataDir: string) => Promise<void>): void {
  Deno.test(name, async () => {
    const dataDir = await Deno.makeTempDir({ prefix: "gift-exchange-" });
    try {
      await run(join(dataDir, "data"));
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  });
}
