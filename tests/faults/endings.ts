import type { Part } from "../bench/results.ts";
import { type DatabaseName, DATABASES, newEnvironment } from "../bench/servers.ts";
import { createdGameSchema } from "@/lib/http/answer_schemas.ts";
import { people } from "../support/games.ts";
import { startServer } from "../support/server.ts";
import { databaseOf } from "../support/sql.ts";
import { Kept } from "./kept.ts";
import { addRow, type Release } from "./release.ts";

export interface Ending {
  answered: number;
  /** Requests that had no answer: their connection was reset. */
  reset: number;
  /** From the signal to the exit, in ms. */
  time: number;
  exitCode: number;
  missing: string[];
}

/**
 * Asks a service to shut down while many requests are on their way to it.
 *
 * @param size number of people in each created game.
 * @param delay from the first request to the signal, in ms.
 */
export async function endUnderLoad(
  database: DatabaseName,
  { requests, size, delay }: { requests: number; size: number; delay: number },
  { cwd }: Release,
): Promise<Ending> {
  const env = await newEnvironment(database);
  const server = await startServer(env, cwd);
  const kept = new Kept();
  let answered = 0;
  const asking = Promise.all(Array.from({ length: requests }, async () => {
    const body = { name: "Party", date: "2099-12-24", participants: people(size) };
    const answer = await server.client.post("/api/games", body).catch(() => null);
    if (!answer) return;
    answered++;
    if (answer.status === 201) kept.addGame(createdGameSchema.parse(answer.body));
  }));
  await new Promise((resolve) => setTimeout(resolve, delay));
  const began = performance.now();
  const exitCode = await server.stop();
  const time = performance.now() - began;
  await asking;
  const missing = await kept.missing(databaseOf(env));
  if (env.DATA_DIR) await Deno.remove(env.DATA_DIR, { recursive: true });
  return { answered, reset: requests - answered, time, exitCode, missing };
}

/** 200 requests in progress, just sent or half answered. */
export async function measureEndings(releases: readonly Release[]): Promise<Part> {
  const requests = 200;
  const rows = [[
    "database",
    "people in each game",
    "SIGTERM after, ms",
    "release",
    "answered",
    "reset",
    "ended after, ms",
    "lost or broken",
  ]];
  for (const database of DATABASES) {
    for (const [size, delay] of [[3, 10], [3, 50], [200, 50], [200, 300]] as const) {
      for (const release of releases) {
        const result = await endUnderLoad(database, { requests, size, delay }, release);
        addRow(
          rows,
          database,
          String(size),
          String(delay),
          release.name,
          String(result.answered),
          String(result.reset),
          result.time.toFixed(0),
          String(result.missing.length),
        );
      }
    }
  }
  return {
    title: "Asked to end under load",
    text: `SIGTERM while ${requests} games are being created, each over a connection of its own.`,
    rows,
  };
}
