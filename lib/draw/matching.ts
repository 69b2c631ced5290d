/**
 * Matchings of givers with receivers where nearly everyone may give to nearly everyone: only what
 * is forbidden is stored, and each search passes over a receiver once, so that its work grows with
 * the people and their exclusions rather than with the permitted pairs (a hundred million of them
 * for 10,000 people).
 */
import { NOBODY, type Rules } from "./rules.ts";
import { type Random, shuffle } from "./random.ts";

/** Both directions of a set of pairs in which no one gives or receives twice; NOBODY where unpaired. */
export interface Matching {
  receiverOf: Int32Array;
  giverOf: Int32Array;
}

/** A matching, and the number of pairs examined to find it: its cost on any machine. */
export interface FoundMatching extends Matching {
  work: number;
}

/** One step of a search that is due: `giver` looks for receivers of this price, or for the kept one. */
interface Step {
  giver: number;
  price: number | "kept";
  /** Where to continue in the list of receivers: those after it were refused. */
  cursor: number;
}

/** Steps in order of time; those due at one time come in random order. */
class Agenda {
  readonly #steps = new Map<number, Step[]>();
  now = 0;

  constructor(private readonly random: Random) {}

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
    const index = this.random.below(due.length);
    const step = due[index];
    due[index] = due[due.length - 1]!;
    due.pop();
    return step;
  }
}

/**
 * Finds a matching with as many pairs as possible and, among those that leave no one out, a cheapest one: a giver costs
 * 0 with the receiver `kept` for them and `costs[giver]` with any other. If that is negative, they cost 0 with any
 * other and its absolute value with the kept one. Chance decides between equally cheap ones.
 *
 * The Hungarian method (Kuhn 1955) in phases of many augmenting paths (Hopcroft & Karp 1973, Pothen & Fan 1990),
 * starting with the kept pairs. Receivers have a price, givers an expense. A giver may only have a receiver whose cost
 * plus price is the lowest available to them, which makes the matching cheapest. A phase grows trees from all unmatched
 * givers at once, over time: a step of slack s takes time s. At the first moment at which there are paths to unmatched
 * receivers, it takes as many of them as it can. All receivers but the kept one cost a giver the same, so receivers of
 * one price are reached together, and one list of unreached ones serves everyone.
 *
 * @param kept pairs that `rules` permit, no receiver twice; NOBODY for a giver without one.
 * @param costs integers, by giver; 0 for a giver without a kept receiver.
 */
export function cheapestMatching(
  rules: Rules,
  kept: ArrayLike<number>,
  costs: ArrayLike<number>,
  random: Random,
): FoundMatching {
  const { size } = rules;
  let work = 0;
  // Givers who should not keep their receiver start without one.
  const receiverOf = Int32Array.from(
    kept,
    (receiver, giver) => costs[giver]! < 0 ? NOBODY : receiver,
  );
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
    work += size;
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
      const slack = Math.max(costs[giver]!, 0) - expense[giver]!;
      for (const [price, { length }] of unreached) {
        // No price of an allowed receiver leaves a negative slack.
        if (slack + price < 0) continue;
        agenda.add(agenda.now + slack + price, { giver, price, cursor: length - 1 });
      }
      const own = kept[giver]!;
      if (own !== NOBODY && receiverOf[giver] !== own) {
        const slack = Math.max(-costs[giver]!, 0) + price[own]! - expense[giver]!;
        agenda.add(agenda.now + slack, { giver, price: "kept", cursor: 0 });
      }
    }

    function reach(receiver: number, giver: number): void {
      reachedFrom[receiver] = giver;
      reachedAt[receiver] = agenda.now;
      enter(giverOf[receiver]!, rootOf[giver]!);
    }

    /** Takes an unmatched receiver out of the list for the giver of `step`, or returns NOBODY. */
    function takeUnmatched({ giver, price }: Step): number {
      // Unmatched receivers still have their first price, 0.
      if (price !== 0 && price !== "kept") return NOBODY;
      for (let i = unmatched.length - 1; i >= 0; i--, work++) {
        const receiver = unmatched[i]!;
        if ((receiver === kept[giver]) !== (price === "kept")) continue;
        if (rules.forbids(giver, receiver)) continue;
        unmatched[i] = unmatched[unmatched.length - 1]!;
        unmatched.pop();
        return receiver;
      }
      return NOBODY;
    }

    /**
     * Lets the giver of `step` reach one more receiver, if there is one. Only one, so that the first tree does not take
     * what the others need.
     */
    function reachNext(step: Step, list: number[]): void {
      let i = Math.min(step.cursor, list.length - 1);
      for (; i >= 0; i--, work++) {
        const receiver = list[i]!;
        const isReached = reachedFrom[receiver] !== NOBODY;
        const isTheirs = receiver === kept[step.giver];
        if (!isReached && (isTheirs || rules.forbids(step.giver, receiver))) continue;
        list[i] = list[list.length - 1]!;
        list.pop();
        if (isReached) continue;
        reach(receiver, step.giver);
        step.cursor = i;
        agenda.add(agenda.now, step);
        return;
      }
    }

    /**
     * Gives `receiver` to `giver`, the giver's former receiver to the giver before on the path, and so on.
     */
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
      const receiver = takeUnmatched(step);
      if (receiver !== NOBODY) {
        served.add(rootOf[giver]!);
        // No other search may continue from here in this phase.
        reachedFrom[receiver] = giver;
        reachedAt[receiver] = agenda.now;
        augment(giver, receiver);
        end = agenda.now;
      } else if (step.price !== "kept") {
        reachNext(step, unreached.get(step.price)!);
      } else if (reachedFrom[kept[giver]!] === NOBODY) {
        reach(kept[giver]!, giver);
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
  return { receiverOf, giverOf, work };
}
