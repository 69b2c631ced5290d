/** Fair draws in which most givers keep their receivers. */
import type { Draw } from "./draw.ts";
import { drawAmong } from "./fair_draw.ts";
import { type Random, shuffle } from "./random.ts";
import type { Rules } from "./rules.ts";

/** The draws to choose from: valid ones in which only movable givers move, and few of them. */
export interface FewMoves {
  rules: Rules;
  /** One of these draws. Givers in neither list keep their receivers in it. */
  draw: ArrayLike<number>;
  /** Givers who may get any remaining receiver. */
  free: readonly number[];
  /** Givers who have a receiver in `kept`; at most `limit` of them get a different one. */
  placed: readonly number[];
  kept: ArrayLike<number>;
  limit: number;
  /**
   * The weight of draws in which no two people give to each other, compared with 1 for all others; Infinity: others
   * only if there is no such draw. Used for listed draws.
   */
  oneWay: number;
}

/**
 * Up to this many movable givers, all draws are listed: at most 40,320, about 4 MB, in a game of any size.
 */
const LISTED = 8;
/** Maximum picks of the random search, about ten milliseconds. */
const PICKS = 300_000;

/**
 * Returns one of the draws, from the first of these methods that succeeds:
 * 1. `drawAmong`, if every movable giver may get anyone: as fair as that function;
 * 2. a list of all draws, for up to 8 movable givers: exactly uniform;
 * 3. random search with bounded work: exactly uniform. It fails only if exclusions leave little choice, for example
 *    a few neighbours each among a thousand people;
 * 4. starting from `draw`, as many moves as allowed, at random among givers who can exchange receivers: always
 *    succeeds, and is uniform only among draws with the same movers.
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
 * Lists all draws that `drawFewMoves` chooses from; a draw with weight n is listed n times. The
 * list grows with the factorial of the number of givers who may move.
 */
export function listFewMoves(few: FewMoves): Draw[] {
  return listWays(few).map((way) => drawOf(few, way));
}

/** For each draw, the receivers of the movable givers: first `placed`, then `free`. */
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

/** The draw with these receivers for the movable givers; all others keep theirs. */
function drawOf({ draw, free, placed }: FewMoves, receivers: readonly number[]): Draw {
  const found = Array.from(draw);
  [...placed, ...free].forEach((giver, index) => found[giver] = receivers[index]!);
  return found;
}

/**
 * Picks movers among `placed`, and draws for them and the free givers until the result is valid; null after `PICKS`.
 * A draw with fewer movers can come from several picks, so it is accepted less often in proportion: all draws are
 * equally likely.
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

/** True with probability 1 / C(others + chosen, chosen). */
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
