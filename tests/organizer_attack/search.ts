/** Plays games, and compares the organizer's belief with their unavoidable knowledge. */
import { seededRandom } from "@/tests/support/draws.ts";
import { pairsHiddenFromOrganizer } from "@/lib/game/seal.ts";
import type { Game } from "@/lib/game/types.ts";
import { nextMove, opening } from "./attacker.ts";
import { Baseline } from "./baseline.ts";
import { Belief, type Effort, EFFORTS, ENOUGH, Lost } from "./belief.ts";
import type { Chance } from "./chance.ts";
import { KNOWN } from "./known.ts";
import { differingPages } from "./pages.ts";
import { type Move, Play } from "./play.ts";
import type { Worlds } from "./worlds.ts";

/** Maximum number of the organizer's moves in one game. */
const MOVES = 12;

export const LIKELY = 1 / 2;
export const SURE = 0.95;
/** A pair whose participants want it kept secret. */
export interface Known {
  game: number;
  giver: string;
  receiver: string;
  belief: number;
  /** Its probability from the rules and what the organizer holds. */
  anyway: number;
  /** The move after which it was known. */
  after: string;
  /** Number of samples behind it; null if it is exact. */
  evidence: number | null;
}

export interface Outcome {
  /** Number of people in the first game. */
  people: number;
  moves: Move[];
  /** Number of pairs of honest givers. */
  pairs: number;
  /**
   * Pairs that were ever believed to more than `LIKELY`, at the surest moment. One each for unavoidable knowledge up to
   * `LIKELY`, up to `SURE`, and beyond.
   */
  known: Known[];
  /** Pages that show more than the API. */
  pages: string[];
  /** The move at which no hypothesis was left: for six or more people too few may have been kept. */
  lost: string | null;
  /** Number of looks taken, each more thorough than the one before. */
  looks: number;
}

/** Returns pairs known to more than a limit and its sampling error, without unavoidable ones. */
export function beyond(known: readonly Known[], limit: number): Known[] {
  return known.filter(({ belief, anyway, evidence }) => {
    if (anyway > limit || evidence !== null && evidence < ENOUGH) return false;
    const error = evidence === null ? 0.001 : Math.sqrt(limit * (1 - limit) / evidence);
    return belief > limit + Math.min(2 * error, 0.9 * (1 - limit));
  });
}

/** Returns pairs that are, or according to the samples may be, known beyond a limit. */
export function perhapsBeyond(known: readonly Known[], limit: number): Known[] {
  return known.filter(({ belief, anyway, evidence }) => {
    if (anyway > limit) return false;
    if (evidence === null) return belief > limit + 0.001;
    const usual = (belief * evidence + 1) / (evidence + 2);
    return belief + 2 * Math.sqrt(usual * (1 - usual) / (evidence + 2)) > limit;
  });
}

interface Table {
  worlds: Worlds;
  chance: Chance;
}

/**
 * Plays one game by its seed, or a known attack if one is given. Looks more thoroughly if a quick look is inconclusive.
 */
export async function playGame(
  table: Table,
  seed: number,
  script: string | undefined,
  efforts: readonly Effort[],
): Promise<Outcome> {
  let outcome = await firstLook(table, seed, script, efforts);
  for (let looks = 1; looks < efforts.length && !isPlain(outcome); looks++) {
    const again = await replay(table, outcome.moves, seed, efforts.slice(looks));
    outcome = { ...again, looks: looks + 1 };
  }
  return outcome;
}

/** True if nothing was found, or every finding is certain. */
function isPlain({ lost, known }: Outcome): boolean {
  return lost === null && perhapsBeyond(known, SURE).every(({ evidence }) => evidence === null);
}

async function firstLook(
  table: Table,
  seed: number,
  script: string | undefined,
  efforts: readonly Effort[],
): Promise<Outcome> {
  const random = seededRandom(seed);
  const known = script === undefined ? undefined : KNOWN[script];
  if (known) return await replay(table, known, seed, efforts);
  const game = new Watched(table, seed, efforts);
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

/** Plays the same moves again. */
export async function replay(
  table: Table,
  moves: readonly Move[],
  seed: number,
  efforts: readonly Effort[],
): Promise<Outcome> {
  const game = new Watched(table, seed, efforts);
  for (const move of moves) await game.make(move);
  return await game.end();
}

/** A game and its organizer's belief. */
class Watched {
  readonly play: Play;
  readonly moves: Move[] = [];
  readonly #belief: Belief;
  readonly #baseline = new Baseline();
  readonly #known = new Map<string, Known>();
  readonly #pairs = new Set<string>();
  #people = 0;
  #isOver = false;
  #lost: string | null = null;

  constructor({ worlds, chance }: Table, seed: number, efforts: readonly Effort[]) {
    worlds.forgetMails();
    this.play = new Play(worlds, chance, seed);
    this.#belief = new Belief(worlds, chance, efforts, seed);
  }

  get isOver(): boolean {
    return this.#isOver || this.play.games.length === 0;
  }

  #isOpen(game: Game): boolean {
    return !pairsHiddenFromOrganizer(game) ||
      this.play.heldIn(game).size === game.participants.length;
  }

  /** @returns true if anything was sent. */
  async make(move: Move): Promise<boolean> {
    if (this.#isOver) return false;
    const before = this.play.games.map((game) => ({ game, held: this.play.heldIn(game) }));
    const exchanges = await this.play.make(move);
    if (exchanges.length === 0) return false;
    this.moves.push(move);
    for (const { game, held } of before) {
      const after = this.play.world.games.get(game.id) ?? game;
      this.#baseline.note(game, after, held, movedBy(move, game, after));
    }
    const [first] = this.play.games;
    if (!first) return true;
    try {
      if (move.act === "create") {
        this.#people = first.participants.length;
        this.#belief.begin(this.play.world, first, this.play.heldIn(first));
        await this.#belief.follow(exchanges.slice(1));
      } else await this.#belief.follow(exchanges);
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      this.#isOver = true;
      // If everything may be seen, there is nothing left to find.
      if (!this.play.games.every((game) => this.#isOpen(game))) {
        this.#lost = `${move.act}: ${error.message}`;
      }
      return true;
    }
    let known = this.#assess(move);
    for (const effort of this.#belief.efforts) {
      const isPlain = perhapsBeyond(known, SURE).every(({ evidence }) => evidence === null);
      if (!isPlain && await this.#belief.lookCloser(effort)) known = this.#assess(move);
    }
    for (const one of known) {
      const key = JSON.stringify([
        one.game,
        one.giver,
        one.receiver,
        one.anyway > LIKELY,
        one.anyway > SURE,
      ]);
      if (one.belief > (this.#known.get(key)?.belief ?? 0)) this.#known.set(key, one);
    }
    return true;
  }

  /** Returns all pairs that are believed to more than `LIKELY`. */
  #assess({ act }: Move): Known[] {
    const beliefs = this.#belief.pairs();
    const { evidence } = this.#belief;
    const known: Known[] = [];
    this.play.games.forEach((game, index) => {
      if (game.isGathering || !pairsHiddenFromOrganizer(game)) return;
      const held = this.play.heldIn(game);
      const no = this.play.ruledOut(game);
      const nameOf = namesIn(game);
      for (const [giver, receivers] of beliefs.get(game.id) ?? []) {
        if (held.has(giver) || isInvented(nameOf(giver))) continue;
        const placeOf = (one: number) =>
          game.participants.findIndex(({ number }) => number === one);
        const actual = game.participants[placeOf(giver)]?.receiver;
        this.#pairs.add(`${index} ${giver} ${actual}`);
        for (const [receiver, belief] of receivers) {
          if (belief <= LIKELY) continue;
          // A sample that is sure of a wrong pair was too small.
          if (Number.isFinite(evidence) && belief > SURE && receiver !== actual) continue;
          const anyway = this.#baseline.knows(game, held, no, placeOf(giver), placeOf(receiver));
          known.push({
            game: index,
            giver: nameOf(giver),
            receiver: nameOf(receiver),
            belief,
            anyway,
            after: act,
            evidence: Number.isFinite(evidence) ? Math.floor(evidence) : null,
          });
        }
      }
    });
    return known;
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
      looks: 1,
    };
  }
}

/** The people who got a different receiver on the organizer's request, which the organizer knows. */
function movedBy({ by, act, who }: Move, before: Game, after: Game): number[] {
  if (by !== "organizer" || !MOVING.includes(act)) return [];
  return before.participants.flatMap(({ name, number, receiver, reassignmentRequestedAt }) => {
    const isMeant = act === "approveAllReassignments" ? reassignmentRequestedAt : name === who;
    const now = after.participants.find((one) => one.number === number)?.receiver;
    return isMeant && now !== receiver ? [number] : [];
  });
}

const MOVING = ["forceReassignParticipant", "approveReassignment", "approveAllReassignments"];

/** True for a person that the organizer invented, who has nothing to hide. */
const isInvented = (name: string) => name.startsWith("Z");

function namesIn({ participants }: Game): (number: number) => string {
  const names = new Map(participants.map(({ number, name }) => [number, name]));
  return (number) => names.get(number) ?? "?";
}

/** Removes the moves that a finding does not need. @returns the rest, with a seed that shows it */
export async function shrink(
  table: Table,
  { moves }: Outcome,
  seed: number,
): Promise<{ moves: Move[]; seed: number; known: Known[] }> {
  const test = async (some: readonly Move[]) => {
    for (const other of [seed, seed + 1, seed + 2]) {
      const outcome = await replay(table, some, other, EFFORTS.slice(0, 1));
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
