import type { Part } from "../bench/results.ts";
import { makeDatabase, startPostgres, type TestServer } from "../support/postgres.ts";
import { startServer } from "../support/server.ts";
import { databaseOf } from "../support/sql.ts";
import { type Asked, countFailed, countOf, Load, longest } from "./load.ts";
import { addRow, type Release } from "./release.ts";

const CLIENTS = 8;

/** How a Postgres server goes away, and comes back. */
const FAULTS = {
  stopped: { begin: (server) => server.shutDown(), end: (server) => server.restart() },
  killed: { begin: (server) => server.kill(), end: (server) => server.restart() },
  frozen: { begin: (server) => server.freeze(), end: (server) => Promise.resolve(server.thaw()) },
} satisfies Record<string, Record<"begin" | "end", (server: TestServer) => Promise<void>>>;

export type OutageName = keyof typeof FAULTS;
export const OUTAGES: readonly OutageName[] = ["stopped", "killed", "frozen"];

export interface Outage {
  /** Those under way while the server was away. */
  asked: Asked[];
  /** From its return to the first good answer that needed it, in ms. */
  firstGood: number;
  /** From its return to the last answer that says it is away, in ms; 0: none came after. */
  lastRefusal: number;
  /** The longest of all requests, in ms, and of those for which no database is needed. */
  longest: number;
  longestPage: number;
  /** Answers that nobody should get, and requests without any. */
  failed: number;
  missing: string[];
}

/** How long the load goes on after the return, in ms. */
const AFTER = 4000;

/** Takes Postgres away under load for so long. @param seconds less than a client waits */
export async function outage(
  name: OutageName,
  seconds: number,
  { cwd }: Release,
): Promise<Outage> {
  const postgres = await startPostgres();
  try {
    const env = {
      DATABASE_URL: await makeDatabase(postgres.url),
      TOKEN_SECRET: "the token secret of an outage",
    };
    const server = await startServer(env, cwd);
    const load = new Load(server.url);
    load.start(CLIENTS);
    await load.waitForWrites(50);
    const from = performance.now();
    await FAULTS[name].begin(postgres);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    await FAULTS[name].end(postgres);
    const until = performance.now();
    await new Promise((resolve) => setTimeout(resolve, AFTER));
    await load.stop();
    await server.stop();
    const asked = load.during(from, until);
    const after = load.asked.filter(({ what, at, time }) => what !== "page" && at + time > until);
    const ends = (status: readonly number[]) =>
      after.filter((one) => status.includes(one.status)).map(({ at, time }) => at + time - until);
    return {
      asked,
      firstGood: Math.min(...ends([200, 201])),
      lastRefusal: Math.max(0, ...ends([503])),
      longest: longest(load.asked),
      longestPage: longest(asked.filter(({ what }) => what === "page")),
      failed: countFailed(load.asked),
      missing: await load.kept.missing(databaseOf(env)),
    };
  } finally {
    await postgres.stop();
  }
}

/** Postgres stopped, killed and frozen for shorter and longer than a request may take. */
export async function measureOutages(releases: readonly Release[]): Promise<Part> {
  const rows = [[
    "Postgres",
    "for, s",
    "release",
    "requests meanwhile",
    "answered 503",
    "other or no answer",
    "longest, ms",
    "longest page without database, ms",
    "first good answer after its return, ms",
    "last 503 after its return, ms",
    "lost or broken",
  ]];
  for (const name of OUTAGES) {
    for (const seconds of [3, 15]) {
      for (const release of releases) {
        const result = await outage(name, seconds, release);
        addRow(
          rows,
          name,
          String(seconds),
          release.name,
          String(result.asked.length),
          String(countOf(result.asked, 503)),
          String(result.failed),
          result.longest.toFixed(0),
          result.longestPage.toFixed(0),
          result.firstGood.toFixed(0),
          result.lastRefusal.toFixed(0),
          String(result.missing.length),
        );
      }
    }
  }
  return {
    title: "Postgres away",
    text: `${CLIENTS} clients create, change and read without a pause.`,
    rows,
  };
}
