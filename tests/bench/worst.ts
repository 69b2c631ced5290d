import { range } from "@/lib/draw/draw_testing.ts";
import { inDays } from "../support/games.ts";
import type { Part } from "./results.ts";
import { build, newEnvironment, type Running, startService } from "./servers.ts";
import {
  BODIES,
  creation,
  FORMS,
  HEADERS,
  type OpenedGame,
  type PreparedGames,
  requestsAbout,
  type WorstRequest,
} from "./worst_requests.ts";
import { name, randomPair, RULES } from "./worst_rules.ts";

/** People of the games prepared who wish for much, or ask for somebody else: for all it takes minutes. */
const BUSY = 100;
/** What takes longer has failed, in ms. */
const PATIENCE = 20_000;

/** What came of one request. */
interface Measured {
  status: string;
  /** Until its answer was read, in ms. */
  time: number;
  /** The longest that another client waited meanwhile, in ms. */
  wait: number;
  /** The longest that the service computed in such a wait, in ms. */
  computed: number;
  /** Of the answer, in KiB. */
  size: number;
}

/**
 * The most expensive requests that are known, and how long somebody else waits for something small
 * meanwhile: of this release and of an earlier one.
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

/** A service with games in it, and another client that asks for something small all the time. */
class Bench {
  private constructor(
    readonly service: Running,
    readonly games: PreparedGames,
    readonly poller: Worker,
  ) {}

  static async start(cwd?: string): Promise<Bench> {
    const service = await startService(await newEnvironment("SQLite"), cwd);
    const small = await create(service.url, 3, {});
    const games = {
      large: await create(service.url, 990, {}),
      opened: await create(service.url, 990, {}),
      wordy: await create(service.url, 1_000, {}),
      asking: await create(service.url, 1_000, { exclusions: manyPairs() }),
      homes: await create(service.url, 990, {
        households: range(49).map((home) => range(20).map((i) => name(20 * home + i))),
      }),
      pairs: await create(service.url, 990, {
        exclusions: range(12_000).map(() => randomPair(990)),
      }),
    };
    const { opened, wordy, asking, homes, pairs } = games;
    for (const { token } of opened.participants.slice(7)) {
      await read(`${service.url}/api/games/${opened.code}?participantToken=${token}`);
    }
    const words = "\u3042".repeat(1_000);
    await each(service.url, wordy, { action: "updateWish", wish: words, desiredGift: words });
    await each(service.url, asking, { action: "requestReassignment" });
    for (const game of [homes, pairs]) {
      await each(service.url, game, { action: "confirmAssignment" });
      await each(
        service.url,
        { ...game, participants: game.participants.slice(0, 10) },
        { action: "requestReassignment" },
      );
    }
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
      // The process has ended, or takes too long: there is no status.
    }
    const until = now();
    // Who asked just before the answer came may still wait.
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

async function read(url: string): Promise<void> {
  const answer = await fetch(url);
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`Cannot read a game: ${answer.status}`);
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** 16,000 of the 499,500 pairs that 1,000 people are. */
function manyPairs(): [string, string][] {
  return range(16_000).map((i) => {
    const apart = 1 + 31 * Math.floor(i / 1_000);
    return [name(i % 1_000), name((i + apart) % 1_000)];
  });
}

async function create(
  url: string,
  size: number,
  rules: Record<string, unknown>,
): Promise<OpenedGame> {
  const answer = await fetch(`${url}/api/games`, {
    method: "POST",
    body: JSON.stringify({
      name: "x",
      date: inDays(30),
      participants: range(size).map((i) => ({ name: name(i) })),
      ...rules,
    }),
  });
  if (!answer.ok) throw new Error(`No game was made: ${await answer.text()}`);
  return await answer.json();
}

/** Does something for many people of a game. */
async function each(
  url: string,
  { code, participants }: OpenedGame,
  action: Record<string, unknown>,
): Promise<void> {
  for (const { id } of participants.slice(0, BUSY)) {
    const answer = await fetch(`${url}/api/games/${code}`, {
      method: "PATCH",
      body: JSON.stringify({ ...action, participantId: id }),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`Cannot prepare a game: ${answer.status}`);
  }
}
