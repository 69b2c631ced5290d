import type { Part } from "./results.ts";
import { createGames, type LoadedGame, requestsOf, SCENARIOS } from "./scenarios.ts";
import {
  build,
  type DatabaseName,
  DATABASES,
  newEnvironment,
  resetResidentPeak,
  residentMemory,
  residentPeak,
  startService,
} from "./servers.ts";

const GAMES = 1_000;
const READS = 10_000;
/** Idle time before the memory of a service is measured, in ms. */
const REST = 10_000;
const CONNECTIONS = 256;
/** Number of requests of each kind over these connections. */
const REQUESTS = 5_000;

/** Start-up time and memory of the service and of an earlier release, each on a new, empty database. */
export async function benchProcess(before?: string): Promise<Part> {
  await build();
  if (before !== undefined) await build(before);
  const rows = [[
    "release",
    "database",
    "first answer, ms",
    "idle, MB",
    `after ${GAMES} games of 10 and ${READS} reads, MB`,
    `peak with ${CONNECTIONS} connections, MB`,
  ]];
  for (const database of DATABASES) {
    rows.push(["this", database, ...await measure(database)]);
    if (before !== undefined) rows.push(["before", database, ...await measure(database, before)]);
  }
  return {
    title: "Process",
    text: `From the start of \`lib/serve.ts\` to its first answer; resident memory ${
      REST / 1000
    } s later.`,
    rows,
  };
}

async function measure(database: DatabaseName, cwd?: string): Promise<string[]> {
  const env = await newEnvironment(database);
  const began = performance.now();
  const service = await startService(env, cwd);
  const started = performance.now() - began;
  await rest();
  const idle = await residentMemory(service.pid);
  const games = await createGames(service.url, GAMES, 10);
  const read = async (from: number) => {
    for (let i = from; i < READS; i += 8) {
      const game = games[i % games.length];
      await (await fetch(`${service.url}/api/games/${game?.code}`)).body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, from) => read(from)));
  await rest();
  const used = await residentMemory(service.pid);
  await resetResidentPeak(service.pid);
  await crowd(service.url, games);
  const peak = await residentPeak(service.pid);
  await service.stop();
  return [started, idle, used, peak].map((value) => value.toFixed(0));
}

/** Sends all requests that are measured, over many connections at once. */
export async function crowd(
  url: string,
  games: readonly LoadedGame[],
  count = REQUESTS,
): Promise<void> {
  for (const scenario of SCENARIOS) {
    const requests = requestsOf(scenario, games);
    let next = 0;
    const ask = async () => {
      while (next < count) {
        const { path, ...init } = requests[next++ % requests.length]!;
        const answer = await fetch(`${url}${path}`, init);
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${scenario} was answered ${answer.status}`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  }
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST));
}
