import postgres from "postgres";
import type { Part } from "../bench/results.ts";
import { makeDatabase, startPostgres } from "../support/postgres.ts";
import { startServer } from "../support/server.ts";
import { databaseOf } from "../support/sql.ts";
import type { Client, CreatedGame } from "../support/client.ts";
import { type Asked, countFailed, countOf, Load, longest } from "./load.ts";
import { addRow, type Release } from "./release.ts";

const CLIENTS = 8;
/** Connections that the server of these tests allows. */
const SERVER_CONNECTIONS = 30;

/** A fault in the connections and rows of a service while others use it. */
interface Scene {
  /** A connection that bypasses the service. */
  db: postgres.Sql;
  url: string;
  /** Games without other writers. */
  games: readonly CreatedGame[];
  /** Changes a game repeatedly until `done`. */
  change: (game: CreatedGame, done: Promise<unknown>) => Promise<Asked[]>;
  seconds: number;
}

const FAULTS: Readonly<Record<string, (scene: Scene) => Promise<Asked[]>>> = {
  /** Every connection of the service is terminated, five times a second. */
  async "connections cut"({ db, seconds }) {
    for (let round = 0; round < seconds * 5; round++) {
      await db`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'gift-exchange'`;
      await pause(200);
    }
    return [];
  },

  /** One row is locked, and 50 clients want to change its game. */
  "one game locked": (scene) => whileLocked(scene, scene.games.slice(0, 1), 50),

  /** More games are locked than there are connections, and one client per game wants to change it. */
  "20 games locked: pool exhausted": (scene) => whileLocked(scene, scene.games.slice(0, 20), 1),

  /** Other clients take every connection that the server allows, until the service has none. */
  async "connections used up"({ db, url, seconds }) {
    const isOver = pause(seconds * 1000).then(() => true);
    const others = Array.from({ length: SERVER_CONNECTIONS }, async () => {
      while (!await Promise.race([isOver, false])) {
        const one = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
        await one`select 1`.then(() => isOver, () => pause(5));
        await one.end({ timeout: 1 }).catch(() => {});
      }
    });
    for (let round = 0; round < 10; round++) {
      await db`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'gift-exchange'`;
      await pause(50);
    }
    await Promise.all(others);
    return [];
  },
};

export const CONTENTIONS = Object.keys(FAULTS);

async function whileLocked(
  { db, games: _, change, seconds }: Scene,
  locked: readonly CreatedGame[],
  clients: number,
): Promise<Asked[]> {
  let changes: Promise<Asked[][]> | undefined;
  await db.begin(async (tx) => {
    await tx`select 1 from games where id in ${tx(locked.map(({ id }) => id))} for update`;
    const done = pause(seconds * 1000);
    changes = Promise.all(
      locked.flatMap((game) => Array.from({ length: clients }, () => change(game, done))),
    );
    await done;
  });
  return (await changes)?.flat() ?? [];
}

export interface Contention {
  /** Requests for games that were not held, sent meanwhile. */
  others: Asked[];
  /** Requests for the held games. */
  held: Asked[];
  failed: number;
  missing: string[];
}

/**
 * Puts one service under load through these faults, one after the other.
 *
 * @param faults with their durations in seconds
 * @param rest of each other client between its rounds while rows are locked, in ms; none while connections end
 */
export async function contend(
  faults: readonly (readonly [name: string, seconds: number])[],
  { cwd }: Release,
  rest = 0,
): Promise<Contention[]> {
  const server = await startPostgres(SERVER_CONNECTIONS);
  try {
    const url = await makeDatabase(server.url);
    const env = { DATABASE_URL: url, TOKEN_SECRET: "the token secret of contention" };
    const service = await startServer(env, cwd);
    const db = postgres(url, { max: 1, onnotice: () => {} });
    const games: CreatedGame[] = [];
    for (let count = 0; count < 20; count++) games.push(await service.client.createGame());
    const change = (game: CreatedGame, done: Promise<unknown>) =>
      changeUntil(service.client, game, done);
    const load = new Load(service.url);
    load.start(CLIENTS);
    const results: Omit<Contention, "missing">[] = [];
    for (const [name, seconds] of faults) {
      await load.waitForWrites(load.kept.writes + 50);
      load.rest = name.includes("locked") ? rest : 0;
      const from = performance.now();
      const held = await FAULTS[name]!({ db, url, games, change, seconds });
      const until = performance.now();
      load.rest = 0;
      await load.waitForWrites(load.kept.writes + 20);
      const others = load.during(from, until);
      results.push({ others, held, failed: countFailed([...others, ...held]) });
    }
    await load.stop();
    await db.end();
    await service.stop();
    const missing = await load.kept.missing(databaseOf(env));
    return results.map((result) => ({ ...result, missing }));
  } finally {
    await server.stop();
  }
}

async function changeUntil(
  client: Client,
  game: CreatedGame,
  done: Promise<unknown>,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  let isOver = false;
  done.then(() => isOver = true);
  const body = { action: "updateWish", participantId: game.participants[0]?.id, wish: "Held" };
  while (!isOver) {
    const at = performance.now();
    const { status } = await client.patchGame(game, body);
    asked.push({ what: "change", at, time: performance.now() - at, status });
  }
  return asked;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export async function measureContention(releases: readonly Release[]): Promise<Part> {
  const rows = [[
    "fault",
    "for, s",
    "release",
    "requests of others",
    "answered 503",
    "longest, ms",
    "requests of the held",
    "longest of them, ms",
    "other or no answer",
    "lost or broken",
  ]];
  const faults = CONTENTIONS.map((name) => [name, name === "one game locked" ? 60 : 5] as const);
  for (const release of releases) {
    for (const [index, result] of (await contend(faults, release)).entries()) {
      const { others, held, failed, missing } = result;
      addRow(
        rows,
        ...faults[index]!.map(String),
        release.name,
        String(others.length),
        String(countOf(others, 503)),
        longest(others).toFixed(0),
        String(held.length),
        longest(held).toFixed(0),
        String(failed),
        String(missing.length),
      );
    }
  }
  return {
    title: "Connections and rows held",
    text:
      `${CLIENTS} clients create, change and read other games without a pause; the pool has 10 ` +
      "connections.",
    rows,
  };
}
