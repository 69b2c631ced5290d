import { range } from "@/tests/support/draws.ts";
import { openMeter } from "./meter.ts";
import { type Part, ratio } from "./results.ts";
import { build, DATABASES, newEnvironment, startService } from "./servers.ts";
import { createGame } from "./worst_games.ts";
import type { OpenedGame, WorstRequest } from "./worst_requests.ts";

const PEOPLE = 1_000;
const ITEMS = 20;
/** Number of rounds, alternating between games with and without lists; figures are medians. */
const ROUNDS = 9;
/** Number of requests per round, each by a different participant. */
const REQUESTS = 10;

type Ask = (url: string, game: OpenedGame, index: number) => Promise<Response>;

const token = ({ participants }: OpenedGame, index: number) => participants[index]?.token ?? "";
const get =
  (path: string, headers: (game: OpenedGame, index: number) => HeadersInit): Ask =>
  (url, game, index) =>
    fetch(url + path.replace("CODE", game.code), { headers: headers(game, index) });
const participant = (game: OpenedGame, index: number) => ({
  cookie: `participant_${game.code}=${token(game, index)}`,
});

const REQUESTED: Record<string, Ask> = {
  "participant’s answer": get(
    "/api/games/CODE",
    (game, index) => ({ "x-participant-token": token(game, index) }),
  ),
  "organizer’s answer": get(
    "/api/games/CODE",
    ({ organizerToken }) => ({ "x-organizer-token": organizerToken }),
  ),
  "participant’s page": get("/games/CODE", participant),
  "page of one’s own list": get("/games/CODE/wishes", participant),
  "organizer’s page": get(
    "/games/CODE/organize",
    ({ code, organizerToken }) => ({ cookie: `organizer_${code}=${organizerToken}` }),
  ),
};

interface Cost {
  /** CPU time of service and database for one request, in ms. */
  cpu: number;
  /** Size of a response, in bytes. */
  size: number;
}

/** Measures the cost of wish lists in views and pages of a game of a thousand people. */
export async function benchWishes(): Promise<Part> {
  await build();
  const rows: string[][] = [];
  for (const database of DATABASES) {
    const sides = [await prepare(database, true), await prepare(database, false)] as const;
    for (const [name, ask] of Object.entries(REQUESTED)) {
      const [having, bare] = [[], []] as [Cost[], Cost[]];
      // The first round warms up.
      for (const round of range(ROUNDS + 1)) {
        for (const [side, costs] of [[sides[0], having], [sides[1], bare]] as const) {
          const cost = await side.measure(ask);
          if (round > 0) costs.push(cost);
        }
      }
      const [one, other] = [median(having), median(bare)];
      rows.push([
        name,
        database,
        ...[one.cpu, other.cpu].map((cpu) => cpu.toFixed(1)),
        ratio(one.cpu, other.cpu),
        ...[one.size, other.size].map((size) => (size / 1e3).toFixed(1)),
      ]);
      console.log(rows.at(-1)?.join(" | "));
    }
    for (const side of sides) await side.close();
  }
  return {
    title: "Wish lists",
    text:
      `A game of ${PEOPLE} people, each with a list of ${ITEMS} items, compared with the same ` +
      `without lists: CPU of the service and its database for one request, by turns; ` +
      `medians of ${ROUNDS} rounds of ${REQUESTS} requests. Sizes before compression.`,
    rows: [
      ["request", "database", "ms", "without, ms", "ratio", "KB", "without, KB"],
      ...rows,
    ],
  };
}

async function prepare(database: (typeof DATABASES)[number], hasLists: boolean) {
  const env = await newEnvironment(database);
  const service = await startService(env);
  const game = await createGame(service.url, PEOPLE, {});
  if (hasLists) {
    for (const index of range(PEOPLE)) await setWishes(service.url, game, index);
  }
  const meter = await openMeter(service.pid, env);
  return {
    async measure(ask: Ask): Promise<Cost> {
      const before = await meter.read();
      let size = 0;
      for (const index of range(REQUESTS)) {
        const answer = await ask(service.url, game, index);
        size += (await answer.bytes()).length;
        if (!answer.ok) throw new Error(`A request got ${answer.status}`);
      }
      const after = await meter.read();
      const cpu = after.serviceCpu + after.databaseCpu - before.serviceCpu - before.databaseCpu;
      return { cpu: cpu / REQUESTS, size: size / REQUESTS };
    },
    async close() {
      await meter.close();
      await service.stop();
    },
  };
}

/** Writes a participant's first list, with the maximum number of items. */
export async function setWishes(url: string, game: OpenedGame, index: number): Promise<void> {
  const { path, ...request } = settingWishes(game, index);
  const answer = await fetch(url + path, request);
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`No list was set: ${answer.status}`);
}

/** The request that writes such a list. */
export function settingWishes(game: OpenedGame, index: number): WorstRequest {
  return {
    method: "PATCH",
    path: `/api/games/${game.code}`,
    headers: { "x-participant-token": token(game, index) },
    body: JSON.stringify({
      action: "setWishes",
      participantId: game.participants[index]?.id,
      revision: 0,
      wishes: wishList(index),
    }),
  };
}

/** Items of a realistic length. */
function wishList(index: number): Record<string, unknown>[] {
  return range(ITEMS).map((item) => ({
    title: `Teapot ${item} for ${index}`,
    url: `https://shop.example/teapots/${index}-${item}`,
    price: { amount: "19.90", currency: "EUR" },
    note: "The blue one, if there is a choice",
  }));
}

function median(costs: readonly Cost[]): Cost {
  const middle = (field: keyof Cost) =>
    costs.map((one) => one[field]).toSorted((a, b) => a - b)[costs.length >> 1] ?? 0;
  return { cpu: middle("cpu"), size: middle("size") };
}
