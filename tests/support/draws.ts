/** Helpers shared by the tests of the draw. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Knowledge } from "@/lib/draw/disclosure.ts";
import type { Draw, DrawProblem, DrawResult } from "@/lib/draw/draw.ts";
import { cheapestMatching } from "@/lib/draw/matching.ts";
import { type Random, randomFromWords } from "@/lib/draw/random.ts";
import { NOBODY, Rules } from "@/lib/draw/rules.ts";

/** A deterministic sequence for each seed: a counter through a mixing function (splitmix32). */
export function seededRandom(seed: number): Random {
  let state = seed;
  return randomFromWords(() => {
    state = (state + 0x9e3779b9) | 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  });
}

/** All assignments of `givers` to distinct `receivers` that `permits` allows. */
export function allDraws(
  givers: readonly number[],
  receivers: readonly number[],
  permits: (giver: number, receiver: number) => boolean,
): number[][] {
  const [giver, ...others] = givers;
  if (giver === undefined) return [[]];
  return receivers.filter((receiver) => permits(giver, receiver)).flatMap((receiver) =>
    allDraws(others, receivers.filter((other) => other !== receiver), permits)
      .map((draw) => [receiver, ...draw])
  );
}

/**
 * Asserts with Pearson's chi-square test that samples cover exactly `outcomes`, evenly: fair samples fail for about one
 * in 10,000 seeds.
 */
export function assertUniform(outcomes: string[], count: number, sample: () => string): void {
  const counts = new Map(outcomes.map((outcome) => [outcome, 0]));
  for (let i = 0; i < count; i++) {
    const outcome = sample();
    const before = counts.get(outcome);
    assert.ok(before !== undefined, `${outcome} is not among the outcomes`);
    counts.set(outcome, before + 1);
  }
  const expected = count / outcomes.length;
  assert.ok(expected >= 10, "Too few samples for the test");
  const freedom = outcomes.length - 1;
  let statistic = 0;
  for (const found of counts.values()) statistic += (found - expected) ** 2 / expected;
  // The 1 - 1e-4 quantile, approximated as by Wilson and Hilferty (1931).
  const spread = 2 / (9 * Math.max(freedom, 1));
  const limit = freedom * (1 - spread + 3.719 * Math.sqrt(spread)) ** 3;
  assert.ok(statistic <= limit, `Chi-square ${statistic} exceeds ${limit}`);
}

/** True if all `givers` can be served at the same time; uses augmenting paths, recursively. */
export function canServe(
  givers: readonly number[],
  receivers: readonly number[],
  permits: (giver: number, receiver: number) => boolean,
): boolean {
  const giverOf = new Map<number, number>();
  const serve = (giver: number, tried: Set<number>): boolean =>
    receivers.some((receiver) => {
      if (tried.has(receiver) || !permits(giver, receiver)) return false;
      tried.add(receiver);
      const rival = giverOf.get(receiver);
      if (rival !== undefined && !serve(rival, tried)) return false;
      giverOf.set(receiver, giver);
      return true;
    });
  return givers.every((giver) => serve(giver, new Set()));
}

/** The integers from 0 to `count` - 1. */
export const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Computes a maximum matching from scratch. */
export function anyMatching(rules: Rules, seed = 1) {
  const nobody = range(rules.size).map(() => NOBODY);
  return cheapestMatching(rules, nobody, range(rules.size).map(() => 0), seededRandom(seed));
}

/** Rules with random exclusions, households and bans; some leave few pairs permitted. */
export function rulesOf({ min = 1, max }: { min?: number; max: number }): fc.Arbitrary<Rules> {
  return fc.integer({ min, max }).chain((size) => {
    const person = fc.nat(size - 1);
    const pairs = (maxLength: number) =>
      fc.array(fc.tuple(person, person), { maxLength, size: "max" });
    return fc.record({
      exclusions: fc.oneof(pairs(size), pairs(size * size)),
      households: fc.array(fc.array(person, { maxLength: Math.ceil(size / 2) + 1 }), {
        maxLength: 3,
      }),
      bans: pairs(size),
    }).map(({ exclusions, households, bans }) => new Rules(size, exclusions, households, bans));
  });
}

export type Pair = readonly [number, number];

/** Returns what the rules permit, implemented a second time, directly from the problem statement. */
export function permits(problem: DrawProblem, bans: readonly Pair[] = []) {
  return (giver: number, receiver: number) =>
    giver !== receiver &&
    !problem.exclusions.some(([one, other]) =>
      (one === giver && other === receiver) || (one === receiver && other === giver)
    ) &&
    !problem.households.some((home) => home.includes(giver) && home.includes(receiver)) &&
    ![...problem.bans ?? [], ...bans].some(([one, other]) => one === giver && other === receiver);
}

export function validDraws(problem: DrawProblem, bans: readonly Pair[] = []): Draw[] {
  return allDraws(range(problem.size), range(problem.size), permits(problem, bans));
}

/** The draws that remain when as few of the problem's lists of pairs to avoid as possible are dropped. */
export function avoiding(
  { avoided = [] }: DrawProblem,
  draws: Draw[],
  isGood: (left: Draw[]) => boolean = (left) => left.length > 0,
  isExempt: (ban: Pair) => boolean = () => false,
): Draw[] {
  for (const first of avoided.keys()) {
    const bans = avoided.slice(first).flat().filter((ban) => !isExempt(ban));
    const left = draws.filter((draw) => bans.every(([giver, to]) => draw[giver] !== to));
    if (isGood(left)) return left;
  }
  return draws;
}

export function drawOf(result: DrawResult): Draw {
  assert.ok(result.ok, "A draw is found");
  return result.draw;
}

/** Asserts that the group cannot be served, and that no smaller one is in that position. */
export function assertSmallestGroup(
  result: DrawResult,
  size: number,
  isPermitted: (giver: number, receiver: number) => boolean,
): void {
  assert.ok(!result.ok, "No draw is found");
  const reachedBy = (givers: number[]) =>
    range(size).filter((receiver) => givers.some((giver) => isPermitted(giver, receiver)));
  assert.equal(new Set(result.givers).size, result.givers.length);
  assert.deepEqual([...result.receivers].sort((a, b) => a - b), reachedBy(result.givers));
  assert.ok(result.receivers.length < result.givers.length);
  for (let set = 1; set < 1 << size; set++) {
    const givers = range(size).filter((giver) => set & 1 << giver);
    if (givers.length >= result.givers.length) continue;
    assert.ok(reachedBy(givers).length >= givers.length, `${givers} would be smaller`);
  }
}

export function problems(
  { min = 0, max }: { min?: number; max: number },
): fc.Arbitrary<DrawProblem> {
  return fc.integer({ min, max }).chain((size) => {
    const person = fc.nat(Math.max(0, size - 1));
    const maxLength = size === 0 ? 0 : size;
    const pairs = (maxLength: number) =>
      fc.array(fc.tuple(person, person), { maxLength, size: "max" });
    return fc.record({
      size: fc.constant(size),
      exclusions: fc.oneof(pairs(maxLength), pairs(size * maxLength)),
      households: fc.array(fc.array(person, { maxLength: Math.ceil(maxLength / 2) }), {
        maxLength: Math.min(3, maxLength),
      }),
      bans: pairs(maxLength),
      avoided: fc.array(pairs(maxLength), { maxLength: 3 }),
    });
  });
}

/** Highest probability of a pair of other people, if all these draws are equally likely; 1 without draws. */
export function surestPair(draws: readonly Draw[], knowledge: Knowledge): number {
  if (draws.length === 0) return 1;
  const among = (some: readonly Draw[], own?: number) => {
    const counts = new Map<string, number>();
    for (const draw of some) {
      for (const [giver, receiver] of draw.entries()) {
        if (giver === own) continue;
        const pair = `${giver} ${receiver}`;
        counts.set(pair, (counts.get(pair) ?? 0) + 1);
      }
    }
    return Math.max(...counts.values()) / some.length;
  };
  if (knowledge === "nothing") return among(draws);
  return Math.max(
    ...(draws[0] ?? []).flatMap((_, own) =>
      [...Map.groupBy(draws, (draw) => draw[own]).values()].map((some) => among(some, own))
    ),
  );
}
