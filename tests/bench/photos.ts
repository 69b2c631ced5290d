import { DatabaseSync } from "node:sqlite";
import { range } from "@/tests/support/draws.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { makeDatabase } from "../support/postgres.ts";
import type { Part } from "./results.ts";
import { build, residentPeak, startService } from "./servers.ts";
import { createGame } from "./worst_games.ts";

/** Numbers of photos in the databases compared, each photo of the maximum size. */
const COUNTS = [0, 2_750, 11_000];
const GAMES = 50;
const PEOPLE = 11;
/** Number of measurements of each; the peak is the median. */
const ROUNDS = 3;

/** Location of the games, as environment variables. */
type Place = Record<string, string>;

/** Measures the peak memory of backups and restores, with and without photos. */
export async function benchPhotos(): Promise<Part> {
  await build();
  const folder = await Deno.makeTempDir({ prefix: "gift-exchange-bench-" });
  try {
    const rows: string[][] = [];
    for (const count of COUNTS) {
      const rounds = new Map<string, Outcome[]>();
      for (const round of range(ROUNDS)) {
        for (const [what, outcome] of await measureAll(`${folder}/${count}-${round}`, count)) {
          rounds.set(what, [...rounds.get(what) ?? [], outcome]);
        }
      }
      const size = (count * LIMITS.photoBytes / 1e6).toFixed(0);
      for (const [what, outcomes] of rounds) {
        const median = (field: keyof Outcome) =>
          outcomes.map((one) => one[field]).toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;
        rows.push([size, what, median("peak").toFixed(0), median("seconds").toFixed(1)]);
      }
    }
    return {
      title: "Backup and restore of photos",
      text: `${GAMES} games of ${PEOPLE} people with so many MB of photos of ` +
        `${LIMITS.photoBytes / 1024} KiB each, from SQLite and back, to Postgres and from there. ` +
        `The peak is the resident memory of the process that carries the task out; medians of ${ROUNDS}.`,
      rows: [["photos, MB", "", "peak, MB", "seconds"], ...rows],
    };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

interface Outcome {
  /** Peak resident memory, in MB. */
  peak: number;
  seconds: number;
}

async function measureAll(folder: string, count: number): Promise<[string, Outcome][]> {
  const full: Place = { DATA_DIR: `${folder}/full` };
  const sqlite: Place = { DATA_DIR: `${folder}/empty` };
  const postgres: Place = { DATABASE_URL: await makeDatabase(), TOKEN_SECRET: "of the benchmark" };
  full.TOKEN_SECRET = sqlite.TOKEN_SECRET = "of the benchmark";
  await Deno.mkdir(folder);
  await makePhotos(full, count);
  const file = `${folder}/games.gz`;
  const outcomes: [string, Outcome][] = [
    ["backup of SQLite", await measure(full, "backup", file)],
    ["restore to SQLite", await measure(sqlite, "restore", file)],
    ["restore to Postgres", await measure(postgres, "restore", file)],
    ["backup of Postgres", await measure(postgres, "backup", `${folder}/again.gz`)],
  ];
  await Deno.remove(folder, { recursive: true });
  console.log(count, JSON.stringify(outcomes));
  return outcomes;
}

/** Fills a directory: games through a service, photos directly, because uploading thousands would take minutes. */
async function makePhotos(place: Place, count: number): Promise<void> {
  const service = await startService(place);
  for (const _ of range(GAMES)) await createGame(service.url, PEOPLE, {});
  await service.end();
  const db = new DatabaseSync(`${place.DATA_DIR}/gift-exchange.db`);
  db.exec(`
    pragma synchronous = off;
    with recursive n (value) as (select 0 union all select value + 1 from n where value + 1 < ${count})
    insert into photos (game, id, participant, version, type, size, state, since, bytes)
    select game, substr(id, 1, 30) || printf('%06d', value), number, 1, 'image/jpeg',
      ${LIMITS.photoBytes}, 'attached', 0, randomblob(${LIMITS.photoBytes})
    from n join (select game, number, id, row_number() over (order by game, number) - 1 as place
      from participants) on place = value % ${GAMES * PEOPLE}
    where ${count} > 0`);
  db.close();
}

async function measure(place: Place, verb: string, file: string): Promise<Outcome> {
  const { tasks } = JSON.parse(await Deno.readTextFile("deno.json"));
  const [, ...args]: string[] = tasks[verb].command.split(" ");
  const from = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args, file],
    env: place,
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  let peak = 0;
  const watching = setInterval(async () => {
    // NaN once the process has ended.
    peak = Math.max(peak, await residentPeak(child.pid).catch(() => 0) || 0);
  }, 20);
  const { success } = await child.status;
  clearInterval(watching);
  if (!success) throw new Error(`The ${verb} failed`);
  return { peak, seconds: (performance.now() - from) / 1000 };
}
