import type { Part } from "./results.ts";
import { build, newEnvironment, type Running, startService } from "./servers.ts";
import {
  BODIES,
  creation,
  FORMS,
  HEADERS,
  type PreparedGames,
  requestsAbout,
  type WorstRequest,
} from "./worst_requests.ts";
import { createGame, prepareGames } from "./worst_games.ts";
import { RULES } from "./worst_rules.ts";

/** Time after which a request has failed, in ms. */
const PATIENCE = 20_000;

/** Result of one request. */
interface Measured {
  status: string;
  /** Time until its response was read, in ms. */
  time: number;
  /** Longest wait of another client meanwhile, in ms. */
  wait: number;
  /** Longest computation of the service during such a wait, in ms. */
  computed: number;
  /** Size of the response, in KiB. */
  size: number;
}

/**
 * Measures the most expensive known requests, and how long another client waits for a small one meanwhile, on this
 * release and an earlier one.
 */
export async function benchWorst(before?: string): Promise<Part> {
  await build();
  const own = await measureAll();
  const earlier = before === undefined ? null : await measureAll(before);
  const shown = (measured: Measured | undefined) =>
    measured
      ? [
        measured.status,
        measured.size,
        measured.time,
        measured.wait,
        measured.computed,
      ].map((value) => typeof value === "number" ? value.toFixed(0) : value)
      : ["", "", "", "", ""];
  const head = (release: string) =>
    ["status", "KiB", "ms", "others wait, ms", "of it computed, ms"].map((word) =>
      `${release}${word}`
    );
  return {
    title: "The most expensive requests",
    text:
      `How long each takes, and how long another client waits for the name of a game at most, ` +
      `asking every 3 ms meanwhile; once each, cold; SQLite. The last is the processor's time of the service ` +
      `alone, which does not depend on what else the machine does.`,
    rows: [
      ["request", ...head(""), ...(earlier ? head("before: ") : [])],
      ...[...own].map(([name, measured]) => [
        name,
        ...shown(measured),
        ...(earlier ? shown(earlier.get(name)) : []),
      ]),
    ],
  };
}

async function measureAll(cwd?: string): Promise<Map<string, Measured>> {
  if (cwd !== undefined) await build(cwd);
  const results = new Map<string, Measured>();
  let bench = await Bench.start(cwd);
  const requests: Record<string, () => WorstRequest> = {
    "nothing but the others": () => ({ method: "GET", path: "/api/health/live" }),
  };
  for (const [name, rules] of Object.entries(RULES)) {
    requests[`creation: ${name}`] = () => creation(rules);
  }
  for (const [name, body] of Object.entries(BODIES)) requests[`body: ${name}`] = () => body;
  for (const name of Object.keys(requestsAbout(bench.games))) {
    requests[name] = () => requestsAbout(bench.games)[name]!;
  }
  for (const [name, request] of Object.entries(HEADERS)) requests[name] = () => request;
  for (const [name, form] of Object.entries(FORMS)) requests[`form: ${name}`] = () => form;
  for (const [title, request] of Object.entries(requests)) {
    const measured = await bench.measure(request());
    results.set(title, measured);
    console.log(title, Object.values(measured).join("  "));
    if (!await bench.isAlive()) bench = await Bench.start(cwd);
  }
  await bench.stop();
  return results;
}

/** A service with games, and another client that polls it. */
class Bench {
  private constructor(
    readonly service: Running,
    readonly games: PreparedGames,
    readonly poller: Worker,
  ) {}

  static async start(cwd?: string): Promise<Bench> {
    const service = await startService(await newEnvironment("SQLite"), cwd);
    const small = await createGame(service.url, 3, {});
    const games = await prepareGames(service.url);
    const poller = new Worker(new URL("poller.ts", import.meta.url), { type: "module" });
    poller.postMessage({ url: `${service.url}/api/games/${small.code}`, pid: service.pid });
    return new Bench(service, games, poller);
  }

  async measure({ method, path, headers = {}, body }: WorstRequest): Promise<Measured> {
    await pause(100);
    const from = now();
    let status = "none";
    let size = 0;
    try {
      const answer = await fetch(this.service.url + path, {
        method,
        headers,
        redirect: "manual",
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(PATIENCE),
      });
      size = (await answer.bytes()).length / 1_024;
      status = String(answer.status);
    } catch {
      // The process has ended or takes too long, so there is no status.
    }
    const until = now();
    // A request sent just before the response may still be waiting.
    await pause(200);
    const { promise, resolve } = Promise.withResolvers<[number, number]>();
    this.poller.onmessage = ({ data }: MessageEvent<[number, number]>) => resolve(data);
    this.poller.postMessage([from, until]);
    const [wait, computed] = await promise;
    return { status, size, time: until - from, wait, computed };
  }

  async isAlive(): Promise<boolean> {
    try {
      await (await fetch(`${this.service.url}/api/health/live`, {
        signal: AbortSignal.timeout(PATIENCE),
      })).body?.cancel();
      return true;
    } catch {
      await this.stop();
      return false;
    }
  }

  async stop(): Promise<void> {
    this.poller.terminate();
    await this.service.stop();
  }
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
