import { join } from "node:path";

/** The name of the embedded database's file. */
export const FILE = "gift-exchange.db";

const MEMORY = await Deno.stat("/dev/shm").then(() => ({ dir: "/dev/shm" }), () => ({}));

/** Makes a data directory, kept in memory where that can be had, so that no disk slows the tests. */
export function makeDataDir(): Promise<string> {
  return Deno.makeTempDir({ prefix: "gift-exchange-", ...MEMORY });
}

/** Declares a test with a data directory of its own, which is not there yet. */
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
