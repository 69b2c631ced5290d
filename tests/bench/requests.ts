import { compare, type Rate } from "./load.ts";
import { type Part, ratio } from "./results.ts";
import { createGames, type LoadedGame, requestsOf, SCENARIOS } from "./scenarios.ts";
import {
  build,
  type DatabaseName,
  DATABASES,
  newEnvironment,
  type Running,
  startFloor,
  startService,
} from "./servers.ts";

const CONNECTIONS = [1, 32, 256];
const GAMES = 200;
const EFFORT = { rounds: 3, seconds: 1 };

/** Requests a second of the service and the floor, and of an earlier release on its embedded database. */
export async function benchRequests(before?: string): Promise<Part> {
  await build();
  if (before !== undefined) await build(before);
  const rows = [[
    "database",
    "request",
    "connections",
    "service /s",
    "floor /s",
    "service : floor",
    "p99 ms",
    ...(before === undefined ? [] : ["before /s", "service : before"]),
  ]];
  for (const database of DATABASES) {
    const service = await startService(await newEnvironment(database));
    const { floor, games: floorGames } = await openFloor(database);
    const earlier = before !== undefined
      ? await startService(await newEnvironment(database), before)
      : undefined;
    const games = await createGames(service.url, GAMES);
    const earlierGames = earlier ? await createGames(earlier.url, GAMES) : [];
    for (const scenario of SCENARIOS) {
      for (const connections of CONNECTIONS) {
        const rates: Partial<Record<string, Rate>> = await compare<string>(
          {
            service: { url: service.url, requests: requestsOf(scenario, games) },
            floor: { url: floor.url, requests: requestsOf(scenario, floorGames) },
            ...(earlier &&
              { before: { url: earlier.url, requests: requestsOf(scenario, earlierGames) } }),
          },
          connections,
          EFFORT,
        );
        const { service: own, floor: bare, before: old } = rates;
        if (!own || !bare) throw new Error("Nothing was measured");
        rows.push([
          database,
          scenario,
          String(connections),
          own.perSecond.toFixed(0),
          bare.perSecond.toFixed(0),
          ratio(own.perSecond, bare.perSecond),
          own.p99.toFixed(0),
          ...(old ? [old.perSecond.toFixed(0), ratio(own.perSecond, old.perSecond)] : []),
        ]);
        console.log(rows.at(-1)?.join("  "));
      }
    }
    await Promise.all([service.stop(), floor.stop(), earlier?.stop()]);
  }
  return {
    title: "Requests",
    text: `Medians of ${EFFORT.rounds} rounds of ${EFFORT.seconds} s, in turn with the floor: a ` +
      "server that runs the same query for each request, through the same driver, and does nothing else.",
    rows,
  };
}

/** The floor's database holds games that a service has made: its schema and its rows are the same. */
async function openFloor(database: DatabaseName): Promise<{ floor: Running; games: LoadedGame[] }> {
  const env = await newEnvironment(database);
  const service = await startService(env);
  const games = await createGames(service.url, GAMES);
  await service.stop();
  return { floor: await startFloor(env), games };
}
