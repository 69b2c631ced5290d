/** What the organizer of a sealed game must believe: a filter over all that may be stored. */
import { permits, range, seededRandom, validDraws } from "@/lib/draw/draw_testing.ts";
import { drawAssignments, type DrawProblem } from "@/lib/draw/draw.ts";
import type { Random } from "@/lib/draw/random.ts";
import { keptApart } from "@/lib/game/keepers.ts";
import { oneWayPairs } from "@/lib/game/one_way.ts";
import type { Game } from "@/lib/game/types.ts";
import type { Chance } from "./chance.ts";
import { type Arrived, ORIGIN, type Sent, type World, type Worlds } from "./worlds.ts";

/** A request that was carried out, and what came of it for the organizer. */
export interface Exchange {
  request: Sent;
  /** Whether the organizer reads the answer. */
  isRead: boolean;
  /** When. ms since the epoch. */
  now: number;
  /** From which the ids of newcomers come. */
  idSeed: number;
  /** Of a game that it created. */
  created: Pick<Game, "id" | "code"> | null;
  /** The answer and the mails, as `observe` writes them. */
  observed: string;
}

/** The organizer's own mailboxes. */
export const isOwn = (address: string) => address.endsWith("@own.example");

/** Carries a request out. @returns what the organizer gets of it, with the answer and all mails. */
export async function observe(
  worlds: Worlds,
  { request, isRead }: Pick<Exchange, "request" | "isRead">,
  isShort: boolean,
): Promise<{ observed: string; status: number; answer: string; mails: Arrived[] }> {
  const { method, path, body } = request;
  const sent = new Request(ORIGIN + path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await (isShort ? worlds.askShort(sent) : worlds.ask(sent));
  const answer = await response.text();
  if (response.status >= 500) throw new Error(`${method} ${path} failed: ${answer}`);
  const mails = worlds.takeMails(isOwn);
  const observed = JSON.stringify([
    isRead ? [response.status, answer] : null,
    mails.filter(({ to }) => isOwn(to)),
  ]);
  return { observed, status: response.status, answer, mails };
}

/** A world that would show the organizer what they have seen. */
interface Hypothesis {
  world: World;
  weight: number;
}

/** How much work a belief may be. */
export interface Effort {
  /** Hypotheses that are kept. */
  size: number;
  /** Tries for each step whose outcome depends on chance. */
  tries: number;
}

/** From a quick look to a thorough one. */
export const EFFORTS: readonly Effort[] = [60, 300, 1500]
  .map((size) => ({ size, tries: 6 * size }));

/** So often something that is not only read is tried before it counts as without chance. */
const TRIES_WITHOUT_CHANCE = 20;

/** No hypothesis is left: too few were kept, or the world does something that no hypothesis does. */
export class Lost extends Error {
  override name = "Lost";
}

/** Pairs of one game by giver and receiver, each with how surely it is one. */
export type Pairs = Map<number, Map<number, number>>;

/** Bayes' filter: what the organizer believes who knows the code, and what has come back so far. */
export class Belief {
  #hypotheses: Hypothesis[] = [];
  #evidence = Infinity;
  readonly #random: Random;

  constructor(
    readonly worlds: Worlds,
    readonly chance: Chance,
    readonly effort: Effort,
    seed: number,
  ) {
    this.#random = seededRandom(seed);
  }

  /** Begins with a game just created: each draw that its rules allow is as likely as any other. */
  begin(created: World, game: Game): void {
    const weight = 1;
    if (game.isGathering) {
      this.#hypotheses = [{ world: created, weight }];
      return;
    }
    this.#hypotheses = this.#drawsOf(game).map((draw) => {
      const participants = game.participants.map((one, index) => ({
        ...one,
        receiver: game.participants[draw[index] ?? -1]?.number ?? null,
      }));
      const games = new Map(created.games).set(game.id, { ...game, participants });
      return { world: { ...created, games }, weight };
    });
  }

  /** All draws of few people, else as many as there is room for. */
  #drawsOf(game: Game): number[][] {
    const problem = problemOf(game);
    const { size } = this.effort;
    if (problem.size <= 6) return validDraws(problem);
    this.#evidence = size;
    return range(size).flatMap(() => {
      const result = drawAssignments(problem, this.#random);
      return result.ok ? [result.draw] : [];
    });
  }

  /** Takes into account what has come back. @throws {Lost} where it fits no hypothesis. */
  async follow(exchanges: readonly Exchange[]): Promise<void> {
    if (exchanges.length === 0) return;
    const { size, tries } = this.effort;
    const isRead = exchanges.every(({ request, isRead }) => request.method === "GET" || !isRead);
    const survivors = new Map<string, Hypothesis>();
    let tried = 0;
    let matched = 0;
    let hasChance = false;
    do {
      for (const { world, weight } of this.#hypotheses) {
        tried++;
        const { after, matches } = await this.#run(world, exchanges);
        hasChance ||= receiversIn(after) !== receiversIn(world);
        if (!matches) continue;
        matched++;
        const key = keyOf(after);
        const same = survivors.get(key);
        if (same) same.weight += weight;
        else survivors.set(key, { world: after, weight });
      }
    } while (
      !isRead && matched < size && tried < (hasChance ? tries : TRIES_WITHOUT_CHANCE)
    );
    if (matched === 0) throw new Lost(JSON.stringify(exchanges.at(-1)?.request));
    this.#evidence = Math.min(this.#evidence * matched / tried, hasChance ? matched : Infinity);
    this.#hypotheses = this.#resampled([...survivors.values()]);
  }

  async #run(before: World, exchanges: readonly Exchange[]) {
    const { worlds, chance } = this;
    worlds.world = before;
    for (const exchange of exchanges) {
      chance.setClock(exchange.now);
      chance.seedIds(exchange.idSeed);
      worlds.createAs(exchange.created);
      const { observed } = await observe(worlds, exchange, true);
      if (observed !== exchange.observed) return { after: worlds.world, matches: false };
    }
    return { after: worlds.world, matches: true };
  }

  /** As many as there is room for, each as often as its weight says, at equal distances (Kitagawa 1996). */
  #resampled(hypotheses: Hypothesis[]): Hypothesis[] {
    const { size } = this.effort;
    if (hypotheses.length <= size) return hypotheses;
    this.#evidence = Math.min(this.#evidence, size);
    const total = hypotheses.reduce((sum, { weight }) => sum + weight, 0);
    const step = total / size;
    let next = step * this.#random.below(1_000_000) / 1_000_000;
    let passed = 0;
    return hypotheses.flatMap(({ world, weight }) => {
      passed += weight;
      let count = 0;
      for (; next < passed; next += step) count++;
      return count > 0 ? [{ world, weight: count }] : [];
    });
  }

  /** About how many independent samples the present belief rests on; Infinity: it is exact. */
  get evidence(): number {
    return this.#evidence;
  }

  /** Some of the worlds that are still possible. */
  some(count: number): World[] {
    const step = Math.max(1, Math.floor(this.#hypotheses.length / count));
    return this.#hypotheses.filter((_, index) => index % step === 0).slice(0, count)
      .map(({ world }) => world);
  }

  /** How surely the organizer knows each pair of each game, by the game's id. */
  pairs(): Map<string, Pairs> {
    const total = this.#hypotheses.reduce((sum, { weight }) => sum + weight, 0);
    const known = new Map<string, Pairs>();
    for (const { world, weight } of this.#hypotheses) {
      for (const { id, participants } of world.games.values()) {
        const pairs = known.get(id) ?? new Map();
        known.set(id, pairs);
        for (const { number, receiver } of participants) {
          if (receiver === null) continue;
          const those = pairs.get(number) ?? new Map();
          pairs.set(number, those);
          those.set(receiver, (those.get(receiver) ?? 0) + weight / total);
        }
      }
    }
    return known;
  }
}

/** Equal for two worlds that will never differ. */
function keyOf({ games, letters }: World): string {
  return JSON.stringify([[...games.values()], [...letters].sort()]);
}

function receiversIn({ games }: World): string {
  return [...games.values()]
    .map(({ participants }) => participants.map(({ receiver }) => receiver).join(" ")).join("/");
}

/** The rules of a game as a draw gets them, without those whom people had in earlier years. */
export function problemOf(game: Game): DrawProblem {
  const indexOf = new Map(game.participants.map(({ number }, index) => [number, index]));
  const index = (number: number) => indexOf.get(number) ?? -1;
  const pair = ([one, other]: [number, number]): [number, number] => [index(one), index(other)];
  return {
    size: game.participants.length,
    exclusions: [...game.exclusions, ...keptApart(game)].map(pair),
    households: game.households.map((members) => members.map(index)),
    bans: oneWayPairs(game).map(pair),
  };
}

/**
 * How surely anyone knows each pair who knows the rules as they are now and whom some people give to, all draws
 * being as likely: what no secrecy can take from them. Not where the rules alone tell more than by half: those are
 * to be refused.
 *
 * @param held receivers by giver, by number.
 */
export function knownAnyway(game: Game, held: ReadonlyMap<number, number>): Pairs {
  const ruled = knownWith(game, new Map());
  const known = held.size === 0 ? ruled : knownWith(game, held);
  for (const [giver, receivers] of ruled) {
    for (const [receiver, belief] of receivers) {
      if (belief > 1 / 2) known.get(giver)?.delete(receiver);
    }
  }
  return known;
}

function knownWith(game: Game, held: ReadonlyMap<number, number>): Pairs {
  const { participants } = game;
  const may = permits(problemOf(game));
  const allowed = participants.map(({ number: giver }, from) =>
    participants.map(({ number: receiver }, to) => {
      const fixed = held.get(giver);
      return fixed === undefined ? may(from, to) : fixed === receiver;
    })
  );
  const total = countDraws(allowed);
  return new Map(participants.map((giver, from) => [
    giver.number,
    new Map(participants.flatMap((receiver, to) => {
      if (!allowed[from]?.[to]) return [];
      const only = allowed.map((row, other) => other === from ? row.map((_, i) => i === to) : row);
      return [[receiver.number, total === 0 ? 1 : countDraws(only) / total]];
    })),
  ]));
}

/** How many draws there are, by who may give to whom: by sets of receivers that the first so many givers share. */
function countDraws(allowed: readonly (readonly boolean[])[]): number {
  let ways = new Map([[0, 1]]);
  for (const row of allowed) {
    const next = new Map<number, number>();
    for (const [taken, count] of ways) {
      row.forEach((isAllowed, receiver) => {
        const bit = 1 << receiver;
        if (isAllowed && !(taken & bit)) {
          next.set(taken | bit, (next.get(taken | bit) ?? 0) + count);
        }
      });
    }
    ways = next;
  }
  return [...ways.values()].reduce((sum, count) => sum + count, 0);
}
