import { belowLarge, type Random, shuffle } from "./random.ts";
import type { Rules } from "./rules.ts";
import type { Part } from "./sampling.ts";

/** Terms of a household count, and steps of an attempt by it, that cost as much as such a step. */
const COUNT_TERMS = 6;
const STEPS_OF_ATTEMPT = 10;

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
