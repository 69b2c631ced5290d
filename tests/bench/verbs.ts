import { cpuUsage } from "node:process";
import { openPostgresStore } from "@/lib/store/postgres/store.ts";
import postgres from "postgres";
import { fullDatabase, GAMES, makeFull } from "./full_games.ts";
import { type Part, ratio, tableOf } from "./results.ts";
import { type Place, type Side, type Verb, VERBS, WALKS } from "./verb_calls.ts";

/** Number of games in the database that counts as empty: enough for each call of a round to have its own. */
const FEW = 300;
/** Number of calls per round, and of rounds after one to warm up, which must be odd. */
const CALLS = 20;
const ROUNDS = 7;
/** How long a server may still work for a request after its last response, in ms. */
const REST = 5;

/** Measures the server process's CPU time of each verb of the Postgres store, with many games and with few. */
export async function benchVerbs(): Promise<Part> {
  return await compareVerbs(await fullDatabase(), await makeFull(FEW));
}

export async function compareVerbs(full: string, few: string): Promise<Part> {
  // Each game of the second side is requested once.
  const sides = [await openSide(full), await openSide(full), await openSide(few)];
  const rows = [[
    "verb",
    "full, ms",
    "empty, ms",
    "full : empty",
    "full, other games each time, ms",
    "to empty",
    "client: full, ms",
    "client: empty, ms",
  ]];
  for (const [name, verb] of Object.entries(VERBS)) {
    rows.push([name, ...cellsOf(await measure(verb, sides))]);
    console.log(rows.at(-1)?.join("  "));
  }
  const walks = [["verb", "full, ms", "empty, ms"]];
  for (const [name, verb] of Object.entries(WALKS)) {
    walks.push([name, ...cellsOf(await measure(verb, sides)).slice(0, 2)]);
    console.log(walks.at(-1)?.join("  "));
  }
  for (const { side } of sides) await side.store.close();
  return {
    title: "Verbs",
    text: [
      `CPU of each verb of the store on Postgres, by the clocks of the server's process for its connection and of this one: ${
        GAMES.toLocaleString("en-GB")
      } active games compared with ${FEW}, on one server with 2 GB of shared buffers. Medians of ${ROUNDS} rounds of ${CALLS} calls, by turns; the same games in each round, and others each time, which nobody asked for lately.`,
      "What goes through all mails that wait, or through an index of all active games:",
      tableOf(walks),
    ].join("\n\n"),
    rows,
  };
}

/** A store on a database, with one connection. */
interface Measured {
  side: Side;
  /** Id of its server process. */
  pid: number;
  /** Games to request, in random order. */
  games: Place[];
}

async function openSide(url: string): Promise<Measured> {
  const verbs = Object.keys(VERBS).length + Object.keys(WALKS).length;
  const store = await openPostgresStore(url, { size: 1 });
  await store.ping();
  const db = postgres(url, { max: 1 });
  try {
    const games = await db<Place[]>`
      select g.id, g.code, g.organizer_email as email from games g where g.organizer_email is not null
      order by md5(g.code) limit ${verbs * (ROUNDS + 2) * CALLS}`;
    const [row] = await db<{ pid: number }[]>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'gift-exchange'
      order by backend_start desc limit 1`;
    if (!row) throw new Error("The store has no connection");
    return { side: { store, claimed: [], ids: [] }, pid: row.pid, games: [...games] };
  } finally {
    await db.end();
  }
}

/** CPU time of one call, in ms. */
interface Cost {
  server: number;
  client: number;
}

/** Measures the cost of a call on each side. */
async function measure(verb: Verb, sides: readonly Measured[]): Promise<Cost[]> {
  const rounds: Cost[][] = [];
  for (let round = 0; round <= ROUNDS; round++) rounds.push(await playRound(verb, sides));
  return sides.map((_, index) => {
    const costs = rounds.slice(1).flatMap((round) => round[index] ?? []);
    return {
      server: median(costs.map(({ server }) => server)),
      client: median(costs.map(({ client }) => client)),
    };
  });
}

async function playRound(verb: Verb, sides: readonly Measured[]): Promise<Cost[]> {
  const running = [];
  for (const [index, { side, pid, games }] of sides.entries()) {
    const asked = index === 1 ? games.splice(-CALLS) : games.slice(0, CALLS);
    await verb.prepare?.(side, asked);
    await new Promise((resolve) => setTimeout(resolve, REST));
    running.push({ side, pid, asked, before: cpuOf(pid), client: 0 });
  }
  // Alternates between the sides, so that other load on the machine slows down all of them.
  for (let call = 0; call < CALLS; call++) {
    for (const one of running) {
      const before = clientCpu();
      await verb.call(one.side, one.asked[call]!);
      one.client += clientCpu() - before;
    }
  }
  await new Promise((resolve) => setTimeout(resolve, REST));
  return running.map(({ pid, before, client }) => ({
    server: (cpuOf(pid) - before) / CALLS,
    client: client / CALLS,
  }));
}

function cellsOf([full, others, few]: readonly Cost[]): string[] {
  if (!full || !others || !few) throw new Error("A side was not measured");
  return [
    full.server.toFixed(3),
    few.server.toFixed(3),
    ratio(full.server, few.server),
    others.server.toFixed(3),
    ratio(others.server, few.server),
    full.client.toFixed(2),
    few.client.toFixed(2),
  ];
}

/** CPU time of a process in ms; Linux reports ns. */
function cpuOf(pid: number): number {
  return Number(Deno.readTextFileSync(`/proc/${pid}/schedstat`).split(" ")[0]) / 1e6;
}

/** CPU time of this process, in ms. */
function clientCpu(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
