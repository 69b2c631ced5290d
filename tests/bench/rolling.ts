import autocannon from "autocannon";
import { fillGames } from "../support/postgres_games.ts";
import type { Part } from "./results.ts";
import { createGames, type LoadedGame, requestsOf, type Scenario } from "./scenarios.ts";
import { build, newEnvironment, type Running, startService } from "./servers.ts";

const GAMES = 100_000;
const SECONDS = 15;
/** On the embedded database, which one process at a time can open. */
const SECONDS_ALONE = 3;
const CONNECTIONS = 8;
const MEASURED: readonly Scenario[] = ["participant's GET", "POST", "PATCH", "participant's page"];

/** The reported part of an autocannon result. */
interface LoadResult {
  requests: { total: number };
  latency: { max: number };
  non2xx: number;
  errors: number;
  timeouts: number;
}

type Row = [step: string, release: string, requests: string, failed: string, longest: string];

/** Loads a release with requests of all kinds at once. */
async function load(
  step: string,
  release: string,
  { url }: Running,
  games: readonly LoadedGame[],
  duration: number,
): Promise<Row> {
  const results: LoadResult[] = await Promise.all(
    MEASURED.map((scenario) =>
      autocannon({
        url,
        connections: CONNECTIONS,
        duration,
        requests: requestsOf(scenario, games),
      })
    ),
  );
  const sum = (of: (result: LoadResult) => number) =>
    String(results.reduce((total, result) => total + of(result), 0));
  return [
    step,
    release,
    sum(({ requests }) => requests.total),
    sum(({ non2xx, errors, timeouts }) => non2xx + errors + timeouts),
    Math.max(...results.map(({ latency }) => latency.max)).toFixed(0),
  ];
}

/** An earlier release and this one on one database, in turn and both at once, upgrading and downgrading. */
export async function benchRolling(before: string): Promise<Part> {
  await build();
  await build(before);
  return {
    title: "Rolling",
    text:
      `An earlier release and this one, with reads, creations, changes and pages all at once. ` +
      `Postgres with ${
        GAMES.toLocaleString("en-GB")
      } games: this one starts, and migrates, while the ` +
      `earlier is under load; then the earlier is started again next to this one, and goes on alone. ` +
      `SQLite: one after the other in the same directory, each killed before the next starts.`,
    rows: [
      ["step", "release", "requests", "failed", "longest, ms"],
      ...await rollOnPostgres(before),
      ...await rollOnSqlite(before),
    ],
  };
}

async function rollOnPostgres(before: string): Promise<Row[]> {
  const env = await newEnvironment("Postgres");
  let old = await startService(env, before);
  if (env.DATABASE_URL) await fillGames(env.DATABASE_URL, GAMES);
  const games = await createGames(old.url, 200);
  const loaded = load("Postgres: upgrade", "before", old, games, SECONDS);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const own = await startService(env);
  const upgraded = await Promise.all([
    loaded,
    load("Postgres: upgrade", "this", own, games, SECONDS),
  ]);
  await old.stop();

  games.push(...await createGames(own.url, 200));
  const goesOn = load("Postgres: roll back", "this", own, games, SECONDS);
  old = await startService(env, before);
  const rolledBack = await Promise.all([
    goesOn,
    load("Postgres: roll back", "before", old, games, SECONDS),
  ]);
  await own.stop();
  const alone = await load("Postgres: rolled back", "before", old, games, SECONDS_ALONE);
  await old.stop();
  return [...upgraded, ...rolledBack, alone];
}

async function rollOnSqlite(before: string): Promise<Row[]> {
  const env = await newEnvironment("SQLite");
  const games: LoadedGame[] = [];
  const rows: Row[] = [];
  for (
    const [step, release] of [["start", "before"], ["upgrade", "this"], ["roll back", "before"]]
  ) {
    const service = await startService(env, release === "this" ? undefined : before);
    games.push(...await createGames(service.url, 100));
    rows.push(await load(`SQLite: ${step}`, `${release}`, service, games, SECONDS_ALONE));
    await service.stop();
  }
  return rows;
}
