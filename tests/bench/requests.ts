import { compare, cpuRatio, type Rate, type Target } from "./load.ts";
import { type Part, ratio } from "./results.ts";
import { createGames, type LoadedGame, requestsOf, SCENARIOS } from "./scenarios.ts";
import {
  build,
  type DatabaseName,
  DATABASES,
  newEnvironment,
  type Running,
  startFloor,
  startPeer,
  startService,
} from "./servers.ts";

const CONNECTIONS = [1, 32, 256];
const GAMES = 200;
const EFFORT = { rounds: 5, seconds: 1 };
/** Runs before each kind of request, so that its code is compiled. */
const WARM_UP = { connections: 32, rounds: 1, seconds: 3 };

/** Measures requests per second and CPU time of the service, the floor, the peer, and an earlier release. */
export async function benchRequests(before?: string): Promise<Part> {
  await build();
  if (before !== undefined) await build(before);
  const rows = [[
    "database",
    "request",
    "connections",
    "service /s",
    "floor /s",
    "peer /s",
    "service : floor",
    "service : peer",
    "p99 ms",
    "service, CPU ms",
    "floor",
    "peer",
    ...(before === undefined ? [] : ["before /s", "before, CPU ms", "before : service, CPU"]),
  ]];
  for (const database of DATABASES) {
    const service = await startService(await newEnvironment(database));
    const { floor, games: floorGames } = await openFloor(database);
    const peer = await startPeer(await newEnvironment(database));
    const peerGames = await createGames(peer.url, GAMES);
    const earlier = before !== undefined
      ? await startService(await newEnvironment(database), before)
      : undefined;
    const games = await createGames(service.url, GAMES);
    const earlierGames = earlier ? await createGames(earlier.url, GAMES) : [];
    for (const scenario of SCENARIOS) {
      const targets: Record<string, Target> = {
        service: { ...service, requests: requestsOf(scenario, games) },
        floor: { ...floor, requests: requestsOf(scenario, floorGames) },
        peer: { ...peer, requests: requestsOf(scenario, peerGames) },
        ...(earlier && { before: { ...earlier, requests: requestsOf(scenario, earlierGames) } }),
      };
      await compare(targets, WARM_UP.connections, WARM_UP);
      for (const connections of CONNECTIONS) {
        const rates: Partial<Record<string, Rate>> = await compare(targets, connections, EFFORT);
        const { service: own, floor: bare, peer: other, before: old } = rates;
        if (!own || !bare || !other) throw new Error("Nothing was measured");
        rows.push([
          database,
          scenario,
          String(connections),
          own.perSecond.toFixed(0),
          bare.perSecond.toFixed(0),
          other.perSecond.toFixed(0),
          ratio(own.perSecond, bare.perSecond),
          ratio(own.perSecond, other.perSecond),
          own.p99.toFixed(0),
          ...[own, bare, other].map(({ cpu }) => cpu.toFixed(3)),
          ...(old
            ? [old.perSecond.toFixed(0), old.cpu.toFixed(3), cpuRatio(old, own).toFixed(2)]
            : []),
        ]);
        console.log(rows.at(-1)?.join("  "));
      }
    }
    await Promise.all([service.stop(), floor.stop(), peer.stop(), earlier?.stop()]);
  }
  return {
    title: "Requests",
    text:
      `Medians of ${EFFORT.rounds} rounds of ${EFFORT.seconds} s after ${
        WARM_UP.seconds + 1
      } s to warm up, in turn with ` +
      "the floor and a peer. " +
      "The floor reads the game for each request, through the same driver, and does nothing else. The peer " +
      "is the same service of ordinary make, a hundred lines of Hono on the same database without mails, limits, " +
      "languages and other rules. Games of 3 people; pages packed with gzip. CPU: of the server's process, in all " +
      "its threads; its ratio is the median of the rounds' ratios.",
    rows,
  };
}

/** Opens the floor on a database that a service has filled, so that schema and rows are the same. */
async function openFloor(database: DatabaseName): Promise<{ floor: Running; games: LoadedGame[] }> {
  const env = await newEnvironment(database);
  const service = await startService(env);
  const games = await createGames(service.url, GAMES);
  await service.stop();
  return { floor: await startFloor(env), games };
}
