import autocannon from "autocannon";
import { fillGames } from "../support/postgres_games.ts";
import type { Part } from "./results.ts";
import { createGames, requestsOf, type Scenario } from "./scenarios.ts";
import { build, newEnvironment, type Running, startService } from "./servers.ts";

const GAMES = 100_000;
const SECONDS = 20;
const CONNECTIONS = 8;
const MEASURED: readonly Scenario[] = ["GET", "POST", "PATCH", "page"];

/** An instance of an earlier release and one of this on one Postgres, under load while this one migrates it. */
export async function benchRolling(before: string): Promise<Part> {
  await build();
  await build(before);
  const env = await newEnvironment("Postgres");
  const old = await startService(env, before);
  if (env.DATABASE_URL) await fillGames(env.DATABASE_URL, GAMES);
  const games = await createGames(old.url, 200);
  const load = (server: Running, release: string) =>
    MEASURED.map(async (scenario) => {
      const requests = requestsOf(scenario, games);
      const { url } = server;
      const result = await autocannon({
        url,
        connections: CONNECTIONS,
        duration: SECONDS,
        requests,
      });
      const { non2xx, errors, timeouts, latency } = result;
      return [
        release,
        scenario,
        String(result.requests.total),
        String(non2xx + errors + timeouts),
        latency.max.toFixed(0),
      ];
    });
  const loaded = load(old, "before");
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const own = await startService(env);
  const rows = await Promise.all([...loaded, ...load(own, "this")]);
  await Promise.all([old.stop(), own.stop()]);
  return {
    title: "Rolling",
    text: `An earlier release and this one on one Postgres with ${
      GAMES.toLocaleString("en-GB")
    } games; this one starts, and migrates, while the earlier is under load.`,
    rows: [["release", "request", "requests", "failed", "longest, ms"], ...rows],
  };
}
