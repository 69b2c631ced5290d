import assert from "node:assert/strict";
import type { Part } from "../bench/results.ts";
import { type DatabaseName, DATABASES, newEnvironment } from "../bench/servers.ts";
import type { CreatedGame } from "../support/client.ts";
import { type ServerProcess, startServer } from "../support/server.ts";
import { assertValidDraw } from "../support/views.ts";
import { databaseOf } from "../support/sql.ts";
import { Load } from "./load.ts";
import { Kept } from "./kept.ts";
import { addRow, median, type Release } from "./release.ts";

/** Number of clients that write at the moment of each kill. */
const CLIENTS = 4;
interface Kills {
  /** Number of acknowledged writes. */
  writes: number;
  /** Acknowledged writes that are missing, and content that must not be there. */
  missing: string[];
  /** From each start to the first answer, in ms. */
  starts: number[];
}

/**
 * Kills the service repeatedly while it writes, and checks the stored data after every tenth and the last kill.
 *
 * @param writes acknowledged before each kill, at least
 * @throws if the service does not show the stored data unchanged.
 */
export async function killInMidWrite(
  database: DatabaseName,
  { kills, writes }: { kills: number; writes: number },
  { cwd }: Release,
): Promise<Kills> {
  const env = await newEnvironment(database);
  const result: Kills = { writes: 0, missing: [], starts: [] };
  const kept = new Kept();
  for (let kill = 0; kill <= kills; kill++) {
    const began = performance.now();
    const server = await startServer(env, cwd);
    result.starts.push(performance.now() - began);
    if (kill % 10 === 0 || kill === kills) {
      result.missing.push(...await kept.missing(databaseOf(env)));
    }
    if (kill === kills) {
      await assertShown(server, kept.games);
      assert.equal(await server.stop(), 0, server.output());
      break;
    }
    const load = new Load(server.url, kept);
    load.start(CLIENTS);
    await load.waitForWrites(kept.writes + writes);
    await new Promise((resolve) => setTimeout(resolve, 100 * Math.random()));
    await server.kill();
    await load.stop();
  }
  result.writes = kept.writes;
  if (env.DATA_DIR) await Deno.remove(env.DATA_DIR, { recursive: true });
  return result;
}

/** With the links that were returned at creation. */
async function assertShown({ client }: ServerProcess, games: readonly CreatedGame[]) {
  for (const game of games) {
    const view = await client.readAsOrganizer(game);
    assert.deepEqual(view.assignments, game.assignments);
    assertValidDraw(view);
  }
  assertValidDraw(await client.createGame());
}

/** Fifty kills on each database. */
export async function measureKills(releases: readonly Release[]): Promise<Part> {
  const kills = 50;
  const rows = [[
    "database",
    "release",
    "acknowledged writes",
    "lost or broken",
    "start, ms (median)",
    "start, ms (longest)",
  ]];
  for (const database of DATABASES) {
    for (const release of releases) {
      const { writes, missing, starts } = await killInMidWrite(
        database,
        { kills, writes: 20 },
        release,
      );
      addRow(
        rows,
        database,
        release.name,
        String(writes),
        String(missing.length),
        median(starts).toFixed(0),
        Math.max(...starts).toFixed(0),
      );
    }
  }
  return {
    title: "Killed in mid-write",
    text: `${kills} SIGKILLs each, while ${CLIENTS} clients write.`,
    rows,
  };
}
