/** Plays games, and compares what their organizer believes with what they could know anyway. */
import { seededRandom } from "@/lib/draw/draw_testing.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { Game } from "@/lib/game/types.ts";
import { nextMove, opening } from "./attacker.ts";
import { Belief, type Effort, EFFORTS, knownAnyway, Lost } from "./belief.ts";
import type { Chance } from "./chance.ts";
import { KNOWN } from "./known.ts";
import { differingPages } from "./pages.ts";
import { type Move, Play } from "./play.ts";
import type { Worlds } from "./worlds.ts";

/** At most so many moves of the organizer in one game. */
const MOVES = 12;

export const LIKELY = 1 / 2;
export const SURE = 0.95;
/** A belief that rests on fewer samples proves nothing. */
const ENOUGH = 20;

/** A pair that someone wants kept. */
export interface Known {
  game: number;
  giver: string;
  receiver: string;
  belief: number;
  /** How surely it is known by the rules and what the organizer holds. */
  anyway: number;
  /** The move after which it was. */
  after: string;
  /** The samples that this rests on; null: it is exact. */
  evidence: number | null;
}

export interface Outcome {
  /** People in the first game. */
  people: number;
  moves: Move[];
  /** How many pairs of honest givers there were. */
  pairs: number;
  /** Of those that were ever believed to more than `LIKELY`, the surest moment. */
  known: Known[];
  /** Pages that show what the API does not. */
  pages: string[];
  /** The move at which no hypothesis was left: of six people and more too few may have been kept. */
  lost: string | null;
}

/** What is known beyond what would be known anyway, to more than a limit and what chance adds to a sample. */
export function beyond(known: readonly Known[], limit: number): Known[] {
  return known.filter(({ belief, anyway, evidence }) => {
    if (evidence !== null && evidence < ENOUGH) return false;
    const error = evidence === null ? 0.001 : Math.sqrt(limit * (1 - limit) / evidence);
    return anyway <= limit && belief > limit + Math.min(2 * error, 0.9 * (1 - limit));
  });
}

interface Table {
  worlds: Worlds;
  chance: Chance;
}

/**
 * One game by its seed, or a known attack where one is named. What a quick look finds, or cannot tell, is looked at
 * more thoroughly.
 */
export async function playGame(
  table: Table,
  seed: number,
  script: string | undefined,
  [quickest, ...thorough]: readonly Effort[],
): Promise<Outcome> {
  if (!quickest) throw new Error("There is no effort");
  let outcome = await firstLook(table, seed, script, quickest);
  for (const effort of thorough) {
    if (isPlain(outcome)) break;
    outcome = await replay(table, outcome.moves, seed, effort);
  }
  return outcome;
}

/** Whether nothing was found, or all that was rests on enough. */
function isPlain({ lost, known }: Outcome): boolean {
  return lost === null &&
    known.every(({ belief, anyway, evidence }) =>
      belief <= SURE || anyway > SURE || evidence === null || evidence >= ENOUGH
    );
}

async function firstLook(
  table: Table,
  seed: number,
  script: string | undefined,
  effort: Effort,
): Promise<Outcome> {
  const random = seededRandom(seed);
  const known = script === undefined ? undefined : KNOWN[script];
  if (known) return await replay(table, known, seed, effort);
  const game = new Watched(table, seed, effort);
  for (let tries = 0; tries < MOVES && game.play.games.length === 0; tries++) {
    await game.make(opening(random));
  }
  const isOrganizers = ({ by }: Move) => by === "organizer" || by === "own";
  let left = MOVES - game.moves.filter(isOrganizers).length;
  for (let tries = 0; left > 0 && tries < 4 * MOVES && !game.isOver; tries++) {
    const move = nextMove(game.play, random);
    if (await game.make(move) && isOrganizers(move)) left--;
  }
  return await game.end();
}

/** The same moves once more. */
export async function replay(
  table: Table,
  moves: readonly Move[],
  seed: number,
  effort: Effort,
): Promise<Outcome> {
  const game = new Watched(table, seed, effort);
  for (const move of moves) await game.make(move);
  return await game.end();
}

/** A game and what its organizer believes. */
class Watched {
  readonly play: Play;
  readonly moves: Move[] = [];
  readonly #belief: Belief;
  readonly #known = new Map<string, Known>();
  readonly #pairs = new Set<string>();
  #people = 0;
  #lost: string | null = null;

  constructor({ worlds, chance }: Table, seed: number, effort: Effort) {
    worlds.forgetMails();
    this.play = new Play(worlds, chance, seed);
    this.#belief = new Belief(worlds, chance, effort, seed);
  }

  get isOver(): boolean {
    return this.#lost !== null || this.play.games.length === 0;
  }

  /** @returns whether anything was sent. */
  async make(move: Move): Promise<boolean> {
    if (this.#lost !== null) return false;
    const exchanges = await this.play.make(move);
    if (exchanges.length === 0) return false;
    this.moves.push(move);
    const [first] = this.play.games;
    if (!first) return true;
    try {
      if (move.act === "create") {
        this.#people = first.participants.length;
        this.#belief.begin(this.play.world, first);
        await this.#belief.follow(exchanges.slice(1));
      } else await this.#belief.follow(exchanges);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      this.#lost = `${move.act}: ${error.message}`;
      return true;
    }
    this.#assess(move);
    return true;
  }

  #assess({ act }: Move): void {
    const beliefs = this.#belief.pairs();
    const { evidence } = this.#belief;
    this.play.games.forEach((game, index) => {
      if (game.isGathering || game.isSealed && !pairsHiddenFromOrganizer(game)) return;
      const held = this.play.heldIn(game);
      const anyway = knownAnyway(game, held);
      const nameOf = namesIn(game);
      for (const [giver, receivers] of beliefs.get(game.id) ?? []) {
        if (held.has(giver) || isInvented(nameOf(giver))) continue;
        const receiver = game.participants.find(({ number }) => number === giver)?.receiver;
        this.#pairs.add(`${index} ${giver} ${receiver}`);
        for (const [receiver, belief] of receivers) {
          const key = `${index} ${giver} ${receiver}`;
          const before = this.#known.get(key);
          const excess = (one: Pick<Known, "belief" | "anyway">) =>
            one.anyway > SURE ? -1 : one.belief;
          const found: Known = {
            game: index,
            giver: nameOf(giver),
            receiver: nameOf(receiver),
            belief,
            anyway: anyway.get(giver)?.get(receiver) ?? 0,
            after: act,
            evidence: Number.isFinite(evidence) ? Math.floor(evidence) : null,
          };
          if (belief > LIKELY && (!before || excess(found) > excess(before))) {
            this.#known.set(key, found);
          }
        }
      }
    });
  }

  async end(): Promise<Outcome> {
    for (const [index, game] of this.play.games.entries()) {
      for (const who of this.play.heldNames(game)) {
        await this.make({ by: "own", act: "look", who, game: index });
      }
    }
    const pages = this.isOver ? [] : await differingPages(this.play, this.#belief.some(1));
    return {
      people: this.#people,
      moves: this.moves,
      pairs: this.#pairs.size,
      known: [...this.#known.values()],
      pages,
      lost: this.#lost,
    };
  }
}

/** Whether the organizer made someone up, who has nothing to hide. */
const isInvented = (name: string) => name.startsWith("Z");

function namesIn({ participants }: Game): (number: number) => string {
  const names = new Map(participants.map(({ number, name }) => [number, name]));
  return (number) => names.get(number) ?? "?";
}

/** The moves without those that a finding does not need, by a seed for which they show it. */
export async function shrink(
  table: Table,
  { moves }: Outcome,
  seed: number,
): Promise<{ moves: Move[]; seed: number; known: Known[] }> {
  const [effort] = EFFORTS;
  if (!effort) throw new Error("There is no effort");
  const test = async (some: readonly Move[]) => {
    for (const other of [seed, seed + 1, seed + 2]) {
      const outcome = await replay(table, some, other, effort);
      const known = beyond(outcome.known, SURE);
      if (known.length > 0 && isPlain(outcome)) return { seed: other, known };
    }
    return null;
  };
  let least = [...moves];
  let found: { seed: number; known: Known[] } = { seed, known: [] };
  for (let index = least.length - 1; index > 0; index--) {
    const fewer = least.toSpliced(index, 1);
    const same = await test(fewer);
    if (!same) continue;
    least = fewer;
    found = same;
  }
  return { moves: least, ...found };
}
