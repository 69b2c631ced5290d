/**
 * Computes exactly what people can infer from parcels, with the draws of `lib/draw` and the states of `parcels.ts`.
 * `deno task inference:parcels [SIZE…]` prints the table in docs/decisions.md. All sizes take minutes.
 */
import { possibleRedraws } from "@/lib/draw/discreet_redraw.ts";
import type { Draw } from "@/lib/draw/draw.ts";
import { range, seededRandom, validDraws } from "@/tests/support/draws.ts";
import {
  type ChangeKind,
  changeOf,
  couples,
  sizeAfter,
  startOf,
} from "@/tests/inference/inference.ts";
import { setParcel } from "@/lib/game/actions/post.ts";
import { memberByNumber } from "@/lib/game/members.ts";
import { viewParcels } from "@/lib/game/parcels.ts";
import type { Game } from "@/lib/game/types.ts";
import { decisionContext, makeGame } from "./games.ts";

/** Whether a giver sends a parcel before a change, to their receiver then, and after it. */
type Sending = readonly [before: boolean, after: boolean];

/**
 * Two habits of sending, each option equally likely. `once`: at most one parcel, even if the receiver changes.
 * `independent`: a separate decision for the receiver before the change and the one after it.
 */
const HABITS = {
  once: [[true, false], [false, true], [false, false]],
  independent: [[true, true], [true, false], [false, true], [false, false]],
} as const satisfies Record<string, readonly Sending[]>;
export type Habit = keyof typeof HABITS;

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

/**
 * What participant 1 of four sees on three mornings. Number 2 gives to them before the change; after it, number 2 does
 * again (`isSame`) or number 3.
 */
function mornings(isSentBefore: boolean, isSentAfter: boolean, isSame: boolean): string {
  let game = give(makeGame(4, { byPost: true }), [2, 1, 4, 3]);
  if (isSentBefore) game = send(game, 2, 0);
  const look = (day: number) => {
    const find = memberByNumber(game, (one) => one);
    const receiver = find(find(1).receiver ?? 0);
    return viewParcels(find(1), receiver, onDay(day)).toMe;
  };
  const seen = [look(1)];
  if (!isSame) game = give(game, [2, 4, 1, 3]);
  if (isSentAfter) game = send(game, isSame ? 2 : 3, 1);
  return [...seen, look(2), look(3)].join();
}

const BOTH = [true, false];
const SEEN = new Map(
  BOTH.flatMap((before) =>
    BOTH.flatMap((after) =>
      BOTH.map((isSame) => [[before, after, isSame].join(), mornings(before, after, isSame)])
    )
  ),
);

/** A receiver's giver before and after a change, by an arbitrary number; 0 is one of the observers, -1 is none. */
type Givers = readonly [before: number, after: number];

const likelihoodsOf = new Map<string, Map<string, number>>();

/** Probabilities of the observers' possible views, given these givers. Observers know that they send nothing. */
function likelihoods(pattern: string, habit: Habit): Map<string, number> {
  const known = likelihoodsOf.get(`${habit} ${pattern}`);
  if (known) return known;
  const givers = pattern.split(" ").map((pair): Givers => {
    const [before = -1, after = -1] = pair.split(",").map(Number);
    return [before, after];
  });
  const unknown = [...new Set(givers.flat())].filter((giver) => giver > 0);
  const habits: readonly Sending[] = HABITS[habit];
  const all = new Map<string, number>();
  const combinations = habits.length ** unknown.length;
  for (let index = 0; index < combinations; index++) {
    const sendingOf = (giver: number): Sending => {
      const place = unknown.indexOf(giver);
      const choice = Math.floor(index / habits.length ** place) % habits.length;
      return place < 0 ? [false, false] : habits[choice] ?? [false, false];
    };
    const sight = givers.map(([before, after]) =>
      SEEN.get([sendingOf(before)[0], sendingOf(after)[1], before === after].join())
    ).join(" ");
    all.set(sight, (all.get(sight) ?? 0) + 1 / combinations);
  }
  likelihoodsOf.set(`${habit} ${pattern}`, all);
  return all;
}

/** The events, as the table calls them. */
export const EVENTS = [
  "nothing changes",
  "one joins",
  "one leaves",
  "one is replaced",
  "one asks",
  "two ask",
  "one is forced",
  "two are excluded",
  "everyone is redrawn",
] as const;
export type ParcelEvent = (typeof EVENTS)[number];

const KINDS: Partial<Record<ParcelEvent, ChangeKind>> = {
  "one joins": "join",
  "one leaves": "leave",
  "one asks": "ask",
  "two ask": "ask two",
  "one is forced": "force",
  "two are excluded": "exclude",
};

export interface ParcelCase {
  event: ParcelEvent;
  /** Number of people before the event. */
  size: number;
  inCouples: boolean;
  isSealed: boolean;
  /** How many observers share all they know: a keeper with a child counts as two, like invented people. */
  together: 1 | 2;
}

/** A possible draw before and after the event; `undefined` for people who are not in the game. */
interface Step {
  before: readonly (number | undefined)[];
  after: readonly (number | undefined)[];
  weight: number;
}

interface Setting {
  people: number;
  /** The people the event is about; known to everyone. */
  roles: number[];
  partner: (one: number) => number;
  /** Whether they know their receiver before the event. */
  hasOpened: (one: number) => boolean;
  stepsFor: (group: readonly number[]) => Iterable<Step>;
}

function settingOf({ event, size, inCouples, isSealed }: ParcelCase): Setting | null {
  const kind = KINDS[event];
  const change = changeOf(kind ?? "ask", size, inCouples);
  const exclusions = kind ? change.exclusions : couples(inCouples ? size : 0);
  const draws = validDraws({ size, exclusions, households: [] });
  if (draws.length === 0) return null;
  const partnerOf = new Map(exclusions.flatMap(([one, other]) => [[one, other], [other, one]]));
  const base = {
    people: size,
    partner: (one: number) => partnerOf.get(one) ?? -1,
    hasOpened: () => true,
  };
  /** Steps from one draw of each kind that this group cannot distinguish, weighted by the number of such draws. */
  function* steps(
    keyOf: (draw: Draw) => string,
    afterOf: (draw: Draw) => Step["after"][],
  ): Iterable<Step> {
    for (const [before, ...others] of Map.groupBy(draws, keyOf).values()) {
      if (!before) continue;
      const possible = afterOf(before);
      const weight = (1 + others.length) / possible.length;
      for (const after of possible) yield { before, after, weight };
    }
  }
  const aboutGroup = (group: readonly number[], draw: Draw) =>
    group.flatMap((one) => [draw[one], draw.indexOf(one)]).join();
  if (event === "nothing changes") {
    return { ...base, roles: [], stepsFor: () => steps(String, (draw) => [draw]) };
  }
  if (event === "everyone is redrawn") {
    return {
      ...base,
      roles: [],
      stepsFor: (group) => steps((draw) => aboutGroup(group, draw), () => draws),
    };
  }
  if (event === "one is replaced") {
    // The newcomer takes over the leaver's receiver and giver.
    const leaver = size - 1;
    const inPlace = (draw: Draw) => [
      ...draw.slice(0, leaver).map((receiver) => receiver === leaver ? size : receiver),
      undefined,
      draw[leaver],
    ];
    return {
      ...base,
      people: size + 1,
      roles: [leaver, size],
      stepsFor: () => steps(String, (draw) => [inPlace(draw)]),
    };
  }
  const opened = new Set(range(size).slice(event === "one is forced" ? 1 : 0));
  const random = seededRandom(1);
  const roles = kind === "join"
    ? [size]
    : kind === "leave"
    ? [size - 1]
    : kind === "exclude" || kind === "ask two"
    ? [0, 1]
    : [0];
  const isWhole = isSealed && kind !== "exclude";
  const redraw = (draw: Draw) => {
    const start = startOf(change, opened, draw);
    return possibleRedraws(start.problem, { ...start, isSealed }, random);
  };
  if (redraw(draws[0]!).length === 0) return null;
  return {
    ...base,
    people: Math.max(size, sizeAfter(change)),
    roles,
    hasOpened: (one) => opened.has(one),
    stepsFor: (group) =>
      steps(
        isWhole ? (draw) => `${aboutGroup(group, draw)} ${roles.map((one) => draw[one])}` : String,
        redraw,
      ),
  };
}

/**
 * The groups of observers to compute, one of each kind: people without a role in the event are interchangeable, except
 * that couples are not.
 */
function groupsOf({ people, roles }: Setting, { inCouples, together }: ParcelCase): number[][] {
  const others = range(people).filter((one) => !roles.includes(one));
  const some = inCouples ? range(people) : [...roles, ...others.slice(0, together)];
  return together === 1
    ? some.map((one) => [one])
    : some.flatMap((one, place) => some.slice(place + 1).map((other) => [one, other]));
}

/** The highest certainty with which anyone knows a pair of others. */
export type WorstBelief = Record<"without" | Habit, number>;

/**
 * Computes the worst belief without the states, and with them for each habit; null without a valid draw. Observers know
 * the event, the rule, and their own receivers before and after it.
 */
export function worstBelief(parcelCase: ParcelCase): WorstBelief | null {
  const setting = settingOf(parcelCase);
  if (!setting) return null;
  const worst: WorstBelief = { without: 0, once: 0, independent: 0 };
  for (const group of groupsOf(setting, parcelCase)) {
    for (const { patterns, alike } of viewsOf(setting, group).values()) {
      const most = (parts: Iterable<[number, Seen]>) => {
        let total = 0;
        const sums = new Map<number, number>();
        for (const [weight, seen] of parts) {
          total += weight * seen.weight;
          for (const [pair, share] of seen.pairs) {
            sums.set(pair, (sums.get(pair) ?? 0) + weight * share);
          }
        }
        return Math.max(...sums.entries().map(([pair, sum]) => sum / alike(pair))) / total;
      };
      const alone = most([...patterns.values()].map((seen) => [1, seen]));
      worst.without = Math.max(worst.without, alone);
      for (const habit of ["once", "independent"] as const) {
        const bySight = new Map<string, [number, Seen][]>();
        for (const [pattern, seen] of patterns) {
          for (const [sight, weight] of likelihoods(pattern, habit)) {
            bySight.set(sight, [...bySight.get(sight) ?? [], [weight, seen]]);
          }
        }
        for (const parts of bySight.values()) worst[habit] = Math.max(worst[habit], most(parts));
      }
    }
  }
  return worst;
}

interface Seen {
  weight: number;
  /** Weights by pair; people about whom the group knows nothing share one number. */
  pairs: Map<number, number>;
}

const NAMELESS = 30;
const codeOf = (giver: number, receiver: number) => 64 * giver + receiver;

/** The situations that a group can distinguish without the states, each with the patterns that the states reveal. */
function viewsOf({ people, roles, partner, hasOpened, stepsFor }: Setting, group: number[]) {
  const views = new Map<
    string,
    { patterns: Map<string, Seen>; alike: (pair: number) => number }
  >();
  for (const { before, after, weight } of stepsFor(group)) {
    const seen = group.flatMap((one) => [
      (hasOpened(one) ? before[one] : undefined) ?? -1,
      after[one] ?? -1,
    ]);
    const known = [...roles, ...group, ...seen].filter((one) => one >= 0);
    const named = [...new Set(known.flatMap((one) => [one, partner(one)]))]
      .filter((one) => one >= 0);
    const nameOf = (one: number) => {
      const place = named.indexOf(one);
      return place >= 0 ? place : partner(one) < 0 ? NAMELESS : NAMELESS + 1;
    };
    const kinds = named.map((one) => partner(one) < 0 ? "" : named.indexOf(partner(one)));
    const key = `${seen.map((one) => one < 0 ? -1 : named.indexOf(one))} ${kinds}`;
    let view = views.get(key);
    if (!view) {
      const counts = new Map<number, number>();
      for (const giver of range(people)) {
        for (const receiver of range(people)) {
          if (giver === receiver || group.includes(giver) || partner(giver) === receiver) continue;
          const pair = codeOf(nameOf(giver), nameOf(receiver));
          counts.set(pair, (counts.get(pair) ?? 0) + 1);
        }
      }
      view = { patterns: new Map(), alike: (pair) => counts.get(pair) ?? 1 };
      views.set(key, view);
    }
    const numbers = new Map<number, number>();
    const giverOf = (draw: Step["after"], one: number) => {
      const giver = draw.indexOf(one);
      if (giver < 0) return -1;
      if (group.includes(giver)) return 0;
      if (!numbers.has(giver)) numbers.set(giver, numbers.size + 1);
      return numbers.get(giver)!;
    };
    const pattern = group.map((one) => `${giverOf(before, one)},${giverOf(after, one)}`).join(" ");
    let part = view.patterns.get(pattern);
    if (!part) view.patterns.set(pattern, part = { weight: 0, pairs: new Map() });
    part.weight += weight;
    for (let giver = 0; giver < people; giver++) {
      // For people who have left, their last receiver counts.
      const receiver = after[giver] ?? before[giver];
      if (receiver === undefined || group.includes(giver)) continue;
      const pair = codeOf(nameOf(giver), nameOf(receiver));
      part.pairs.set(pair, (part.pairs.get(pair) ?? 0) + weight);
    }
  }
  return views;
}

/** The largest game in the table: larger ones take more than about a minute. */
function largest({ event, inCouples, isSealed, together }: Omit<ParcelCase, "size">): number {
  if (inCouples) return 6;
  if (isSealed && event === "one joins") return 7;
  if (isSealed && event === "two are excluded") return together === 1 ? 7 : 6;
  return 8;
}

/** The rows of the table by their names. */
export function rows(): Map<string, Omit<ParcelCase, "size">> {
  return new Map(
    [false, true].flatMap((isSealed) =>
      ([1, 2] as const).flatMap((together) =>
        [false, true].flatMap((inCouples) =>
          // Without a redraw a sealed game is like any other.
          EVENTS.filter((event) => !isSealed || event in KINDS).map((event) =>
            [
              [
                event,
                ...isSealed ? ["sealed"] : [],
                ...inCouples ? ["couples"] : [],
                ...together === 2 ? ["two"] : [],
              ].join(", "),
              { event, inCouples, isSealed, together },
            ] as const
          )
        )
      )
    ),
  );
}

/** A cell of the table. */
export function cellOf(row: Omit<ParcelCase, "size">, size: number): string {
  const belief = size <= largest(row) ? worstBelief({ ...row, size }) : null;
  return belief ? `${belief.without.toFixed(2)} → ${belief.once.toFixed(2)}` : "";
}

if (import.meta.main) {
  const sizes = Deno.args.length > 0 ? Deno.args.map(Number) : [4, 5, 6, 7, 8];
  console.log(
    `| ${["without → with", ...sizes].join(" | ")} |\n|${" --- |".repeat(1 + sizes.length)}`,
  );
  for (const [name, row] of rows()) {
    console.log(`| ${[name, ...sizes.map((size) => cellOf(row, size))].join(" | ")} |`);
  }
}
