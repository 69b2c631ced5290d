import { compare, type Target } from "./load.ts";
import { type Part, ratio } from "./results.ts";
import { createGames, newGame, requestsOf } from "./scenarios.ts";
import { build, DATABASES, fillEnvironment, newEnvironment, startService } from "./servers.ts";

const CONNECTIONS = 32;
const GAMES = [800_000, 890_000];
const CREATIONS = 10_000;
const EFFORT = { rounds: 3, seconds: 1 };

/** Compares the service on a database with many active games with one on an empty database. */
export async function benchScale(): Promise<Part> {
  await build();
  const rows = [[
    "database",
    "active games",
    "request",
    "/s",
    "empty /s",
    "ratio",
    `failed of ${CREATIONS} creations`,
  ]];
  for (const database of DATABASES) {
    const empty = await startService(await newEnvironment(database));
    const emptyGames = await createGames(empty.url, 200);
    for (const count of GAMES) {
      const full = await startService(await fillEnvironment(database, count));
      const fullGames = await createGames(full.url, 200);
      for (const scenario of ["participant's GET", "POST"] as const) {
        const targets: Record<"full" | "empty", Target> = {
          full: { ...full, requests: requestsOf(scenario, fullGames) },
          empty: { ...empty, requests: requestsOf(scenario, emptyGames) },
        };
        const rates = await compare(targets, CONNECTIONS, EFFORT);
        rows.push([
          database,
          count.toLocaleString("en-GB"),
          scenario,
          rates.full.perSecond.toFixed(0),
          rates.empty.perSecond.toFixed(0),
          ratio(rates.full.perSecond, rates.empty.perSecond),
          scenario === "POST" ? String(await failedCreations(full.url)) : "",
        ]);
        console.log(rows.at(-1)?.join("  "));
      }
      await full.stop();
    }
    await empty.stop();
  }
  return {
    title: "Scale",
    text:
      `${CONNECTIONS} connections; medians of ${EFFORT.rounds} rounds of ${EFFORT.seconds} s, in turn.`,
    rows,
  };
}

async function failedCreations(url: string): Promise<number> {
  let left = CREATIONS;
  let failed = 0;
  const body = newGame(3);
  const create = async () => {
    while (left-- > 0) {
      const answer = await fetch(`${url}/api/games`, { method: "POST", body });
      await answer.body?.cancel();
      if (answer.status !== 201) failed++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, create));
  return failed;
}
