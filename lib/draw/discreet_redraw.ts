/** Redraws after a change: moves few people, and reveals no pairs. */
import {
  type Ban,
  type Draw,
  type DrawProblem,
  type DrawResult,
  explainImpossible,
  rulesOf,
} from "./draw.ts";
import { drawFewMoves, type FewMoves, listFewMoves } from "./few_moves.ts";
import { independentParts } from "./independent_parts.ts";
import { cheapestMatching } from "./matching.ts";
import { type Random, shuffle } from "./random.ts";
import { NOBODY } from "./rules.ts";

/** What a new draw starts from. */
export interface Rematch {
  /**
   * The present receiver of each giver, no one twice; null for a giver who is new or has lost their receiver. Pairs
   * that the problem forbids count as null.
   */
  current: ReadonlyArray<number | null>;
  /** Givers who know their receiver. All others may get anyone, and notice nothing. */
  opened?: ReadonlySet<number>;
  /** Givers who have confirmed: they also know their receiver, and are the first to keep them. */
  confirmed?: ReadonlySet<number>;
  /** Givers who must get someone else than at present. */
  mustChange?: ReadonlySet<number>;
  /** Givers who should get someone else than at present: as many as possible do. */
  shouldChange?: ReadonlySet<number>;
  /**
   * Earlier receivers of each giver, oldest first. Givers who change get none of these if possible, otherwise at least
   * none of the latest.
   */
  earlier?: ReadonlyMap<number, readonly number[]>;
  /**
   * True if the organizer takes part and must not learn pairs. Organizers can add, open, confirm and remove invented
   * people as often as they like. If few moved, what those people lose would show what the few gain; so everyone moves.
   */
  isSealed?: boolean;
  /** True if those who have opened keep their receiver; default: false in a sealed game, true in an open one. */
  keepsOpened?: boolean;
}

/**
 * In sealed games of four people, the weight of draws in which no two people give to each other. With 3 the worst cases
 * are about equal: 0.75 for someone who knows the pairs of two people, 0.79 for one who asks for someone else.
 */
const SEALED_ONE_WAY = 3;

/**
 * How many of those who have opened and could keep their receiver may move in an open game, given the fewest who must:
 * two more, so that those who must move are not the only ones. One or two who have not opened are too few to hide
 * among.
 *
 * @param lost how many of those who have opened gave to someone who has left.
 */
function mostMoved(fewest: number, lost: number, unopened: number): number {
  return Math.max(fewest + 2, unopened < 3 ? 3 - lost : 0);
}

/**
 * True if an open game of this size needs one more to move: an enumeration of all changes found that someone would
 * otherwise know a pair with a probability above 1/2.
 *
 * @param isForbidden true if the rules forbid a receiver that someone had.
 * @param isChanging true if someone gets someone else because they asked, or because the organizer wants it.
 */
function needsOneMore(
  { size, exclusions, households, bans = [] }: DrawProblem,
  lost: number,
  isForbidden: boolean,
  isChanging: boolean,
): boolean {
  const isRuled = exclusions.length + households.length + bans.length > 0;
  return isForbidden && size <= 8 || isChanging && size <= (isRuled ? 7 : 5) ||
    lost > 0 && size === (isRuled ? 6 : 4);
}

/** Maximum number of pairs examined to avoid earlier receivers: about 10 ms. */
const SEARCHED = 100_000;

/**
 * Draws again after a change, gently and discreetly. As many as possible of `shouldChange` get someone else, all of
 * `mustChange` do, and then
 * - if nothing is wrong and no one changes, everything stays;
 * - if everyone who has opened can keep their receiver, they do, and all others are drawn again; a game in which no one
 *   has opened is drawn from scratch, and stays as fair as at first;
 * - otherwise, of those who have opened, up to two more move than the fewest who must (`mostMoved`), three at some
 *   small sizes (`needsOneMore`); everyone who has not opened is drawn again with them.
 *
 * A sealed game in which anything has to change is drawn from scratch instead, no matter who has opened or confirmed,
 * unless `keepsOpened`.
 *
 * Confirmed givers keep their receivers if there is a valid draw in which all of them do; otherwise they count as
 * givers who have opened. All draws that these rules leave are equally likely, as far as `drawFewMoves` and `drawAmong`
 * ensure it. With four people in an open game, no two give to each other once someone has opened, if that is possible;
 * in a sealed one such draws are more likely (`SEALED_ONE_WAY`). The README says with what probability an observer who
 * knows this rule can know someone else's pair.
 *
 * Avoids as many lists of pairs as possible, the last list first, without moving more of those who have opened; none of
 * them loses a receiver because of a list.
 *
 * If no valid draw exists, the group named is one that cannot be served given that `mustChange` givers may not give to
 * their present receiver either.
 *
 * @throws {RangeError} as `drawAssignments` does.
 */
export function redrawDiscreetly(
  problem: DrawProblem,
  rematch: Rematch,
  random: Random,
): DrawResult {
  const choice = choose(problem, rematch, random);
  return choice.ok ? { ok: true, draw: drawFewMoves(choice.few, random) } : choice;
}

/**
 * Lists all draws from which `redrawDiscreetly` takes one, in games of few people: tests prove its properties with
 * these. If several sets of `shouldChange` could be served, chance chooses one first.
 */
export function possibleRedraws(problem: DrawProblem, rematch: Rematch, random: Random): Draw[] {
  const choice = choose(problem, rematch, random);
  return choice.ok ? listFewMoves(choice.few) : [];
}

type Choice = { ok: true; few: FewMoves } | Extract<DrawResult, { ok: false }>;

function choose(problem: DrawProblem, rematch: Rematch, random: Random): Choice {
  const { size } = problem;
  const nobody: ReadonlySet<number> = new Set();
  const { current, mustChange = nobody, shouldChange = nobody } = rematch;
  const { isSealed = false, keepsOpened = !isSealed } = rematch;
  const opened = (rematch.confirmed ?? nobody).union(rematch.opened ?? nobody);
  const confirmed = keepsOpened && rematch.confirmed || nobody;

  const allRules = rulesOf(problem);
  /** The cheapest draw without these pairs, by the cost of moving those who have a receiver. */
  function match(bans: Ban[], costOf: (giver: number) => number) {
    const rules = allRules.forbidding(bans);
    const kept = new Int32Array(size).fill(NOBODY);
    const costs = new Int32Array(size);
    current.forEach((receiver, giver) => {
      if (receiver === null || rules.forbids(giver, receiver)) return;
      kept[giver] = receiver;
      costs[giver] = costOf(giver);
    });
    const { receiverOf: draw, work } = cheapestMatching(rules, kept, costs, random);
    return {
      ...{ rules, kept, draw, work },
      isComplete: !draw.includes(NOBODY),
      keepsAll: (givers: ReadonlySet<number>) =>
        [...givers].every((giver) => kept[giver] === NOBODY || draw[giver] === kept[giver]),
    };
  }
  const present = (givers: Iterable<number>): Ban[] =>
    [...givers].flatMap((giver) => current[giver] == null ? [] : [[giver, current[giver]]]);

  // Serving one more outweighs moving all who have confirmed; moving one of these outweighs moving all others.
  const priceOf = (giver: number) => confirmed.has(giver) ? size + 1 : opened.has(giver) ? 1 : 0;
  const first = match(
    present(mustChange),
    (giver) => shouldChange.has(giver) ? -((size + 1) ** 2) : priceOf(giver),
  );
  if (!first.isComplete) return { ok: false, ...explainImpossible(first.rules) };
  const served = [...shouldChange].filter((giver) => first.draw[giver] !== current[giver]);
  const changing = mustChange.union(new Set(served));
  if (changing.size === 0 && first.kept.every((receiver) => receiver !== NOBODY)) {
    const few = { ...first, draw: first.kept, free: [], placed: [], limit: 0, oneWay: 1 };
    return { ok: true, few };
  }

  const held = first.keepsAll(confirmed.difference(changing)) ? confirmed : nobody;
  const costOf = (giver: number) => held.has(giver) ? priceOf(giver) : Number(opened.has(giver));
  const search = (bans: Ban[]) => match([...present(changing), ...bans], costOf);
  const earlier = mostThatWork(
    shuffle([...changing], random).flatMap((giver) =>
      (rematch.earlier?.get(giver) ?? []).map((receiver): Ban => [giver, receiver]).reverse()
    ),
    (bans) => {
      const found = search(bans);
      return { works: found.isComplete && found.keepsAll(held), work: found.work };
    },
  );
  const moversOf = ({ draw, kept }: ReturnType<typeof match>) =>
    [...opened].filter((giver) => draw[giver] !== kept[giver]);
  // Reuses the first result if the search would be the same: rules of 20,000 pairs take a while.
  const isSame = shouldChange.size === 0 && earlier.length === 0 && held === confirmed;
  const without = isSame ? first : search(earlier);
  const fewest = moversOf(without).length;
  const isOwn = ([giver, receiver]: Ban) => opened.has(giver) && current[giver] === receiver;
  const { avoided = [] } = problem;
  const chosen = avoided.keys()
    .map((first) =>
      search([...earlier, ...avoided.slice(first).flat().filter((ban) => !isOwn(ban))])
    )
    .find((found) =>
      found.isComplete && found.keepsAll(held) && moversOf(found).length === fewest
    ) ?? without;
  const { rules, kept, draw } = chosen;
  const movers = moversOf(chosen);
  const isStill = (giver: number) =>
    (movers.length === 0 && keepsOpened ? opened : held).has(giver) &&
    kept[giver] !== NOBODY;
  const movable = [...opened].filter((giver) => !isStill(giver) && kept[giver] !== NOBODY);
  const homeless = movers.filter((giver) => kept[giver] === NOBODY).length;
  const lost = movers.filter((giver) => current[giver] === null).length;
  const isForbidden = current.some((receiver, giver) =>
    receiver !== null && !changing.has(giver) && without.kept[giver] === NOBODY
  );
  const usual = mostMoved(movers.length - homeless, lost, size - opened.size) +
    Number(needsOneMore(problem, lost, isForbidden, changing.size > 0));
  const limit = keepsOpened ? usual : size;
  const placed = limit < movable.length ? movable : [];
  const isPlaced = new Set(placed);
  const everybody = Array.from({ length: size }, (_, giver) => giver);
  return {
    ok: true,
    few: {
      ...{ rules, kept, draw, placed, limit },
      // Of four people, two who give to each other reveal that the other two do, too. In a sealed game, excluding
      // such draws would show all pairs to an organizer who holds two links.
      oneWay: size !== 4 || opened.size === 0 ? 1 : isSealed ? SEALED_ONE_WAY : Infinity,
      free: everybody.filter((giver) => !isPlaced.has(giver) && !isStill(giver)),
    },
  };
}

/**
 * Returns as many of `items` as work together, earlier ones first: all of them, or else what repeated halving finds
 * before the attempts together have examined `SEARCHED` pairs.
 */
export function mostThatWork<Item>(
  items: Item[],
  attempt: (items: Item[]) => { works: boolean; work: number },
): Item[] {
  let taken: Item[] = [];
  let left = SEARCHED;
  function add(some: Item[]): void {
    if (some.length === 0 || left <= 0) return;
    const { works, work } = attempt([...taken, ...some]);
    left -= work;
    if (works) {
      taken = [...taken, ...some];
    } else if (some.length > 1) {
      const half = some.length >> 1;
      add(some.slice(0, half));
      add(some.slice(half));
    }
  }
  add(items);
  return taken;
}

/** Givers who have a different receiver in some other valid draw than in the present one. */
export function movableGivers(problem: DrawProblem, draw: readonly number[]): Set<number> {
  const rules = rulesOf(problem);
  const parts = independentParts(rules, [...draw.keys()], draw);
  return new Set(parts.filter((part) => part.length > 1).flat());
}
