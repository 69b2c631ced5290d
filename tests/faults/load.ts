import { createdGameSchema } from "@/lib/http/answer_schemas.ts";
import { type Answer, Client, type CreatedGame, type NewGame } from "../support/client.ts";
import { people } from "../support/games.ts";
import { Kept } from "./kept.ts";

/** Time after which a client gives up a request, in ms: longer than anyone waits. */
const GIVEN_UP = 60_000;
/** Time a client rests after an error, in ms. */
const REST = 20;

/** One request of a load. */
export interface Asked {
  what: "create" | "change" | "read" | "page";
  /** Its start, in ms on the clock of `performance.now()`. */
  at: number;
  /** Time until its answer, in ms. */
  time: number;
  /** Status of the answer; 0 if none arrived. */
  status: number;
}

/** Clients that create, change and read games, without a pause by default, and record the answers. */
export class Load {
  readonly asked: Asked[] = [];
  readonly kept: Kept;
  readonly #client: Client;
  readonly #running: Promise<void>[] = [];
  #isOver = false;
  /** Time each client rests after a round of requests, in ms; it may change while running. */
  rest = 0;

  /** @param kept acknowledged writes from before, to which this load adds. */
  constructor(url: string, kept = new Kept()) {
    const ask = (request: Request) => fetch(request, { signal: AbortSignal.timeout(GIVEN_UP) });
    this.#client = new Client(ask, url);
    this.kept = kept;
  }

  /** Starts the given number of playing clients, and two that read pages that need no database. */
  start(clients: number): void {
    for (let number = 0; number < clients; number++) this.#running.push(this.#play(number));
    for (let number = 0; number < 2; number++) this.#running.push(this.#look(number));
  }

  /** Waits until the given number of writes are acknowledged. */
  async waitForWrites(count: number): Promise<void> {
    while (this.kept.writes < count) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Lets each client receive its last answer. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  /** The requests that were in progress at any time between two points in time. */
  during(from: number, until: number): Asked[] {
    return this.asked.filter(({ at, time }) => at < until && at + time > from);
  }

  async #play(number: number): Promise<void> {
    for (let round = 0; !this.#isOver; round++) {
      const client = this.#client;
      const created = await this.#ask("create", () => client.post("/api/games", newGame(round)));
      const game = created?.status === 201 ? createdGameSchema.safeParse(created.body).data : null;
      if (game) this.kept.addGame(game);
      // Includes games of others, and games from before a fault.
      const known = game ?? this.kept.games.at(Math.floor(Math.random() * this.kept.games.length));
      if (!known || this.#isOver) continue;
      await this.#wish(client, known, `wish ${number} ${round}`, !!game);
      await this.#ask("read", () => client.getGame(known));
      if (this.rest > 0) await new Promise((resolve) => setTimeout(resolve, this.rest));
    }
  }

  /** @param isOwn true if no one else changes this game meanwhile. */
  async #wish(client: Client, game: CreatedGame, wish: string, isOwn: boolean): Promise<void> {
    const participantId = game.participants.find(({ name }) => name === "P1")?.id;
    if (!isOwn || !participantId) return;
    const acknowledge = this.kept.tryWish(game, wish);
    const body = { action: "updateWish", participantId, wish };
    const answer = await this.#ask("change", () => client.patchGame(game, body));
    if (answer?.status === 200) acknowledge();
  }

  async #look(number: number): Promise<void> {
    const path = number === 0 ? "/api/health/live" : "/help";
    while (!this.#isOver) {
      await this.#ask("page", () => this.#client.get(path));
      await new Promise((resolve) => setTimeout(resolve, REST));
    }
  }

  async #ask(what: Asked["what"], ask: () => Promise<Answer>): Promise<Answer | null> {
    const at = performance.now();
    const answer = await ask().catch(() => null);
    this.asked.push({ what, at, time: performance.now() - at, status: answer?.status ?? 0 });
    if (!answer || answer.status >= 500) await new Promise((resolve) => setTimeout(resolve, REST));
    return answer;
  }
}

/** 3 to 12 people with some exclusions. */
function newGame(round: number): Partial<NewGame> {
  const size = 3 + round % 10;
  return {
    name: "Winter party",
    date: "2099-12-24",
    participants: people(size),
    exclusions: size > 4 ? [["P1", "P2"], ["P2", "P3"]] : [],
    households: size > 8 ? [["P4", "P5", "P6"], ["P7", "P8"]] : [],
  };
}

/** The longest duration of the given requests, in ms. */
export function longest(asked: readonly Asked[]): number {
  return Math.max(0, ...asked.map(({ time }) => time));
}

/** Number of requests that were answered with a status. */
export function countOf(asked: readonly Asked[], status: number): number {
  return asked.filter((one) => one.status === status).length;
}

/** Number of requests with a forbidden answer, or with none. */
export function countFailed(asked: readonly Asked[]): number {
  return asked.filter(({ status }) => ![200, 201, 503].includes(status)).length;
}
