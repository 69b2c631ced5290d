/** What the organizer of a sealed game must believe: a filter over all possible stored states. */
import { seededRandom, validDraws } from "@/tests/support/draws.ts";
import { type Random, shuffle } from "@/lib/draw/random.ts";
import type { Game } from "@/lib/game/types.ts";
import { problemOf } from "./baseline.ts";
import type { Chance } from "./chance.ts";
import { type Arrived, ORIGIN, type Sent, type World, type Worlds } from "./worlds.ts";

/** A request that was sent, and its result for the organizer. */
export interface Exchange {
  request: Sent;
  /** True if the organizer reads the answer. */
  isRead: boolean;
  /** Time of the request, in ms since the epoch. */
  now: number;
  /** Seed of the ids of newcomers. */
  idSeed: number;
  /** Identity of the game that it created. */
  created: Pick<Game, "id" | "code"> | null;
  /** The answer and the mails, as written by `observe`. */
  observed: string;
}

/** The organizer's own mailboxes. */
export const isOwn = (address: string) => address.endsWith("@own.example");

/** Sends a request. @returns what the organizer observes, the answer and all mails */
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

/** A world consistent with everything that the organizer has seen. */
interface Hypothesis {
  world: World;
  weight: number;
  /** Number of random draws that led to it. */
  samples: number;
}

interface Pool {
  hypotheses: Hypothesis[];
  /** True if they are all possible ones. */
  isExact: boolean;
}

/** Approximate number of independent, equally weighted samples in a pool (Kish 1965); Infinity if it is exact. */
function evidenceOf({ hypotheses, isExact }: Pool): number {
  if (isExact && hypotheses.length > 0) return Infinity;
  const squares = hypotheses.reduce((sum, { weight, samples }) => sum + weight ** 2 / samples, 0);
  return squares === 0 ? 0 : weightOf(hypotheses) ** 2 / squares;
}

/** Limits for the work on a belief. */
export interface Effort {
  /** Number of sampled hypotheses to keep. */
  size: number;
  /** Number of tries to reproduce the observation of one step. */
  tries: number;
}

/** From quick to thorough. */
export const EFFORTS: readonly Effort[] = [
  { size: 60, tries: 400 },
  { size: 300, tries: 3_000 },
];

/** Number of hypotheses kept if they are all possible ones: six people have 265 draws. */
const EXACT = 300;

/** Number of tries of a step that uses randomness before its outcome counts as the same for all. */
const TRIES_WITHOUT_CHANCE = 20;

/** A belief based on fewer samples proves nothing. */
export const ENOUGH = 20;

/** No hypothesis is left: too few were kept, or the world does something that no hypothesis does. */
export class Lost extends Error {
  override name = "Lost";
}

/** Pairs of one game by giver and receiver, each with its probability. */
export type Pairs = Map<number, Map<number, number>>;

/**
 * Bayes' filter: the belief of an organizer who knows the code and all observations so far. A sealed game of so few
 * people is drawn from scratch with each change. So if too few hypotheses are left, the filter goes back to before the
 * last draw, and tries until enough of them reproduce all observations since.
 */
export class Belief {
  #present: Pool = { hypotheses: [], isExact: true };
  /** Hypotheses before the last random step. */
  #before: Pool = this.#present;
  /** Observations of that step; empty for the first draw. */
  #drawing: readonly Exchange[] = [];
  /** Observations since then. */
  #since: Exchange[] = [];
  /** Number of tries of the last closer look since then. */
  #closest = 0;
  readonly #random: Random;
  readonly #effort: Effort;

  /** @param efforts work per step, and more if that is not enough. */
  constructor(
    readonly worlds: Worlds,
    readonly chance: Chance,
    readonly efforts: readonly Effort[],
    seed: number,
  ) {
    const [effort] = efforts;
    if (!effort) throw new Error("There is no effort");
    this.#effort = effort;
    this.#random = seededRandom(seed);
  }

  /**
   * Begins with a new game: each draw that its rules allow is equally likely.
   *
   * @param held receivers by giver, by number, that the organizer can find out.
   */
  begin(created: World, game: Game, held: ReadonlyMap<number, number>): void {
    const draws = game.isGathering ? [null] : validDraws(problemOf(game));
    const hypotheses = draws.map((draw): Hypothesis => {
      const participants = game.participants.map((one, index) => ({
        ...one,
        receiver: draw ? game.participants[draw[index] ?? -1]?.number ?? null : null,
      }));
      const games = new Map(created.games).set(game.id, { ...game, participants });
      return { world: { ...created, games }, weight: 1, samples: 1 };
    });
    this.#before = { hypotheses, isExact: true };
    if (hypotheses.length <= EXACT) {
      this.#present = this.#before;
      return;
    }
    // Half of the sample are hypotheses consistent with all held receivers, half are others.
    const isLeft = ({ world }: Hypothesis) =>
      world.games.get(game.id)?.participants.every(({ number, receiver }) =>
        (held.get(number) ?? receiver) === receiver
      ) ?? false;
    const { left = [], others = [] } = Object.groupBy(
      hypotheses,
      (one) => isLeft(one) ? "left" : "others",
    );
    const half = this.#effort.size / 2;
    const some = [left, others].flatMap((those) => this.#resampled(those, half));
    this.#present = { hypotheses: some, isExact: false };
  }

  /** Updates the belief with observations. @throws {Lost} if they fit no hypothesis. */
  async follow(exchanges: readonly Exchange[]): Promise<void> {
    if (exchanges.length === 0) return;
    let found = await this.#test(this.#present, exchanges, this.#effort);
    if (found.isChance && await this.lookCloser(this.#effort)) {
      found = await this.#test(this.#present, exchanges, this.#effort);
    }
    for (const effort of found.isChance ? this.efforts.slice(1) : []) {
      if (found.pool.hypotheses.length > 0) break;
      found = await this.#test(this.#present, exchanges, effort);
    }
    if (found.isChance) {
      this.#before = this.#present;
      this.#drawing = exchanges;
      this.#since = [];
      this.#closest = 0;
    } else this.#since.push(...exchanges);
    this.#present = found.pool;
    for (const effort of this.efforts) {
      if (this.#present.hypotheses.length === 0) await this.lookCloser(effort);
    }
    if (this.#present.hypotheses.length === 0) {
      throw new Lost(JSON.stringify(exchanges.at(-1)?.request));
    }
  }

  /**
   * Looks for more hypotheses if there are hardly enough: those from before the last random step that reproduce all
   * observations since.
   *
   * @returns true if there are more now.
   */
  async lookCloser(effort: Effort): Promise<boolean> {
    const isPossible = this.evidence < effort.size / 3 && this.#closest < effort.tries;
    if (!isPossible || this.#since.length === 0) return false;
    this.#closest = effort.tries;
    const shows = showing(this.#since);
    const { hypotheses, isExact } = this.#before;
    const { pool } = this.#drawing.length > 0
      ? await this.#test(this.#before, this.#drawing, effort, this.#since, shows)
      : await this.#test(
        { hypotheses: hypotheses.filter(({ world }) => shows(world)), isExact },
        this.#since,
        effort,
      );
    if (evidenceOf(pool) <= this.evidence) return false;
    this.#present = pool;
    return true;
  }

  /**
   * Returns the hypotheses of a pool that reproduce the observations, within the effort.
   *
   * @param later observations thereafter, without randomness.
   * @param fits tells whether a world may reproduce those.
   */
  async #test(
    before: Pool,
    exchanges: readonly Exchange[],
    { size, tries }: Effort,
    later: readonly Exchange[] = [],
    fits: (world: World) => boolean = () => true,
  ): Promise<{ pool: Pool; isChance: boolean }> {
    const { hypotheses } = before;
    const survivors = new Map<string, Hypothesis>();
    const ancestors = new Map<Hypothesis, number>();
    const { taken } = this.chance;
    let [tried, matched, isChance] = [0, 0, false];
    const isEnough = () =>
      tried >= tries ||
      matched >= size && (tried >= hypotheses.length || hypotheses.length > tries);
    const isOver = () =>
      this.chance.taken === taken || isEnough() || !isChance && tried >= TRIES_WITHOUT_CHANCE;
    do {
      for (const one of shuffle([...hypotheses], this.#random)) {
        if (isEnough()) break;
        const { world, weight } = one;
        tried++;
        const drawn = await this.#run(world, exchanges);
        isChance ||= this.chance.taken !== taken &&
          receiversIn(drawn.after) !== receiversIn(world);
        if (!drawn.matches || !fits(drawn.after)) continue;
        const { after, matches } = await this.#run(drawn.after, later);
        if (!matches) continue;
        matched++;
        ancestors.set(one, (ancestors.get(one) ?? 0) + weight);
        const key = keyOf(after);
        const same = survivors.get(key);
        if (same) {
          same.weight += weight;
          same.samples += isChance ? 1 : one.samples;
        } else survivors.set(key, { world: after, weight, samples: isChance ? 1 : one.samples });
      }
    } while (!isOver());
    const isExact = before.isExact && !isChance && tried >= hypotheses.length;
    const pool = { hypotheses: [...survivors.values()], isExact };
    // A single game that is drawn from scratch hardly depends on its previous state; other worlds do.
    const isNew = hypotheses[0]?.world.games.size === 1 && evidenceOf(before) >= ENOUGH;
    if (isChance && !before.isExact && !isNew) {
      const rest = [...ancestors].map(([one, weight]) => ({ ...one, weight }));
      const most = evidenceOf({ hypotheses: rest, isExact: false });
      const share = Math.min(1, most / evidenceOf(pool));
      for (const one of pool.hypotheses) one.samples *= share;
    }
    return { isChance, pool };
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

  /** Systematic resampling: each hypothesis as often as its weight says (Kitagawa 1996). */
  #resampled(hypotheses: readonly Hypothesis[], size: number): Hypothesis[] {
    if (hypotheses.length <= size) return [...hypotheses];
    const step = weightOf(hypotheses) / size;
    let next = step * this.#random.below(1_000_000) / 1_000_000;
    let passed = 0;
    return hypotheses.flatMap(({ world, weight }) => {
      passed += weight;
      let samples = 0;
      for (; next < passed; next += step) samples++;
      return samples > 0 ? [{ world, weight: samples * step, samples }] : [];
    });
  }

  /** Approximate number of independent samples behind the present belief; Infinity if it is exact. */
  get evidence(): number {
    return evidenceOf(this.#present);
  }

  /** Returns some of the worlds that are still possible. */
  some(count: number): World[] {
    const { hypotheses } = this.#present;
    const step = Math.max(1, Math.floor(hypotheses.length / count));
    return hypotheses.filter((_, index) => index % step === 0).slice(0, count)
      .map(({ world }) => world);
  }

  /** The organizer's probability for each pair of each game, by the game's id. */
  pairs(): Map<string, Pairs> {
    const { hypotheses } = this.#present;
    const total = weightOf(hypotheses);
    const known = new Map<string, Pairs>();
    for (const { world, weight } of hypotheses) {
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

function weightOf(hypotheses: readonly Hypothesis[]): number {
  return hypotheses.reduce((sum, { weight }) => sum + weight, 0);
}

/**
 * Returns a quick check that rules out worlds in which a receiver differs from an answer. It is consistent with
 * comparing all answers.
 */
function showing(exchanges: readonly Exchange[]): (world: World) => boolean {
  const pairs = exchanges.flatMap(({ isRead, observed }) => {
    if (!isRead) return [];
    const [[, answer]] = JSON.parse(observed);
    const { view, id, authenticatedParticipantId: giverId, receiver, revealed } = JSON.parse(
      answer,
    );
    if (view === "organizer") return (revealed ?? []).map((pair: object) => ({ id, ...pair }));
    return view === "participant" && receiver ? [{ id, giverId, name: receiver.name }] : [];
  });
  return ({ games }) =>
    pairs.every(({ id, giverId, receiverId, name }) => {
      const participants = games.get(id)?.participants ?? [];
      const giver = participants.find((one) => one.id === giverId);
      const receiver = participants.find(({ number }) => number === giver?.receiver);
      return receiver !== undefined && (receiver.name === name || receiver.id === receiverId);
    });
}

/** Equal for two worlds that will never differ. */
function keyOf({ games, letters }: World): string {
  return JSON.stringify([[...games.values()], [...letters].sort()]);
}

function receiversIn({ games }: World): string {
  return [...games.values()]
    .map(({ participants }) => participants.map(({ receiver }) => receiver).join(" ")).join("/");
}
