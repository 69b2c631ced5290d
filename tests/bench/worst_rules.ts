import { range, seededRandom } from "@/tests/support/draws.ts";
import { MAX_BODY } from "@/lib/http/body.ts";
import { inDays } from "../support/games.ts";

const random = seededRandom(1);
/** The shortest possible names, so that more of them fit into a body. */
export const name = (person: number) => person.toString(36);
const people = (count: number) => range(count).map((person) => ({ name: name(person) }));
/** Body of a creation without rules. */
export const newGame = (count: number) => ({
  name: "x",
  date: inDays(30),
  participants: people(count),
});
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** The longest list that fits into a body. */
export function fill(make: (index: number) => unknown, most: number, besides: unknown): unknown[] {
  const list: unknown[] = [];
  let room = MAX_BODY - bytesOf(besides) - 1_000;
  while (list.length < most) {
    const one = make(list.length);
    room -= bytesOf(one) + 1;
    if (room < 0) break;
    list.push(one);
  }
  return list;
}

const someOf = (
  size: number,
  count: number,
) => [...new Set(range(count).map(() => name(random.below(size))))];

/** A random pair among the first `size` people. */
export function randomPair(size: number): [string, string] {
  const one = random.below(size);
  return [name(one), name((one + 1 + random.below(size - 1)) % size)];
}

/** All pairs in a circle except those of neighbours. */
function circle(size: number, neighbours: number): [string, string][] {
  return range(size).flatMap((one) =>
    range(one).filter((other) => {
      const apart = Math.min(one - other, size - one + other);
      return apart > neighbours;
    }).map((other): [string, string] => [name(one), name(other)])
  );
}

/** A random share of all pairs. */
function dense(size: number, percent: number): [string, string][] {
  return range(size).flatMap((one) =>
    range(one).filter(() => random.below(100) < percent)
      .map((other): [string, string] => [name(one), name(other)])
  );
}

/** Hard exclusions and households for a draw, by description. */
export const RULES: Record<string, { size: number; exclusions?: unknown; households?: unknown }> = {
  "60 people, 70 % of all pairs": { size: 60, exclusions: dense(60, 70) },
  "60 people, 85 % of all pairs": { size: 60, exclusions: dense(60, 85) },
  "a circle of 200, three neighbours either side": { size: 200, exclusions: circle(200, 3) },
  "200 people, 80 % of all pairs": { size: 200, exclusions: dense(200, 80) },
  "1,000 people, 12,000 pairs": {
    size: 1_000,
    exclusions: range(12_000).map(() => randomPair(1_000)),
  },
  "1,000 people, as many pairs as fit": {
    size: 1_000,
    exclusions: fill(() => randomPair(1_000), 20_000, newGame(1_000)),
  },
  "20,000 times the same pair": {
    size: 1_000,
    exclusions: fill(() => ["a", "b"], 20_000, newGame(1_000)),
  },
  "ten households of 100": {
    size: 1_000,
    households: range(10).map((home) => range(100).map((i) => name(100 * home + i))),
  },
  "four households of 250": {
    size: 1_000,
    households: range(4).map((home) => range(250).map((i) => name(250 * home + i))),
  },
  "households of 300, 200 and 100": {
    size: 1_000,
    households: [range(300), range(200).map((i) => 300 + i), range(100).map((i) => 500 + i)]
      .map((home) => home.map(name)),
  },
  "one household of 333, as often as fits": {
    size: 1_000,
    households: fill(() => range(333).map(name), 1_000, newGame(1_000)),
  },
  "nested households": {
    size: 300,
    households: fill((i) => range(150 - i % 140).map(name), 1_000, newGame(300)),
  },
  "160 random households of 60": {
    size: 1_000,
    households: range(160).map(() => someOf(1_000, 60)),
  },
  "random households of 250, as many as fit": {
    size: 1_000,
    households: fill(() => someOf(1_000, 250), 1_000, newGame(1_000)),
  },
  "three people in households of thousands": {
    size: 3,
    households: fill(() => range(1_000).map((i) => name(i % 3)), 1_000, newGame(3)),
  },
  "impossible: a household of 501 of 1,000": { size: 1_000, households: [range(501).map(name)] },
  "impossible: 1,000 people, one may give to no one": {
    size: 1_000,
    exclusions: [
      ...range(999).map((i) => [name(999), name(i)]),
      ...fill(() => randomPair(999), 15_000, newGame(2_500)),
    ],
  },
  "impossible: 120 people, a group that is hard to find": {
    size: 120,
    exclusions: [...circle(120, 1), ...dense(120, 3)].slice(0, 20_000),
  },
};
