/**
 * What people can infer from parcels, computed exactly: the table of docs/decisions.md. Whoever looks on knows the rules,
 * whom they give to and gave to, and what their page shows each morning. Every draw is equally likely to them, and
 * that anybody else sends before a change of pairs, after it, or not at all.
 */
import assert from "node:assert/strict";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { validDraws } from "../draw/draw_testing.ts";
import { setParcel } from "./actions/post.ts";
import { memberByNumber } from "./members.ts";
import { viewParcels } from "./parcels.ts";
import type { Game } from "./types.ts";

const SENT = ["before", "after", "never"] as const;
type Sent = (typeof SENT)[number];

const NOW = new Date("2026-12-01T12:00:00Z");
const onDay = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

function give(game: Game, to: readonly number[]): Game {
  return {
    ...game,
    participants: game.participants.map((one, place) => ({ ...one, receiver: to[place] ?? null })),
  };
}

function send(game: Game, number: number, day: number): Game {
  const participantId = memberByNumber(game, ({ id }) => id)(number);
  const context = { ...decisionContext, now: onDay(day) };
  return setParcel(game, { action: "setParcel", participantId, sent: true }, context).game;
}

/** What number 1 of four sees on the mornings, to whom 2 gives, and after a change 2 still, or 3. */
function mornings(first: Sent, second: Sent, isSame: boolean): string {
  let game = give(makeGame(4, { byPost: true }), [2, 1, 4, 3]);
  if (first === "before") game = send(game, 2, 0);
  const look = (day: number) => {
    const find = memberByNumber(game, (one) => one);
    const receiver = find(find(1).receiver ?? 0);
    return viewParcels(find(1), receiver, onDay(day)).toMe;
  };
  const seen = [look(1)];
  if (!isSame) game = give(game, [2, 4, 1, 3]);
  const giver = isSame ? 2 : 3;
  if ((isSame ? first : second) === "after") game = send(game, giver, 1);
  // Who has another receiver, and sent before, has not sent to that one.
  return [...seen, look(2), look(3)].join();
}

const SEEN = new Map(
  SENT.flatMap((first) =>
    SENT.flatMap((second) =>
      [true, false].map((isSame) =>
        [[first, second, isSame].join(), mornings(first, second, isSame)] as const
      )
    )
  ),
);

/** The givers of those who look on, before and after. */
type Givers = readonly (readonly [before: number, after: number])[];

/** How likely each sight is to those who look on, if these give to them; they know when they themselves sent. */
function likelihoods(givers: Givers, together: number): Map<string, number> {
  const unknown = [...new Set(givers.flat())].filter((giver) => giver >= together);
  const all = new Map<string, number>();
  const combinations = SENT.length ** unknown.length;
  for (let index = 0; index < combinations; index++) {
    const sentOf = (giver: number): Sent => {
      const place = unknown.indexOf(giver);
      if (place < 0) return "never";
      return SENT[Math.floor(index / SENT.length ** place) % SENT.length] ?? "never";
    };
    const sight = givers.map(([before, after]) =>
      SEEN.get([sentOf(before), sentOf(after), before === after].join())
    ).join(" ");
    all.set(sight, (all.get(sight) ?? 0) + 1 / combinations);
  }
  return all;
}

type Draw = readonly number[];

/** All that may have been before, what is now, and how often. */
type Change = (
  draws: readonly Draw[],
  group: readonly number[],
) => Iterable<readonly [before: Draw, after: Draw, times: number]>;

const CHANGES: Record<string, Change> = {
  *"nothing changes"(draws) {
    for (const draw of draws) yield [draw, draw, 1];
  },
  *"three swap"(draws) {
    for (const before of draws) {
      for (const a of before.keys()) {
        for (const b of before.keys()) {
          for (const c of before.keys()) {
            if (a >= b || a >= c || b === c) continue;
            const after = [...before];
            [after[a], after[b], after[c]] = [before[b]!, before[c]!, before[a]!];
            if (after.every((receiver, giver) => receiver !== giver)) yield [before, after, 1];
          }
        }
      }
    }
  },
  *"all are drawn anew"(draws, group) {
    // Of those before only what concerns the group matters.
    const classes = Map.groupBy(
      draws,
      (draw) => group.map((one) => [draw[one], draw.indexOf(one)]).join(),
    );
    for (const [before, ...others] of classes.values()) {
      if (!before) continue;
      for (const after of draws) yield [before, after, 1 + others.length];
    }
  },
};

/** How surely, at most, `together` people know a pair of others: without the states and with them. */
function worstBelief(size: number, change: Change, together: 1 | 2): [number, number] {
  const draws = validDraws({ size, exclusions: [], households: [] });
  const group = together === 1 ? [0] : [0, 1];
  // By what they know without states, and by their givers: how often, and how often with which pair.
  const known = new Map<string, Map<string, { givers: Givers; pairs: Float64Array }>>();
  for (const [before, after, times] of change(draws, group)) {
    const own = group.map((one) => [before[one], after[one]]).join();
    const givers = group.map((one) => [before.indexOf(one), after.indexOf(one)] as const);
    const classes = known.get(own) ?? new Map();
    known.set(own, classes);
    const key = givers.join(" ");
    const { pairs } = classes.get(key) ?? { pairs: new Float64Array(size * size + 1) };
    classes.set(key, { givers, pairs });
    pairs[size * size]! += times;
    for (let giver = together; giver < size; giver++) pairs[giver * size + after[giver]!]! += times;
  }
  const most = (classes: Iterable<[number, Float64Array]>) => {
    const sum = new Float64Array(size * size + 1);
    for (const [weight, pairs] of classes) pairs.forEach((n, at) => sum[at]! += weight * n);
    return Math.max(...sum.subarray(0, -1)) / sum.at(-1)!;
  };
  let without = 0;
  let withStates = 0;
  for (const classes of known.values()) {
    without = Math.max(without, most([...classes.values()].map(({ pairs }) => [1, pairs])));
    const bySight = new Map<string, [number, Float64Array][]>();
    for (const { givers, pairs } of classes.values()) {
      for (const [sight, weight] of likelihoods(givers, together)) {
        bySight.set(sight, [...bySight.get(sight) ?? [], [weight, pairs]]);
      }
    }
    for (const list of bySight.values()) withStates = Math.max(withStates, most(list));
  }
  return [without, withStates];
}

/** The most people that a second or two is enough for. */
const LARGEST: Record<string, Record<1 | 2, number>> = {
  "nothing changes": { 1: 8, 2: 8 },
  "three swap": { 1: 7, 2: 6 },
  "all are drawn anew": { 1: 8, 2: 6 },
};

/** How much surer anybody gets where pairs change: they see a little of whether their giver is another one. */
const MOST_GAINED = 0.05;

for (const [name, change] of Object.entries(CHANGES)) {
  for (const together of [1, 2] as const) {
    Deno.test(`parcels hardly tell ${together} who look on a pair, where ${name}`, () => {
      for (let size = 4; size <= (LARGEST[name]?.[together] ?? 0); size++) {
        const [without, withStates] = worstBelief(size, change, together);
        const gained = withStates - without;
        const bound = name === "nothing changes" ? 0 : MOST_GAINED;
        assert(gained < bound + 1e-9, `${size} people: ${without} without, ${withStates} with`);
      }
    });
  }
}
