/** Fair draws of which most givers are to keep their receivers. */
import type { Draw } from "./draw.ts";
import { drawAmong } from "./fair_draw.ts";
import { type Random, shuffle } from "./random.ts";
import type { Rules } from "./rules.ts";

/** The draws to choose from: the valid ones in which nobody moves who must not, and few others do. */
export interface FewMoves {
  rules: Rules;
  /** One of them. Givers of neither list keep the receivers that they have in it. */
  draw: ArrayLike<number>;
  /** Givers who may get any remaining receiver. */
  free: readonly number[];
  /** Givers, at most `limit` of which get a receiver other than the one in `kept`. */
  placed: readonly number[];
  kept: ArrayLike<number>;
  limit: number;
  /**
   * How many times as likely as others draws are in which no two people give to each other; Infinity: the others
   * only where there are none of these. For draws that are listed.
   */
  oneWay: number;
}

/**
 * So many givers who may move have few enough draws to list them all: at most 40,320, where none of them
 * is the receiver of another, and then some 4 MB, however many others there are.
 */
const LISTED = 8;
/** Picks that the search by chance may make: some ten milliseconds. */
const PICKS = 300_000;

/**
 * One of the draws, by the first of these ways that succeeds:
 * 1. where all who may move may get anyone, `drawAmong`: as fair as that is;
 * 2. all are listed, where up to 8 givers may move: exactly uniform;
 * 3. by chance, within bounded work: exactly uniform. It suffices unless exclusions leave little
 *    choice, such as to everyone a few neighbours among a thousand people;
 * 4. from `draw`, by letting as many move as may, at random among those who can exchange receivers
 *    with someone who does: always succeeds, and uniform only among draws that move the same.
 */
export function drawFewMoves(few: FewMoves, random: Random): Draw {
  const { rules, draw, free, placed } = few;
  if (placed.length === 0 && few.oneWay === 1) return drawAmong(rules, free, draw, random);
  if (free.length + placed.length <= LISTED) {
    const ways = listWays(few);
    return drawOf(few, ways[random.below(ways.length)]!);
  }
  return byChance(few, random) ?? byNeighbours(few, random);
}

/**
 * Lists all draws that `drawFewMoves` chooses from; one that is n times as likely as others is listed n times. The
 * list grows with the factorial of the number of givers who may move.
 */
export function listFewMoves(few: FewMoves): Draw[] {
  return listWays(few).map((way) => drawOf(few, way));
}

/** The receivers of those who may move, the placed before the free, in each of the draws. */
function listWays(few: FewMoves): number[][] {
  const { rules, draw, free, placed, kept, limit } = few;
  const givers = [...placed, ...free];
  const receivers = givers.map((giver) => draw[giver]!);
  const isTaken = receivers.map(() => false);
  const present = [...receivers];
  const ways: number[][] = [];
  function extend(index: number, moved: number): void {
    if (index === givers.length) {
      ways.push([...present]);
      return;
    }
    const giver = givers[index]!;
    receivers.forEach((receiver, i) => {
      if (isTaken[i] || rules.forbids(giver, receiver)) return;
      const moves = moved + (index < placed.length && receiver !== kept[giver] ? 1 : 0);
      if (moves > limit) return;
      isTaken[i] = true;
      present[index] = receiver;
      extend(index + 1, moves);
      isTaken[i] = false;
    });
  }
  extend(0, 0);
  if (few.oneWay === 1) return ways;
  const oneWay = ways.filter((way) => isOneWay(drawOf(few, way)));
  if (few.oneWay === Infinity) return oneWay.length > 0 ? oneWay : ways;
  return [...ways, ...Array.from({ length: few.oneWay - 1 }, () => oneWay).flat()];
}

function isOneWay(draw: Draw): boolean {
  return draw.every((receiver, giver) => draw[receiver] !== giver);
}

/** The draw in which those who may move have these receivers, and all others theirs. */
function drawOf({ draw, free, placed }: FewMoves, receivers: readonly number[]): Draw {
  const found = Array.from(draw);
  [...placed, ...free].forEach((giver, index) => found[giver] = receivers[index]!);
  return found;
}

/**
 * Chooses who of `placed` may move, and lets them and those who are free draw, until that is valid;
 * null after `PICKS`. A draw that moves fewer than it might comes from several such choices, and is
 * accepted as much less often: so each is as likely as any other.
 */
function byChance(few: FewMoves, random: Random): Draw | null {
  const { rules, draw, free, placed, kept } = few;
  const limit = Math.min(few.limit, placed.length);
  const isPlaced = new Set(placed.map((giver) => kept[giver]!));
  const loose = [...free, ...placed].map((giver) => draw[giver]!)
    .filter((receiver) => !isPlaced.has(receiver));
  const order = [...placed];
  const givers = [...order.slice(0, limit), ...free];
  const receivers = new Int32Array(givers.length);
  for (let picks = 0; picks < PICKS; picks += 1 + givers.length / 8) {
    for (let i = 0; i < limit; i++) {
      swap(order, i, i + random.below(order.length - i));
      givers[i] = order[i]!;
      receivers[i] = kept[order[i]!]!;
    }
    receivers.set(loose, limit);
    let i = 0;
    for (; i < givers.length; i++, picks++) {
      swap(receivers, i, i + random.below(givers.length - i));
      if (rules.forbids(givers[i]!, receivers[i]!)) break;
    }
    if (i < givers.length) continue;
    const idle = givers.slice(0, limit).filter((giver, i) => receivers[i] === kept[giver]).length;
    if (!isOneOf(placed.length - limit, idle, random)) continue;
    const found = Array.from(draw);
    for (const giver of placed) found[giver] = kept[giver]!;
    givers.forEach((giver, i) => found[giver] = receivers[i]!);
    return found;
  }
  return null;
}

/** True once in as many times as there are ways to choose `chosen` out of `others + chosen`. */
function isOneOf(others: number, chosen: number, random: Random): boolean {
  for (let i = 1; i <= chosen; i++) {
    if (random.below(others + i) >= i) return false;
  }
  return true;
}

function byNeighbours(
  { rules, draw, free, placed, kept, limit }: FewMoves,
  random: Random,
): Draw {
  const moving = placed.filter((giver) => draw[giver] !== kept[giver]);
  let spare = limit - moving.length;
  moving.push(...free);
  for (const giver of shuffle([...placed], random)) {
    if (spare === 0) break;
    if (draw[giver] !== kept[giver]) continue;
    const canExchange = moving.some((other) => !rules.forbids(other, draw[giver]!)) &&
      moving.some((other) => !rules.forbids(giver, draw[other]!));
    if (!canExchange) continue;
    moving.push(giver);
    spare--;
  }
  return drawAmong(rules, moving, draw, random);
}

function swap(items: number[] | Int32Array, i: number, j: number): void {
  const item = items[i]!;
  items[i] = items[j]!;
  items[j] = item;
}
