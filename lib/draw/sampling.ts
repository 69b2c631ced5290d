/**
 * Fair draws: valid ones, each as likely as any other as far as that is feasible. From the plain
 * to the elaborate, as what is forbidden leaves fewer of all shuffles valid.
 */
import { independentParts, type Rules } from "./matching.ts";
import { type Random, shuffle } from "./random.ts";

/** Givers and as many receivers, to be drawn among each other. */
export interface Part {
  givers: readonly number[];
  receivers: readonly number[];
}

/** Steps of some ten nanoseconds that a method may take for all people together. */
const WORK = 5_000_000;

/** Terms of a household count, and steps of an attempt by it, that cost as much as such a step. */
const COUNT_TERMS = 6;
const STEPS_OF_ATTEMPT = 10;

/** Part sizes up to which all draws are counted: 18! is below 2 ** 53, so the counts are exact. */
const COUNTED = 18;

/**
 * Draws anew who of `givers` gets whom of the receivers they have in `draw`; others keep theirs.
 *
 * Givers are split into parts that cannot exchange receivers with others, and each part takes the
 * first of these ways that succeeds within its share of the work:
 * 1. `byRejection`: exactly uniform. It suffices where people are excluded from up to about eight
 *    others each in games of 1,000, and from five in games of 10,000.
 * 2. `byCounting`, for parts of up to 18 people: exactly uniform, and always succeeds.
 * 3. `byHouseholds`: uniform up to the rounding of floating-point numbers (a draw's likelihood is
 *    off by less than a millionth). It suffices in games of 1,000 where exclusions are those of
 *    households of up to about a hundred people, or of one of any size, and few others.
 * 4. `byWalking`, for whatever is left: every draw is possible, and uniform in the limit; no bound
 *    on the distance from it is proved.
 *
 * @param draw a valid draw, at least among `givers`.
 */
export function drawAmong(
  rules: Rules,
  givers: readonly number[],
  draw: ArrayLike<number>,
  random: Random,
): number[] {
  const drawn = Array.from(draw);
  for (const members of independentParts(rules, givers, draw)) {
    const part = { givers: members, receivers: members.map((giver) => draw[giver]!) };
    const count = members.length;
    const work = WORK * count / givers.length;
    const receivers = byRejection(rules, part, random, Math.min(work, count * 2 ** count)) ??
      (count <= COUNTED
        ? byCounting(rules, part, random)
        : byHouseholds(rules, part, random, work) ?? byWalking(rules, part, random, work));
    members.forEach((giver, i) => drawn[giver] = receivers[i]!);
  }
  return drawn;
}

/**
 * Shuffles the receivers until nobody gets a forbidden one; null after `work` picks. A shuffle is
 * given up at its first forbidden pick, which leaves each valid one equally likely.
 */
export function byRejection(
  rules: Rules,
  part: Part,
  random: Random,
  work: number,
): number[] | null {
  const { givers } = part;
  const receivers = [...part.receivers];
  const count = givers.length;
  for (let picks = 0; picks <= work;) {
    let i = 0;
    for (; i < count; i++, picks++) {
      const j = i + random.below(count - i);
      const receiver = receivers[j]!;
      if (rules.forbids(givers[i]!, receiver)) break;
      receivers[j] = receivers[i]!;
      receivers[i] = receiver;
    }
    if (i === count) return receivers;
    picks++;
  }
  return null;
}

/**
 * Counts, for each set of receivers, in how many ways they can be left to the last givers, and lets
 * each giver choose a receiver in proportion (the permanent by dynamic programming). For parts of
 * up to COUNTED people that have a valid draw.
 */
export function byCounting(rules: Rules, { givers, receivers }: Part, random: Random): number[] {
  const count = givers.length;
  const permitted = givers.map((giver) =>
    receivers.reduce((set, to, i) => rules.forbids(giver, to) ? set : set | 1 << i, 0)
  );
  const ways = new Float64Array(1 << count);
  ways[0] = 1;
  const sizeOf = new Uint8Array(1 << count);
  for (let left = 1; left < ways.length; left++) {
    sizeOf[left] = sizeOf[left & (left - 1)]! + 1;
    let sum = 0;
    for (let open = left & permitted[count - sizeOf[left]!]!; open; open &= open - 1) {
      sum += ways[left ^ (open & -open)]!;
    }
    ways[left] = sum;
  }

  let left = ways.length - 1;
  return givers.map((_, i) => {
    let choice = belowLarge(ways[left]!, random);
    let open = left & permitted[i]!;
    while (choice >= ways[left ^ (open & -open)]!) {
      choice -= ways[left ^ (open & -open)]!;
      open &= open - 1;
    }
    left ^= open & -open;
    return receivers[31 - Math.clz32(open & -open)]!;
  });
}

/** A uniform integer in [0, n), for n up to 2 ** 53. */
function belowLarge(n: number, random: Random): number {
  if (n <= 2 ** 32) return random.below(n);
  const high = Math.ceil(n / 2 ** 32);
  for (;;) {
    const value = random.below(high) * 2 ** 32 + random.below(2 ** 32);
    if (value < n) return value;
  }
}

/** The members of one household in a part, as givers and as receivers. */
interface Household {
  givers: number[];
  receivers: number[];
}

/**
 * Draws among those draws that keep the households, and again until the other exclusions hold; null
 * if that is too long.
 *
 * Households come one after another. Of each, some givers are served: they take receivers whom
 * earlier households left open. Some receivers are taken: they go to givers left open. The rest is
 * left open in turn. How many ways there are to go on depends only on the number of open givers
 * (that of receivers follows), so all ways can be counted from the last household to the first, and
 * then the numbers served and taken be drawn in proportion. The counts are kept as logarithms,
 * being far too large otherwise.
 */
export function byHouseholds(
  rules: Rules,
  part: Part,
  random: Random,
  work: number,
): number[] | null {
  const count = part.givers.length;
  const byHome = new Map<number, Household>();
  const householdOf = (person: number): Household => {
    const home = rules.home[person]!;
    const household = byHome.get(home) ?? { givers: [], receivers: [] };
    byHome.set(home, household);
    return household;
  };
  for (const giver of part.givers) householdOf(giver).givers.push(giver);
  for (const receiver of part.receivers) householdOf(receiver).receivers.push(receiver);
  const sizeOf = ({ givers, receivers }: Household) => givers.length + receivers.length;
  const households = [...byHome.values()].sort((one, other) => sizeOf(other) - sizeOf(one));

  // For each household: how many more receivers than givers are open before it, and how many
  // givers at most, as they all have come before it and will be served after.
  let before = 0;
  let after = count;
  let surplus = 0;
  let terms = 0;
  let widest = 0;
  const stages = households.map((household) => {
    const stage = { household, surplus, most: Math.min(before, after) };
    const { givers, receivers } = household;
    before += givers.length;
    after -= receivers.length;
    surplus += receivers.length - givers.length;
    const splits = (givers.length + 1) * (receivers.length + 1);
    terms += (stage.most + 1) * splits;
    widest = Math.max(widest, splits);
    return stage;
  });
  if (terms > COUNT_TERMS * work) return null;

  const logFactorial = new Float64Array(count + 1);
  for (let n = 1; n <= count; n++) logFactorial[n] = logFactorial[n - 1]! + Math.log(n);
  /** In how many ways so many pairs can be made of people from two sides, as a logarithm. */
  const logPairings = (one: number, other: number, pairs: number) =>
    logFactorial[one]! - logFactorial[one - pairs]! - logFactorial[pairs]! +
    logFactorial[other]! - logFactorial[other - pairs]!;

  /** `logWays[stage][open]`: ways to go on with so many open givers, as a logarithm. */
  const logWays = stages.map(({ most }) => new Float64Array(most + 1).fill(-Infinity));
  logWays.push(new Float64Array(1));

  const scratch = new Float64Array(widest);

  /**
   * The ways to go on, as logarithms, by `served * (receivers + 1) + taken`. The result is
   * overwritten by the next call.
   */
  function weigh(index: number, open: number): Float64Array {
    const { household: { givers, receivers }, surplus } = stages[index]!;
    const next = logWays[index + 1]!;
    const width = receivers.length + 1;
    const weights = scratch.subarray(0, (givers.length + 1) * width).fill(-Infinity);
    for (let taken = Math.min(receivers.length, open); taken >= 0; taken--) {
      const logTaken = logPairings(receivers.length, open, taken);
      const left = open - taken + givers.length;
      const mostServed = Math.min(givers.length, open + surplus);
      for (let served = Math.max(0, left - next.length + 1); served <= mostServed; served++) {
        weights[served * width + taken] = logTaken + next[left - served]! +
          logPairings(givers.length, open + surplus, served);
      }
    }
    return weights;
  }

  for (let index = stages.length - 1; index >= 0; index--) {
    const ways = logWays[index]!;
    for (let open = Math.max(0, -stages[index]!.surplus); open < ways.length; open++) {
      ways[open] = logSum(weigh(index, open));
    }
  }

  let steps = 0;
  /** One draw that keeps the households, or null once it breaks another exclusion. */
  function attempt(): Map<number, number> | null {
    const receiverOf = new Map<number, number>();
    const openGivers: number[] = [];
    const openReceivers: number[] = [];
    for (const [index, { household }] of stages.entries()) {
      const givers = shuffle([...household.givers], random);
      const receivers = shuffle([...household.receivers], random);
      const weights = weigh(index, openGivers.length);
      const choice = chooseByLog(weights, logWays[index]![openGivers.length]!, random);
      const taken = choice % (receivers.length + 1);
      const served = (choice - taken) / (receivers.length + 1);
      steps += weights.length + givers.length + receivers.length;
      const pairs = [
        ...givers.splice(0, served).map((giver) =>
          [giver, takeAny(openReceivers, random)] as const
        ),
        ...receivers.splice(0, taken).map((to) => [takeAny(openGivers, random), to] as const),
      ];
      for (const [giver, receiver] of pairs) {
        if (rules.forbids(giver, receiver)) return null;
        receiverOf.set(giver, receiver);
      }
      openGivers.push(...givers);
      openReceivers.push(...receivers);
    }
    return receiverOf;
  }
  while (steps <= work / STEPS_OF_ATTEMPT) {
    const receiverOf = attempt();
    if (receiverOf) return part.givers.map((giver) => receiverOf.get(giver)!);
  }
  return null;
}

/** The logarithm of the sum of numbers given as logarithms. */
function logSum(logs: Float64Array): number {
  let largest = -Infinity;
  for (const log of logs) if (log > largest) largest = log;
  if (largest === -Infinity) return largest;
  let sum = 0;
  // What is smaller than the largest by e^50 is lost in the rounding of the sum.
  for (const log of logs) if (log > largest - 50) sum += Math.exp(log - largest);
  return largest + Math.log(sum);
}

/** A random index, with weights given as logarithms and that of their sum. */
function chooseByLog(logs: Float64Array, logTotal: number, random: Random): number {
  let choice = belowLarge(2 ** 53, random) / 2 ** 53;
  let last = 0;
  for (const [index, log] of logs.entries()) {
    if (log === -Infinity) continue;
    last = index;
    choice -= Math.exp(log - logTotal);
    if (choice < 0) break;
  }
  return last;
}

/** Takes a random item out of a list that is not empty. */
function takeAny(items: number[], random: Random): number {
  const index = random.below(items.length);
  const item = items[index]!;
  items[index] = items[items.length - 1]!;
  items.pop();
  return item;
}

/**
 * A random walk from the part's present draw (after Broder 1986, Jerrum & Sinclair 1989). In each
 * round a random giver gives up their receiver, takes a random permitted one, whose giver takes
 * another, and so on until somebody takes the one given up.
 *
 * A round is as likely as its reverse, so that in the limit all draws are equally likely; and any
 * two draws differ by rounds, so that each can be reached. How soon the limit is near depends on
 * the exclusions: the first half of the work finds out how many rounds it buys, the second half
 * makes as many again. A round that gets too long is undone, which leaves this as it is.
 */
export function byWalking(
  rules: Rules,
  { givers, receivers }: Part,
  random: Random,
  work: number,
): number[] {
  const count = givers.length;
  const receiverOf = Int32Array.from(givers.keys());
  const giverOf = Int32Array.from(givers.keys());
  const before = new Int32Array(count);
  const longest = work / 8;

  // A random permitted receiver is found by trial where there are many people, for whom lists would
  // be long, or where that fails, as it does if few are permitted, from a list made at first need.
  const trials = count <= 1_000 ? 0 : 32;
  const permitted: number[][] = [];
  function pick(giver: number): number {
    for (let trial = 0; trial < trials; trial++) {
      const receiver = random.below(count);
      if (!rules.forbids(givers[giver]!, receivers[receiver]!)) return receiver;
    }
    const list = permitted[giver] ??= [...givers.keys()]
      .filter((receiver) => !rules.forbids(givers[giver]!, receivers[receiver]!));
    return list[random.below(list.length)]!;
  }

  /** Makes one round and returns its number of steps. */
  function round(): number {
    before.set(receiverOf);
    let giver = random.below(count);
    const givenUp = receiverOf[giver]!;
    for (let steps = 1; steps <= longest; steps++) {
      const receiver = pick(giver);
      const former = giverOf[receiver]!;
      receiverOf[giver] = receiver;
      giverOf[receiver] = giver;
      if (receiver === givenUp) return steps;
      giver = former;
    }
    receiverOf.set(before);
    receiverOf.forEach((receiver, giver) => giverOf[receiver] = giver);
    return longest;
  }

  let rounds = 0;
  for (let steps = 0; steps < work / 2; rounds++) steps += round();
  for (; rounds > 0; rounds--) round();
  return givers.map((_, giver) => receivers[receiverOf[giver]!]!);
}
