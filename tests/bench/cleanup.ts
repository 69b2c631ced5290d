import { type Part } from "./results.ts";
import { createGames } from "./scenarios.ts";
import { build, DATABASES, fillEnvironment, startService } from "./servers.ts";

const GAMES = 100_000;
const SECRET = "cleanup of the benchmark";
/** Pause between two reads of the concurrent reader, in ms. */
const PAUSE = 5;

/** Measures how long archiving many games at once takes, and how long a concurrent reader waits. */
export async function benchCleanup(): Promise<Part> {
  await build();
  const rows = [["database", "games", "seconds", "reads meanwhile", "p99 ms", "longest, ms"]];
  for (const database of DATABASES) {
    const env = await fillEnvironment(database, GAMES, "2020-01-01");
    const service = await startService({ ...env, CLEANUP_SECRET: SECRET });
    const [game] = await createGames(service.url, 1);
    const began = performance.now();
    let isDone = false;
    const cleanup = archiveAll(service.url).finally(() => isDone = true);
    const waits: number[] = [];
    while (!isDone) {
      const asked = performance.now();
      const answer = await fetch(`${service.url}/api/games/${game?.code}`);
      await answer.body?.cancel();
      if (answer.status !== 200) throw new Error(`A read was answered ${answer.status}`);
      waits.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    const archived = await cleanup;
    const seconds = (performance.now() - began) / 1000;
    waits.sort((a, b) => a - b);
    rows.push([
      database,
      archived.toLocaleString("en-GB"),
      seconds.toFixed(0),
      String(waits.length),
      (waits[Math.floor(waits.length * 0.99)] ?? 0).toFixed(0),
      (waits.at(-1) ?? 0).toFixed(0),
    ]);
    console.log(rows.at(-1)?.join("  "));
    await service.stop();
  }
  return {
    title: "Cleanup",
    text: "All games are past their date; one request archives them.",
    rows,
  };
}

/** Archives all past games. @returns their number */
async function archiveAll(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/games/cleanup`, {
    method: "POST",
    headers: { "x-cleanup-secret": SECRET },
  });
  const { archivedCount, failedCount } = await answer.json();
  if (failedCount > 0) throw new Error(`${failedCount} games could not be archived`);
  return archivedCount;
}
