import type { Part } from "../bench/results.ts";
import { makeDatabase, startPostgres, type TestServer } from "../support/postgres.ts";
import { startServer } from "../support/server.ts";
import { databaseOf } from "../support/sql.ts";
import { type Asked, countFailed, countOf, Load, longest } from "./load.ts";
import { addRow, type Release } from "./release.ts";

const CLIENTS = 8;

/** Ways in which a Postgres server goes away and comes back. */
const FAULTS = {
  stopped: { begin: (server) => server.shutDown(), end: (server) => server.restart() },
  killed: { begin: (server) => server.kill(), end: (server) => server.restart() },
  frozen: { begin: (server) => server.freeze(), end: (server) => Promise.resolve(server.thaw()) },
} satisfies Record<string, Record<"begin" | "end", (server: TestServer) => Promise<void>>>;

export type OutageName = keyof typeof FAULTS;
export const OUTAGES: readonly OutageName[] = ["killed", "stopped", "frozen"];

export interface Outage {
  /** Requests in progress while the server was away. */
  asked: Asked[];
  /** From its return to the first successful answer that needs it, in ms. */
  firstGood: number;
  /** From its return to the last answer that reports it as away, in ms; 0 if there was none. */
  lastRefusal: number;
  /** The longest request, in ms, and the longest one that needs no database. */
  longest: number;
  longestPage: number;
  /** Number of forbidden answers, and of requests without an answer. */
  failed: number;
  missing: string[];
}

/** How long the load continues after each return, in ms. */
const AFTER = 3000;

/**
 * Takes Postgres away under load and gives it back, once for each fault.
 *
 * @param faults their names and durations in seconds
 * @param rest of each client between its rounds once Postgres is back, in ms, to stay out of the next fault.
 */
export async function goThrough(
  faults: readonly (readonly [OutageName, number])[],
  { cwd }: Release,
  rest = 0,
): Promise<Outage[]> {
  const postgres = await startPostgres();
  try {
    const env = {
      DATABASE_URL: await makeDatabase(postgres.url),
      TOKEN_SECRET: "the token secret of an outage",
    };
    const server = await startServer(env, cwd);
    const load = new Load(server.url);
    load.start(CLIENTS);
    const windows: Window[] = [];
    for (const [name, seconds] of faults) {
      load.rest = 0;
      await load.waitForWrites(load.kept.writes + 50);
      const from = performance.now();
      await FAULTS[name].begin(postgres);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      await FAULTS[name].end(postgres);
      const back = performance.now();
      load.rest = rest;
      await new Promise((resolve) => setTimeout(resolve, AFTER));
      windows.push({ from, back, until: performance.now() });
    }
    await load.stop();
    await server.stop();
    const missing = await load.kept.missing(databaseOf(env));
    return windows.map((window) => ({ ...judge(load, window), missing }));
  } finally {
    await postgres.stop();
  }
}

/** The times when Postgres went away, when it was back, and when the observation ended. */
interface Window {
  from: number;
  back: number;
  until: number;
}

function judge(load: Load, { from, back, until }: Window): Omit<Outage, "missing"> {
  const all = load.during(from, until);
  const asked = load.during(from, back);
  const ends = (status: readonly number[]) =>
    all.filter((one) => one.what !== "page" && status.includes(one.status))
      .map(({ at, time }) => at + time - back).filter((time) => time > 0);
  return {
    asked,
    firstGood: Math.min(...ends([200, 201])),
    lastRefusal: Math.max(0, ...ends([503])),
    longest: longest(all),
    longestPage: longest(asked.filter(({ what }) => what === "page")),
    failed: countFailed(all),
  };
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
  const faults = OUTAGES.flatMap((name) => [[name, 3] as const, [name, 15] as const]);
  for (const release of releases) {
    for (const [index, result] of (await goThrough(faults, release)).entries()) {
      addRow(
        rows,
        ...faults[index]!.map(String),
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
  return {
    title: "Postgres away",
    text: `${CLIENTS} clients create, change and read without a pause.`,
    rows,
  };
}
