/**
 * Matchings of givers with receivers where nearly everybody may give to nearly everybody: only what
 * is forbidden is stored, and each search passes over a receiver once, so that its work grows with
 * the people and their exclusions rather than with the permitted pairs (a hundred million of them
 * for 10,000 people).
 */
import { type Random, shuffle } from "./random.ts";

/** Stands for "nobody" in arrays of people. */
export const NOBODY = -1;

/** Who may give to whom among the people 0 to size - 1. */
export class Rules {
  readonly size: number;
  /** Equal for two people of one household; somebody in none is a household of one. */
  readonly home: Int32Array;
  readonly #barred: Set<number>[];

  /**
   * @param bans pairs of a giver and a receiver, forbidden in this direction only.
   * @throws {RangeError} if somebody is named who is not one of the people.
   */
  constructor(
    size: number,
    exclusions: Iterable<readonly [number, number]>,
    households: Iterable<readonly number[]>,
    bans: Iterable<readonly [number, number]> = [],
  ) {
    this.size = size;
    this.home = Int32Array.from({ length: size }, (_, person) => person);
    const nothing = new Set<number>();
    this.#barred = new Array<Set<number>>(size).fill(nothing);

    const check = (person: number) => {
      if (!Number.isInteger(person) || person < 0 || person >= size) {
        throw new RangeError(`Cannot draw for person ${person}: not one of ${size} people`);
      }
    };
    const bar = (giver: number, receiver: number) => {
      check(giver);
      check(receiver);
      if (this.forbids(giver, receiver)) return;
      const barred = this.#barred[giver]!;
      if (barred === nothing) this.#barred[giver] = new Set([receiver]);
      else barred.add(receiver);
    };

    // Somebody's first household is their home; what further ones forbid is kept pair by pair.
    const housed = new Set<number>();
    const further: (readonly number[])[] = [];
    for (const household of households) {
      household.forEach(check);
      const newcomers = household.filter((person) => !housed.has(person));
      for (const person of newcomers) {
        this.home[person] = newcomers[0]!;
        housed.add(person);
      }
      if (newcomers.length < household.length) further.push(household);
    }
    for (const household of further) {
      for (const giver of household) {
        for (const receiver of household) bar(giver, receiver);
      }
    }
    for (const [one, other] of exclusions) {
      bar(one, other);
      bar(other, one);
    }
    for (const [giver, receiver] of bans) bar(giver, receiver);
  }

  forbids(giver: number, receiver: number): boolean {
    return this.home[giver] === this.home[receiver] || this.#barred[giver]!.has(receiver);
  }

  /** How many people each giver may give to. */
  choices(): Int32Array {
    const residents = new Int32Array(this.size);
    for (const home of this.home) residents[home]!++;
    return this.home.map((home, giver) => this.size - residents[home]! - this.#barred[giver]!.size);
  }

  /** Everybody to whom `giver` may give. */
  receiversFor(giver: number): number[] {
    const receivers: number[] = [];
    for (let person = 0; person < this.size; person++) {
      if (!this.forbids(giver, person)) receivers.push(person);
    }
    return receivers;
  }
}

/** Both directions of a set of pairs in which nobody gives or receives twice; NOBODY where unpaired. */
export interface Matching {
  receiverOf: Int32Array;
  giverOf: Int32Array;
}

/** One step of a search that is due: `giver` looks for receivers of this price, or for the kept one. */
interface Step {
  giver: number;
  price: number | "kept";
  /** Where to go on in the list of receivers: those behind were refused. */
  cursor: number;
}

/** Steps in order of time; those due at one time come in random order. */
class Agenda {
  readonly #steps = new Map<number, Step[]>();
  readonly #random: Random;
  now = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Adds a step due at `time`, which is not before `now`. */
  add(time: number, step: Step): void {
    const steps = this.#steps.get(time);
    if (steps) steps.push(step);
    else this.#steps.set(time, [step]);
  }

  next(): Step | undefined {
    let due = this.#steps.get(this.now);
    if (!due?.length) {
      this.#steps.delete(this.now);
      if (this.#steps.size === 0) return undefined;
      this.now = Math.min(...this.#steps.keys());
      due = this.#steps.get(this.now)!;
    }
    const index = this.#random.below(due.length);
    const step = due[index];
    due[index] = due[due.length - 1]!;
    due.pop();
    return step;
  }
}

/**
 * A matching with as many pairs as possible and, among those that leave nobody out, one that is
 * cheapest: a giver costs nothing with the receiver `kept` for them and `costs[giver]` with any
 * other. Which of several equally cheap ones is left to chance.
 *
 * The Hungarian method (Kuhn 1955) in phases of many augmenting paths (Hopcroft & Karp 1973,
 * Pothen & Fan 1990), begun from the kept pairs. Receivers have a price, givers an expense; a giver
 * may only be with a receiver whose cost and price together are the least open to them, which is
 * what makes the matching cheapest. A phase grows trees from all unmatched givers at once, over
 * time: a step of slack s takes s. At the first moment at which paths to unmatched receivers exist,
 * it takes as many as there are. As all but the kept receiver cost a giver the same, receivers of
 * one price are reached together, and one list of those unreached serves everybody.
 *
 * @param kept pairs that `rules` permit, no receiver twice; NOBODY where a giver has none.
 * @param costs integers of 0 or more, by giver; 0 where nobody is kept.
 */
export function cheapestMatching(
  rules: Rules,
  kept: ArrayLike<number>,
  costs: ArrayLike<number>,
  random: Random,
): Matching {
  const { size } = rules;
  const receiverOf = Int32Array.from(kept);
  const giverOf = new Int32Array(size).fill(NOBODY);
  receiverOf.forEach((receiver, giver) => {
    if (receiver !== NOBODY) giverOf[receiver] = giver;
  });
  const everybody = shuffle(Array.from({ length: size }, (_, person) => person), random);
  const unmatched = everybody.filter((receiver) => giverOf[receiver] === NOBODY);
  const price = new Float64Array(size);
  const expense = new Float64Array(size);

  /** Returns whether it found any path. */
  function phase(): boolean {
    const agenda = new Agenda(random);
    const reachedFrom = new Int32Array(size).fill(NOBODY);
    const reachedAt = new Float64Array(size);
    const enteredAt = new Float64Array(size).fill(Infinity);
    const rootOf = new Int32Array(size);
    const unreached = new Map<number, number[]>([[0, []]]);
    for (const receiver of everybody) {
      if (giverOf[receiver] === NOBODY) continue;
      const list = unreached.get(price[receiver]!);
      if (list) list.push(receiver);
      else unreached.set(price[receiver]!, [receiver]);
    }

    function enter(giver: number, root: number): void {
      enteredAt[giver] = agenda.now;
      rootOf[giver] = root;
      const slack = costs[giver]! - expense[giver]!;
      for (const [price, { length }] of unreached) {
        // Nobody whom the giver may give to has a price that leaves a negative slack.
        if (slack + price < 0) continue;
        agenda.add(agenda.now + slack + price, { giver, price, cursor: length - 1 });
      }
      const own = kept[giver]!;
      if (own !== NOBODY && receiverOf[giver] !== own) {
        const slack = price[own]! - expense[giver]!;
        agenda.add(agenda.now + slack, { giver, price: "kept", cursor: 0 });
      }
    }

    function reach(receiver: number, giver: number): void {
      reachedFrom[receiver] = giver;
      reachedAt[receiver] = agenda.now;
      enter(giverOf[receiver]!, rootOf[giver]!);
    }

    /** Takes an unmatched receiver out of the list for `giver`, or returns NOBODY. */
    function takeUnmatched(giver: number): number {
      for (let i = unmatched.length - 1; i >= 0; i--) {
        const receiver = unmatched[i]!;
        if (rules.forbids(giver, receiver)) continue;
        unmatched[i] = unmatched[unmatched.length - 1]!;
        unmatched.pop();
        return receiver;
      }
      return NOBODY;
    }

    /**
     * Lets the giver of `step` reach one more receiver, if there is one. One at a time, lest the
     * first tree swallow what the others need.
     */
    function reachNext(step: Step, list: number[]): void {
      let i = Math.min(step.cursor, list.length - 1);
      for (; i >= 0; i--) {
        const receiver = list[i]!;
        const isReached = reachedFrom[receiver] !== NOBODY;
        if (!isReached && rules.forbids(step.giver, receiver)) continue;
        list[i] = list[list.length - 1]!;
        list.pop();
        if (isReached) continue;
        reach(receiver, step.giver);
        step.cursor = i;
        agenda.add(agenda.now, step);
        return;
      }
    }

    /** Gives `receiver` to `giver`, the giver's former receiver to whom it was reached from, … */
    function augment(giver: number, receiver: number): void {
      while (receiver !== NOBODY) {
        const former = receiverOf[giver]!;
        receiverOf[giver] = receiver;
        giverOf[receiver] = giver;
        receiver = former;
        if (former !== NOBODY) giver = reachedFrom[former]!;
      }
    }

    for (const giver of everybody) if (receiverOf[giver] === NOBODY) enter(giver, giver);
    const served = new Set<number>();
    let end = Infinity;
    for (let step = agenda.next(); step && agenda.now <= end; step = agenda.next()) {
      const { giver } = step;
      if (served.has(rootOf[giver]!)) continue;
      if (step.price === "kept") {
        const own = kept[giver]!;
        if (reachedFrom[own] === NOBODY) reach(own, giver);
        continue;
      }
      // Unmatched receivers have kept the price 0 they began with.
      const receiver = step.price === 0 ? takeUnmatched(giver) : NOBODY;
      if (receiver === NOBODY) {
        reachNext(step, unreached.get(step.price)!);
      } else {
        served.add(rootOf[giver]!);
        augment(giver, receiver);
        end = agenda.now;
      }
    }
    if (served.size === 0) return false;

    for (let person = 0; person < size; person++) {
      if (enteredAt[person]! < end) expense[person]! += end - enteredAt[person]!;
      if (reachedFrom[person] !== NOBODY) price[person]! += end - reachedAt[person]!;
    }
    return true;
  }

  while (unmatched.length > 0 && phase());
  return { receiverOf, giverOf };
}

/** Givers who may only give to `receivers`, who are fewer: by Hall's theorem why no draw exists. */
export interface TightGroup {
  givers: number[];
  receivers: number[];
}

/** Checks of pairs that the search for a smallest group may make: about a quarter of a second. */
const GROUP_WORK = 10_000_000;
/** How many unmatched givers' groups are compared where that search is too long. */
const GROUPS_COMPARED = 8;

/**
 * A group of givers that no draw can serve, given a maximum matching that leaves somebody out.
 *
 * It is always minimal: without any one of its givers the others could be served. It is also
 * of the smallest number possible whenever the search for smaller ones ends within its budget, as
 * it always does for up to 10 people and nearly always beyond. It cannot be so for all: the task
 * is that of a shortest circuit of a transversal matroid, which is NP-hard (McCormick 1983).
 */
export function tightGroup(rules: Rules, matching: Matching): TightGroup {
  // As every giver of a group has all their choices among its receivers:
  const fewest = rules.choices().reduce((one, other) => Math.min(one, other));
  const unmatched = [...matching.receiverOf.keys()]
    .filter((giver) => matching.receiverOf[giver] === NOBODY);
  let best: TightGroup | undefined;
  for (const giver of unmatched.slice(0, GROUPS_COMPARED)) {
    const group = circuit(rules, matching, giver);
    if (!best || group.givers.length < best.givers.length) best = group;
    if (best.receivers.length === fewest) return best;
  }
  if (!best) throw new Error("Cannot name a group: the matching leaves nobody out");
  return smallerGroup(rules, best.receivers.length) ?? best;
}

/**
 * Whom alternating paths reach from an unmatched giver. Each giver reached could be the one left
 * out instead, so that without any one of them the rest can be served.
 */
function circuit(rules: Rules, { giverOf }: Matching, unmatched: number): TightGroup {
  const givers = [unmatched];
  const receivers: number[] = [];
  let unreached = Array.from({ length: rules.size }, (_, person) => person);
  for (const giver of givers) {
    unreached = unreached.filter((receiver) => {
      if (rules.forbids(giver, receiver)) return true;
      receivers.push(receiver);
      givers.push(giverOf[receiver]!);
      return false;
    });
  }
  return { givers, receivers };
}

/**
 * A smallest group with fewer than `bound` receivers, or undefined if there is none or the search
 * would be too long. Receivers are gathered giver by giver, for each number of receivers in turn;
 * whoever may give to nobody else besides belongs to the group without a choice to make.
 */
function smallerGroup(rules: Rules, bound: number): TightGroup | undefined {
  const choices = rules.choices();
  const candidates: number[] = [];
  choices.forEach((count, giver) => {
    if (count < bound) candidates.push(giver);
  });
  let work = GROUP_WORK - candidates.length * rules.size;
  if (work < 0) return undefined;
  candidates.sort((one, other) => choices[one]! - choices[other]!);
  const receiversOf = candidates.map((giver) => rules.receiversFor(giver));
  const receivers = new Set<number>();

  function search(from: number, limit: number): TightGroup | undefined {
    const members = candidates.filter((_, i) => {
      const those = receiversOf[i]!;
      work -= 1 + those.length;
      return those.every((receiver) => receivers.has(receiver));
    });
    if (members.length > receivers.size) {
      return { givers: members.slice(0, receivers.size + 1), receivers: [...receivers] };
    }
    for (let i = from; i < candidates.length && work > 0; i++) {
      const added = receiversOf[i]!.filter((receiver) => !receivers.has(receiver));
      work -= 1 + receiversOf[i]!.length;
      if (added.length === 0 || receivers.size + added.length > limit) continue;
      for (const receiver of added) receivers.add(receiver);
      const found = search(i + 1, limit);
      if (found) return found;
      for (const receiver of added) receivers.delete(receiver);
    }
    return undefined;
  }

  for (let limit = 0; limit < bound && work > 0; limit++) {
    const found = search(0, limit);
    if (found) return found;
  }
  return undefined;
}

/**
 * Splits givers into those who can exchange receivers among each other: in whatever way `givers`
 * are matched with the receivers they have together, each part stays with the receivers it has.
 *
 * The strongly connected components of the graph that leads from a giver to everyone whose
 * receiver they might have instead (Dulmage & Mendelsohn 1958), found by two traversals (Sharir
 * 1981).
 */
export function independentParts(
  rules: Rules,
  givers: readonly number[],
  receiverOf: ArrayLike<number>,
): number[][] {
  const wants = (one: number, other: number) =>
    !rules.forbids(givers[one]!, receiverOf[givers[other]!]!);
  const order = forest(givers.keys(), givers.length, wants).flat();
  return forest(order.reverse(), givers.length, (one, other) => wants(other, one))
    .map((tree) => tree.map((index) => givers[index]!));
}

/**
 * The trees of a depth-first traversal of the graph over 0 to count - 1, each in the order in which
 * their nodes are left. Nodes already visited are skipped at once, through a union-find structure.
 */
function forest(
  roots: Iterable<number>,
  count: number,
  leads: (from: number, to: number) => boolean,
): number[][] {
  const next = Int32Array.from({ length: count + 1 }, (_, node) => node);
  function unvisitedFrom(node: number): number {
    while (next[node] !== node) node = next[node] = next[next[node]!]!;
    return node;
  }
  const visit = (node: number) => {
    next[node] = node + 1;
    return { node, cursor: 0 };
  };

  const trees: number[][] = [];
  for (const root of roots) {
    if (next[root] !== root) continue;
    const tree: number[] = [];
    const path = [visit(root)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const to = unvisitedFrom(top.cursor);
      if (to === count) {
        tree.push(top.node);
        path.pop();
      } else {
        top.cursor = to + 1;
        if (leads(top.node, to)) path.push(visit(to));
      }
    }
    trees.push(tree);
  }
  return trees;
}
