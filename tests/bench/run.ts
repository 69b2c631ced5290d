/**
 * Requests a second of the service and of the floor, side by side: both servers run all the time, and
 * short rounds go to one and the other in turn, so that what else the machine does falls on both.
 */
import autocannon from "autocannon";
import { inDays, people } from "../support/games.ts";
import { freePort, makeDatabase, startPostgres } from "../support/postgres.ts";
import { startServer } from "../support/server.ts";

const ROUNDS = 7;
const SECONDS = 3;
const CONNECTIONS = 16;

const body = JSON.stringify({ name: "Party", date: inDays(9), participants: people(3) });
const postgres = await startPostgres();
Deno.env.set("TEST_DATABASE_URL", postgres.url);

for (const database of ["PGlite", "Postgres"]) {
  const env = async (): Promise<Record<string, string>> =>
    database === "PGlite"
      ? { DATA_DIR: "memory:" }
      : { DATABASE_URL: await makeDatabase(), TOKEN_SECRET: "secret of the benchmark" };
  const service = await startServer(await env());
  const floor = await startFloor(await env());
  const code = await createGame(service.url);
  const floorCode: string = (await (await fetch(floor.url)).json()).code;
  await compare(database, "GET", `${service.url}/api/games/${code}`, `${floor.url}/${floorCode}`);
  await compare(database, "POST", `${service.url}/api/games`, floor.url);
  await service.kill();
  await floor.kill();
}
await postgres.stop();
Deno.exit(0);

async function compare(database: string, method: "GET" | "POST", service: string, floor: string) {
  const rates = { service: [] as number[], floor: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, url] of [["service", service], ["floor", floor]] as const) {
      const { requests, non2xx, errors } = await autocannon({
        url,
        method,
        connections: CONNECTIONS,
        duration: SECONDS,
        ...(method === "POST" ? { body } : {}),
      });
      if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx + errors} requests failed`);
      // The first round warms both up.
      if (round > 0) rates[name].push(requests.average);
    }
  }
  const [own, bare] = [median(rates.service), median(rates.floor)];
  console.log(
    `${database} ${method}: ${own.toFixed(0)} requests/s, floor ${bare.toFixed(0)}, ` +
      `ratio ${(own / bare).toFixed(2)}`,
  );
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function createGame(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/games`, { method: "POST", body });
  return (await answer.json()).code;
}

async function startFloor(env: Record<string, string>) {
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tests/bench/floor.ts"],
    env: { PORT: String(port), ...env },
  }).spawn();
  while (!await fetch(url).then((answer) => answer.body?.cancel().then(() => true), () => false)) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    kill: async () => {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}
