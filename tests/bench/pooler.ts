import { findPgBouncer, startPgBouncer } from "../support/pgbouncer.ts";
import type { Part } from "./results.ts";
import { createGames, type LoadRequest, newGame, requestsOf } from "./scenarios.ts";
import { build, newEnvironment, startService } from "./servers.ts";

const SECONDS = 60;
/** Number of concurrent requests of each kind, per instance. */
const AT_ONCE = 16;
const GAMES = 200;
/** Number of people in one game who all change their wish at once. */
const PEOPLE = 226;

/** Number of responses by status, and the longest response time in ms. */
interface Seen {
  statuses: Map<number, number>;
  longest: number;
}

/** Measures responses through PgBouncer in transaction mode, and to many concurrent changes of one game. */
export async function benchPooler(): Promise<Part> {
  await build();
  const binary = await findPgBouncer();
  if (!binary) throw new Error("PgBouncer is not here and could not be installed");
  const rows = [["what", "database", "answers", "of them", "longest, ms"]];
  const report = (what: string, database: string, { statuses, longest }: Seen) => {
    const counts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
    const sum = [...statuses.values()].reduce((total, count) => total + count);
    rows.push([what, database, String(sum), counts.join(", "), longest.toFixed(0)]);
    console.log(rows.at(-1)?.join("  "));
  };
  const direct = await newEnvironment("Postgres");
  await using pooler = await startPgBouncer(binary, direct.DATABASE_URL ?? "", "transaction");
  const pooled = { ...direct, DATABASE_URL: pooler.url };
  const instances = [await startService(pooled), await startService(pooled)];
  const games = await createGames(instances[0]!.url, GAMES);
  const kinds = (["participant's GET", "PATCH", "POST", "participant's page"] as const).map((
    kind,
  ) => ({
    kind,
    seen: { statuses: new Map<number, number>(), longest: 0 },
    requests: requestsOf(kind, games),
  }));
  await Promise.all(
    instances.flatMap(({ url }) =>
      kinds.flatMap(({ requests, seen }) =>
        Array.from({ length: AT_ONCE }, (_, from) => keepAsking(url, requests, from, seen))
      )
    ),
  );
  for (const { kind, seen } of kinds) report(kind, "PgBouncer", seen);
  await Promise.all(instances.map((one) => one.stop()));
  const places = {
    SQLite: await newEnvironment("SQLite"),
    Postgres: await newEnvironment("Postgres"),
    PgBouncer: pooled,
  };
  for (const [database, env] of Object.entries(places)) {
    const service = await startService(env);
    report(`${PEOPLE} changes of one game at once`, database, await changeAtOnce(service.url));
    await service.stop();
  }
  return {
    title: "Pooler and crowd",
    text:
      `PgBouncer in transaction mode with four sessions, two instances, ${AT_ONCE} requests of each kind at a time at each, for ${SECONDS} s; and ${PEOPLE} people of one game who all change their wish at once.`,
    rows,
  };
}

async function keepAsking(
  url: string,
  requests: readonly LoadRequest[],
  from: number,
  seen: Seen,
): Promise<void> {
  const end = performance.now() + SECONDS * 1000;
  for (let at = from; performance.now() < end; at += AT_ONCE) {
    const { path, ...init } = requests[at % requests.length]!;
    await ask(`${url}${path}`, init, seen);
  }
}

async function changeAtOnce(url: string): Promise<Seen> {
  const seen: Seen = { statuses: new Map(), longest: 0 };
  const created = await fetch(`${url}/api/games`, { method: "POST", body: newGame(PEOPLE) });
  const { code, participants }: { code: string; participants: { id: string }[] } = await created
    .json();
  await Promise.all(participants.map(({ id }) => {
    const body = JSON.stringify({ action: "updateWish", participantId: id, wish: `of ${id}` });
    return ask(`${url}/api/games/${code}`, { method: "PATCH", body }, seen);
  }));
  return seen;
}

async function ask(url: string, init: RequestInit, seen: Seen): Promise<void> {
  const began = performance.now();
  const answer = await fetch(url, init);
  await answer.body?.cancel();
  seen.longest = Math.max(seen.longest, performance.now() - began);
  seen.statuses.set(answer.status, (seen.statuses.get(answer.status) ?? 0) + 1);
}
