/** Unavoidable knowledge of the organizer: from the rules, their own pairs, and the people they had moved. */
import type { DrawProblem } from "@/lib/draw/draw.ts";
import { permits } from "@/tests/support/draws.ts";
import { keptApart } from "@/lib/game/keepers.ts";
import { oneWayPairs } from "@/lib/game/one_way.ts";
import type { Game } from "@/lib/game/types.ts";

/** The rules of a game as input of a draw, without receivers of earlier years. */
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

/** By list positions of giver and receiver: relative likelihood of draws with that pair. */
type Odds = number[][];

/** Knowledge about each game that no secrecy can prevent. */
export class Baseline {
  /** By game, the odds from people who were moved on the organizer's request at the last draw. */
  readonly #moved = new Map<string, Odds>();
  /** By game, the pairs forbidden at its last draw, by number: a rule may have ended since. */
  readonly #forbidden = new Map<string, ReadonlySet<string>>();
  /** By game, the highest knowledge of each current pair by number: losing a link does not erase it. */
  readonly #most = new Map<string, Map<string, number>>();

  /**
   * Returns the probability of a pair for an observer who knows the current rules and those of the last draw, some
   * receivers, and who was moved; all other draws are equally likely. 0 if the rules alone make it more than 1/2,
   * because such rules must be refused.
   *
   * @param held receivers by giver, by number.
   * @param no impossible pairs, `GIVER RECEIVER` by number.
   * @param giver position in the list of people, like the receiver.
   */
  knows(
    game: Game,
    held: ReadonlyMap<number, number>,
    no: ReadonlySet<string>,
    giver: number,
    receiver: number,
  ): number {
    if (share(oddsOf(game, new Map()), giver, receiver) > 1 / 2) return 0;
    const most = this.#most.get(game.id) ?? new Map<string, number>();
    this.#most.set(game.id, most);
    const pair = `${game.participants[giver]?.number} ${game.participants[receiver]?.number}`;
    const known = Math.max(share(this.#odds(game, held, no), giver, receiver), most.get(pair) ?? 0);
    most.set(pair, known);
    return known;
  }

  /**
   * Records a change that the organizer made.
   *
   * @param moved the numbers of those who got a different receiver on the organizer's request.
   */
  note(
    before: Game,
    after: Game,
    held: ReadonlyMap<number, number>,
    moved: readonly number[],
  ): void {
    if (!this.#forbidden.has(before.id)) this.#forbidden.set(before.id, forbiddenIn(before));
    this.#most.set(after.id, stillKnown(this.#most.get(before.id) ?? new Map(), before, after));
    if (`${placesOf(before)}` === `${placesOf(after)}`) return;
    this.#forbidden.set(after.id, forbiddenIn(after));
    const { participants } = after;
    const known = this.#odds(before, held);
    this.#moved.delete(after.id);
    if (moved.length === 0) return;
    const rules = oddsOf(after, new Map());
    const odds = participants.map(({ number }, giver) => {
      if (!moved.includes(number)) return participants.map(() => 1);
      // The old receiver, as far as known, is excluded; draws with all others are equally likely.
      const parts = participants.map((_, old) => {
        const others = countDraws(rules) - countWith(rules, giver, old);
        return others === 0 ? 0 : share(known, giver, old) / others;
      });
      const sum = parts.reduce((sum, part) => sum + part, 0);
      return parts.map((part) => sum - part);
    });
    this.#moved.set(after.id, odds);
  }

  #odds(
    game: Game,
    held: ReadonlyMap<number, number>,
    no: ReadonlySet<string> = new Set(),
  ): Odds {
    const moved = this.#moved.get(game.id);
    const forbidden = this.#forbidden.get(game.id);
    return oddsOf(game, held).map((row, giver) => {
      const { number = -1 } = game.participants[giver] ?? {};
      if (held.has(number)) return row;
      return row.map((odds, receiver) => {
        const pair = `${number} ${game.participants[receiver]?.number}`;
        return forbidden?.has(pair) || no.has(pair) ? 0 : odds * (moved?.[giver]?.[receiver] ?? 1);
      });
    });
  }
}

/** Receivers, by position in the list of people. */
function placesOf({ participants }: Game): number[] {
  return participants.map((giver) =>
    participants.findIndex(({ number }) => number === giver.receiver)
  );
}

/** The pairs that the rules of a game forbid, by number. */
function forbiddenIn(game: Game): ReadonlySet<string> {
  const may = permits(problemOf(game));
  return new Set(
    game.participants.flatMap(({ number }, giver) =>
      game.participants.flatMap((to, receiver) =>
        may(giver, receiver) ? [] : `${number} ${to.number}`
      )
    ),
  );
}

/** 1 for each pair that the rules and the known receivers allow, else 0. */
function oddsOf(game: Game, held: ReadonlyMap<number, number>): Odds {
  const may = permits(problemOf(game));
  return game.participants.map(({ number }, giver) =>
    game.participants.map((to, receiver) => {
      const fixed = held.get(number);
      return Number(fixed === undefined ? may(giver, receiver) : fixed === to.number);
    })
  );
}

function share(odds: Odds, giver: number, receiver: number): number {
  const total = countDraws(odds);
  return total === 0 ? 1 : countWith(odds, giver, receiver) / total;
}

function countWith(odds: Odds, giver: number, receiver: number): number {
  return countDraws(
    odds.map((row, from) => from === giver ? row.map((odd, to) => to === receiver ? odd : 0) : row),
  );
}

/** Weighted number of draws: the sum of their odds, computed over sets of receivers taken by the first givers. */
function countDraws(odds: Odds): number {
  let ways = new Map([[0, 1]]);
  for (const row of odds) {
    const next = new Map<number, number>();
    for (const [taken, count] of ways) {
      row.forEach((odd, receiver) => {
        const bit = 1 << receiver;
        if (odd === 0 || taken & bit) return;
        next.set(taken | bit, (next.get(taken | bit) ?? 0) + count * odd);
      });
    }
    ways = next;
  }
  return ways.values().reduce((sum, count) => sum + count, 0);
}

/** Knowledge of the pairs that have stayed. A replacement inherits what was known of their place. */
function stillKnown(
  most: ReadonlyMap<string, number>,
  before: Game,
  after: Game,
): Map<string, number> {
  const kept = new Map<string, number>();
  if (before.drawCount !== after.drawCount) return kept;
  const isSwap = before.participants.length === after.participants.length;
  const newcomer = after.participants.find(({ number }) => number >= before.nextNumber)?.number;
  const now = (number: number | null | undefined) =>
    after.participants.some((one) => one.number === number)
      ? number
      : isSwap
      ? newcomer
      : undefined;
  const receiverIn = ({ participants }: Game, giver: number | null | undefined) =>
    participants.find(({ number }) => number === giver)?.receiver;
  for (const [pair, known] of most) {
    const [giver, receiver] = pair.split(" ").map(Number);
    const old = now(receiverIn(before, giver));
    if (old && receiverIn(after, now(giver)) === old) {
      kept.set(`${now(giver)} ${now(receiver)}`, known);
    }
  }
  return kept;
}
