import { fileURLToPath } from "node:url";
import { range } from "@/tests/support/draws.ts";
import type { Part } from "./results.ts";
import { build, resetResidentPeak, residentPeak, type Running, startService } from "./servers.ts";
import { type CrowdRequests, crowdRequests } from "./crowd_requests.ts";
import { prepareLargeGames } from "./worst_games.ts";
import type { WorstRequest } from "./worst_requests.ts";

const WATCHED_SERVICE = fileURLToPath(new URL("watched_serve.ts", import.meta.url));
/** Number of concurrent requests. */
const CROWD = 200;
/** Number of sequential requests before, to warm the service up. */
const WARM = 5;
/** Number of repetitions, each with a new service; figures are medians, memory is the maximum. */
const ROUNDS = 5;
/** Time after which a request counts as lost, in ms. */
const PATIENCE = 60_000;

/** Result of one crowd. */
interface Outcome {
  /** Longest computation of the main thread without a turn of the event loop, in ms. */
  block: number;
  /** Peak resident memory, in MB. */
  peak: number;
  answered: number;
  /** Responses with status 429 or 503. */
  slowed: number;
  busy: number;
  /** Time until the last response, and until the last one that was not refused, in ms. */
  last: number;
  lastAnswered: number;
}

/**
 * Sends each of the most expensive requests 200 times concurrently, each from a different client, because limits are
 * per client.
 *
 * @param only limits the requests to those with a matching name.
 */
export async function benchCrowd(before?: string, only = /(?:)/): Promise<Part> {
  await build();
  const own = await measureAll(only);
  const earlier = before === undefined ? null : await measureAll(only, before);
  const head = (release: string) =>
    ["block, CPU ms", "peak, MB", "answered", "429", "503", "last answer, s", "last of all, s"]
      .map((word) => `${release}${word}`);
  const shown = (one: Outcome | undefined) =>
    one
      ? [
        ...[one.block, one.peak, one.answered, one.slowed, one.busy].map((value) =>
          value.toFixed(0)
        ),
        ...[one.lastAnswered, one.last].map((ms) => (ms / 1_000).toFixed(1)),
      ]
      : range(7).map(() => "");
  return {
    title: `${CROWD} of one expensive request at once`,
    text:
      `Each from a client of its own, after ${WARM} of them one after the other, limits as they come; SQLite. A block is the ` +
      `longest that the main thread computed between two turns of its event loop, by the processor's time. ` +
      `Medians of ${ROUNDS}; of the memory the highest. What is missing of ${CROWD} failed or took longer than ` +
      `${PATIENCE / 1_000} s.`,
    rows: [
      ["request", ...head(""), ...(earlier ? head("before: ") : [])],
      ...[...own].map(([name, one]) => [
        name,
        ...shown(one),
        ...(earlier ? shown(earlier.get(name)) : []),
      ]),
    ],
  };
}

async function measureAll(only: RegExp, cwd?: string): Promise<Map<string, Outcome>> {
  if (cwd !== undefined) await build(cwd);
  const prepared = await Deno.makeTempDir({ prefix: "gift-exchange-bench-" });
  const requests = await prepare(prepared, cwd);
  const outcomes = new Map<string, Outcome>();
  for (const [name, request] of Object.entries(requests)) {
    if (!only.test(name)) continue;
    const rounds: Outcome[] = [];
    for (const _ of range(ROUNDS)) {
      rounds.push(await measure(prepared, request, cwd));
    }
    const outcome = summary(rounds);
    outcomes.set(name, outcome);
    console.log(name, JSON.stringify(outcome));
  }
  await Deno.remove(prepared, { recursive: true });
  return outcomes;
}

/** Creates the games once, in a directory that is copied for each service. */
async function prepare(dataDir: string, cwd?: string): Promise<CrowdRequests> {
  const service = await startService({ DATA_DIR: dataDir }, cwd);
  const games = await prepareLargeGames(service.url);
  const requests = await crowdRequests(service.url, games);
  await service.end();
  return requests;
}

async function measure(
  prepared: string,
  request: (index: number) => WorstRequest,
  cwd?: string,
): Promise<Outcome> {
  const dataDir = await Deno.makeTempDir({ prefix: "gift-exchange-bench-" });
  for await (const { name, isFile } of Deno.readDir(prepared)) {
    if (isFile) await Deno.copyFile(`${prepared}/${name}`, `${dataDir}/${name}`);
  }
  const watched = `${dataDir}/block`;
  const env = { DATA_DIR: dataDir, RATE_LIMIT: "1000", TRUST_PROXY: "on", WATCHED: watched };
  const service = await startService(env, cwd, WATCHED_SERVICE);
  for (const index of range(WARM)) await ask(service, request(index), CROWD + index);
  await pause(1_000);
  await longestBlock(service, watched);
  await resetResidentPeak(service.pid);
  const answers = await Promise.all(
    range(CROWD).map((index) => ask(service, request(WARM + index), index)),
  );
  const block = await longestBlock(service, watched);
  const peak = await residentPeak(service.pid);
  await service.stop();
  await Deno.remove(dataDir, { recursive: true });
  const count = (...statuses: number[]) =>
    answers.filter(({ status }) => statuses.includes(status)).length;
  const refused = [0, 429, 503];
  const latest = (some: typeof answers) => Math.max(0, ...some.map(({ time }) => time));
  return {
    block,
    peak,
    answered: answers.length - count(...refused),
    slowed: count(429),
    busy: count(503),
    last: latest(answers),
    lastAnswered: latest(answers.filter(({ status }) => !refused.includes(status))),
  };
}

/** Reads the longest block since the last call, reported by `watched_serve.ts`. */
async function longestBlock({ pid }: Running, file: string): Promise<number> {
  await Deno.remove(file).catch(() => {});
  Deno.kill(pid, "SIGUSR2");
  for (;;) {
    const longest = await Deno.readTextFile(file).catch(() => null);
    if (longest !== null) return Number(longest);
    await pause(20);
  }
}

/** Sends a request. @returns status 0 without a response */
async function ask(
  { url }: Running,
  { method, path, headers, body }: WorstRequest,
  index: number,
): Promise<{ status: number; time: number }> {
  const from = now();
  try {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers, "x-forwarded-for": `198.18.${index}.1` },
      redirect: "manual",
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    for await (const _ of answer.body ?? []) { /* As a browser reads it: to its end. */ }
    return { status: answer.status, time: now() - from };
  } catch {
    return { status: 0, time: now() - from };
  }
}

function summary(rounds: readonly Outcome[]): Outcome {
  const median = (field: keyof Outcome) =>
    rounds.map((one) => one[field]).toSorted((a, b) => a - b)[rounds.length >> 1] ?? 0;
  return {
    block: median("block"),
    peak: Math.max(...rounds.map(({ peak }) => peak)),
    answered: median("answered"),
    slowed: median("slowed"),
    busy: median("busy"),
    last: median("last"),
    lastAnswered: median("lastAnswered"),
  };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
