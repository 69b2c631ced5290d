import type { Random } from "./random.ts";
import type { Rules } from "./rules.ts";
import type { Part } from "./sampling.ts";

/**
 * A random walk from the part's present draw (after Broder 1986, Jerrum & Sinclair 1989). In each
 * round a random giver gives up their receiver, takes a random permitted one, whose giver takes
 * another, and so on until someone takes the one given up.
 *
 * A round is as likely as its reverse, so that in the limit all draws are equally likely; and rounds
 * lead from any draw to any other. How soon the limit is near depends on the exclusions. Rounds are
 * counted until half of the work is done, and then as many are made again. A round that gets too long
 * is undone, which keeps all draws equally likely.
 *
 * @param part its receivers are a valid draw, in the order of its givers.
 * @param work steps for all rounds.
 * @returns the receivers in the order of the givers.
 */
export function byWalking(rules: Rules, part: Part, random: Random, work: number): number[] {
  const { receiverOf, round } = startWalk(rules, part, random, work / 8);
  let rounds = 0;
  for (let steps = 0; steps < work / 2; rounds++) steps += round();
  for (; rounds > 0; rounds--) round();
  return part.givers.map((_, giver) => part.receivers[receiverOf[giver]!]!);
}

/** A walk through the draws of a part. */
export interface Walk {
  /** The present draw, by index into the part: `receiverOf[giver]`. */
  receiverOf: Int32Array;
  /** Makes one round and returns its number of steps. */
  round(): number;
}

/** The walk of `byWalking`, round by round. @param longest steps after which a round is undone. */
export function startWalk(
  rules: Rules,
  { givers, receivers }: Part,
  random: Random,
  longest: number,
): Walk {
  const count = givers.length;
  const receiverOf = Int32Array.from(givers.keys());
  const giverOf = Int32Array.from(givers.keys());
  const before = new Int32Array(count);

  // With many people a random permitted receiver is found by trial, because lists would be long. With few
  // people, or if that fails, it comes from a list that is made on first use.
  const trials = count <= 200 ? 0 : 32;
  const permitted: number[][] = [];
  function pick(giver: number): number {
    const known = permitted[giver];
    if (known) return known[random.below(known.length)]!;
    for (let trial = 0; trial < trials; trial++) {
      const receiver = random.below(count);
      if (!rules.forbids(givers[giver]!, receivers[receiver]!)) return receiver;
    }
    const list: number[] = [];
    for (let receiver = 0; receiver < count; receiver++) {
      if (!rules.forbids(givers[giver]!, receivers[receiver]!)) list.push(receiver);
    }
    permitted[giver] = list;
    return list[random.below(list.length)]!;
  }

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

  return { receiverOf, round };
}
