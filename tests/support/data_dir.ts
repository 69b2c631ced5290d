import { join } from "node:path";

/** The name of the embedded database's file. */
export const FILE = "gift-exchange.db";

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
