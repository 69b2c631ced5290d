import { cpuUsage } from "node:process";
import { openPostgresStore } from "@/lib/store/postgres/store.ts";
import postgres from "postgres";
import { fullDatabase, GAMES, makeFull } from "./full_games.ts";
import { type Part, ratio, tableOf } from "./results.ts";
import { type Place, type Side, type Verb, VERBS, WALKS } from "./verb_calls.ts";

/** Games of the database that counts as empty: so many that each call of a round has its own. */
const FEW = 300;
/** Calls in a round, and rounds behind one that warms up; an odd number of them. */
const CALLS = 20;
const ROUNDS = 7;
/** How long after the last answer a server still works for it, in ms. */
const REST = 5;

/** CPU of each verb of the Postgres store with many games compared with few, by the clock of the server's own process. */
export async function benchVerbs(): Promise<Part> {
  return await compareVerbs(await fullDatabase(), await makeFull(FEW));
}

export async function compareVerbs(full: string, few: string): Promise<Part> {
  // The games of the second are asked for once each.
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

/** One store on a database, with one connection. */
interface Measured {
  side: Side;
  /** The server's process for it. */
  pid: number;
  /** Games to ask for, in no order. */
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

/** CPU of one call, in ms. */
interface Cost {
  server: number;
  client: number;
}

/** What a call costs on each side. */
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
  // By turns, so that what else the machine does slows all of them down.
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

/** In ms; Linux counts it in ns there. */
function cpuOf(pid: number): number {
  return Number(Deno.readTextFileSync(`/proc/${pid}/schedstat`).split(" ")[0]) / 1e6;
}

/** Of this process, in ms. */
function clientCpu(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
