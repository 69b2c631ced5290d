import { dropDatabase, makeMigratedDatabase } from "../support/postgres.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { type Extent, fuzz, type Report } from "./fuzz.ts";
import { brokenInvariants } from "../support/invariants.ts";

export const DATABASES = ["SQLite", "Postgres"] as const;
export type Database = (typeof DATABASES)[number];

/** Runs the whole service on an empty database, fuzzes it, and checks the database afterwards. */
export async function fuzzOn(database: Database, extent: Extent): Promise<Report> {
  const dataDir = await Deno.makeTempDir({ prefix: "gift-exchange-fuzz-" });
  const databaseUrl = database === "Postgres" ? await makeMigratedDatabase() : null;
  let server: ServerProcess | undefined;
  try {
    server = await startServer({
      DATA_DIR: dataDir,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      TOKEN_SECRET: "the token secret of the fuzzer, which is long",
      CLEANUP_SECRET: "the cleanup secret of the fuzzer",
      // Mails are caught in memory.
      ENVIRONMENT: "development",
      SMTP_URL: "memory:",
      PUBLIC_URL: "https://gifts.example.org",
    });
    const report = await fuzz(server, extent);
    report.defects.push(...await brokenInvariants({ databaseUrl, dataDir }));
    return report;
  } finally {
    await server?.stop();
    await Deno.remove(dataDir, { recursive: true });
    if (databaseUrl) await dropDatabase(databaseUrl);
  }
}

/** Growth of memory in the second half of a run, in MB for each 10,000 requests (least squares). */
export function growth({ memory }: Report, requests: number): number {
  const half = memory.slice(Math.floor(memory.length / 2));
  const middle = (half.length - 1) / 2;
  const mean = half.reduce((sum, one) => sum + one, 0) / half.length;
  let above = 0;
  let below = 0;
  for (const [index, one] of half.entries()) {
    above += (index - middle) * (one - mean);
    below += (index - middle) ** 2;
  }
  const step = requests / (memory.length - 1);
  return below === 0 ? 0 : above / below / step * 10_000;
}
