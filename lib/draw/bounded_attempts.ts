/** Attempts at a draw for `byBounds`. */
import { belowLarge, type Random } from "./random.ts";

/**
 * h(r) of Huber and Law. If r is the sum of a receiver's weights over all givers, none above 1, then the
 * total weight of all draws is at most the product of h(r) / e over the receivers.
 */
export function boundOf(sum: number): number {
  return sum >= 1 ? sum + Math.log(sum) / 2 + Math.E - 1 : 1 + (Math.E - 1) * Math.max(sum, 0);
}

/** A uniform number in [0, 1). */
export function uniform(random: Random): number {
  return belowLarge(2 ** 53, random) / 2 ** 53;
}

/** One attempt at a draw, giver by giver, until it is complete or fails. */
interface Attempt {
  /** The receiver of each giver, once complete. */
  readonly receiverOf: Int32Array;
  readonly isDone: boolean;
  begin(): void;
  /**
   * Moves to the next giver. Returns the sum of the bounds after each of their choices, divided by the bound
   * before: the probability to continue, 0 without a choice.
   */
  turnTo(giver: number): number;
  /** Chooses a receiver for that giver, who must have a choice. */
  serve(giver: number, random: Random): void;
  /** The steps that `turnTo` and `serve` take together. */
  stepsToServe(giver: number): number;
}

/**
 * Uses weight 1 for every pair. A receiver's sum is then the number of remaining givers minus those who may
 * not give to them; so receivers are grouped by that number, and each group is handled at once.
 */
export class EvenAttempt implements Attempt {
  readonly receiverOf: Int32Array;
  readonly #permitted: readonly Uint8Array[];
  /** For each giver, the forbidden receivers. */
  readonly #forbidden: Int32Array[];
  /** The remaining receivers come first; there are as many as remaining givers. */
  #left = 0;
  readonly #receivers: Int32Array;
  readonly #isOpen: Uint8Array;
  /** For each receiver, the number of remaining givers who may not give to them. */
  readonly #barring: Int32Array;
  readonly #firstBarring: Int32Array;
  /** The number of remaining receivers in each group, and of those forbidden to the current giver. */
  readonly #counts: Int32Array;
  readonly #firstCounts: Int32Array;
  readonly #refused: Int32Array;
  /** By integer: the logarithm of its bound, and the reciprocal of its bound. */
  readonly #logs: Float64Array;
  readonly #odds: Float64Array;
  /** The logarithm of the product of all bounds; after `turnTo`, without the current giver. */
  #logBound = 0;
  /** The largest odds among the current giver's choices. */
  #largest = 0;

  constructor(permitted: readonly Uint8Array[]) {
    const count = permitted.length;
    this.receiverOf = new Int32Array(count);
    this.#permitted = permitted;
    this.#receivers = new Int32Array(count);
    this.#isOpen = new Uint8Array(count);
    this.#firstBarring = new Int32Array(count);
    const receivers = new Int32Array(count);
    this.#forbidden = permitted.map((row) => {
      let found = 0;
      for (let j = 0; j < count; j++) {
        if (row[j] !== 0) continue;
        receivers[found++] = j;
        this.#firstBarring[j]!++;
      }
      return receivers.slice(0, found);
    });
    this.#barring = new Int32Array(count);
    const most = this.#firstBarring.reduce((one, other) => Math.max(one, other), 0);
    this.#firstCounts = new Int32Array(most + 1);
    for (const number of this.#firstBarring) this.#firstCounts[number]!++;
    this.#counts = new Int32Array(most + 1);
    this.#refused = new Int32Array(most + 1);
    const bounds = Float64Array.from({ length: count + 1 }, (_, sum) => boundOf(sum));
    this.#logs = bounds.map(Math.log);
    this.#odds = bounds.map((bound) => 1 / bound);
  }

  /** How many receivers a giver may give to. */
  choicesOf(giver: number): number {
    return this.#receivers.length - this.#forbidden[giver]!.length;
  }

  begin(): void {
    const count = this.#receivers.length;
    this.#left = count;
    for (let i = 0; i < count; i++) this.#receivers[i] = i;
    this.#isOpen.fill(1);
    this.#barring.set(this.#firstBarring);
    this.#counts.set(this.#firstCounts);
    this.#logBound = 0;
    for (let number = 0; number < this.#counts.length; number++) {
      if (this.#counts[number]! > 0) {
        this.#logBound += this.#counts[number]! * this.#logs[count - number]!;
      }
    }
  }

  get isDone(): boolean {
    return this.#left === 0;
  }

  /** The logarithm of the remaining bound, without the powers of e. */
  get logBound(): number {
    return this.#logBound;
  }

  stepsToServe(giver: number): number {
    return this.#forbidden[giver]!.length + this.#counts.length + 20;
  }

  serve(giver: number, random: Random): void {
    const row = this.#permitted[giver]!;
    for (;;) {
      const place = random.below(this.#left);
      const receiver = this.#receivers[place]!;
      if (row[receiver] === 0) continue;
      const sum = this.#left - 1 - this.#barring[receiver]!;
      const odds = this.#odds[sum]!;
      if (odds < this.#largest && uniform(random) * this.#largest >= odds) continue;
      this.receiverOf[giver] = receiver;
      this.#left--;
      this.#receivers[place] = this.#receivers[this.#left]!;
      this.#isOpen[receiver] = 0;
      this.#counts[this.#barring[receiver]!]!--;
      this.#logBound -= this.#logs[sum]!;
      return;
    }
  }

  turnTo(giver: number): number {
    const [counts, refused, barring] = [this.#counts, this.#refused, this.#barring];
    refused.fill(0);
    for (const receiver of this.#forbidden[giver]!) {
      if (this.#isOpen[receiver] === 0) continue;
      const number = --barring[receiver]!;
      counts[number + 1]!--;
      counts[number]!++;
      refused[number]!++;
    }
    let after = 0;
    let total = 0;
    let largest = 0;
    for (let number = 0; number < counts.length; number++) {
      const count = counts[number]!;
      if (count === 0) continue;
      const sum = this.#left - 1 - number;
      after += count * this.#logs[sum]!;
      const chosen = count - refused[number]!;
      if (chosen === 0) continue;
      total += chosen * this.#odds[sum]!;
      largest = Math.max(largest, this.#odds[sum]!);
    }
    const ratio = Math.E * Math.exp(after - this.#logBound) * total;
    this.#logBound = after;
    this.#largest = largest;
    return ratio;
  }
}

/** Pair weights as the product of a giver's and a receiver's factor. */
export interface Weights {
  ofGivers: Float64Array;
  shares: Float64Array;
  /** For each receiver, the sum of the weights of all givers. */
  sums: Float64Array;
}

/** Uses weights, and scans all receivers for each giver. */
export class WeighedAttempt implements Attempt {
  readonly receiverOf: Int32Array;
  readonly #permitted: readonly Uint8Array[];
  readonly #weights: Weights;
  /** Equal receivers are neighbours, which saves logarithms. */
  readonly #everybody: Int32Array;
  /** The remaining receivers are the first of `#receivers`. */
  #open = 0;
  readonly #receivers: Int32Array;
  /** For each receiver, the remaining sum of weights, and its bound. */
  readonly #sums: Float64Array;
  readonly #bounds: Float64Array;
  readonly #firstBounds: Float64Array;
  /** In the order of `#receivers`: the unnormalized probability that the giver gets them. */
  readonly #odds: Float64Array;
  /** The sum of these. */
  #total = 0;

  constructor(permitted: readonly Uint8Array[], weights: Weights) {
    const count = weights.sums.length;
    this.receiverOf = new Int32Array(count);
    this.#permitted = permitted;
    this.#weights = weights;
    const { sums, shares } = weights;
    this.#everybody = Int32Array.from(sums.keys())
      .sort((one, other) => sums[one]! - sums[other]! || shares[one]! - shares[other]!);
    this.#receivers = new Int32Array(count);
    this.#sums = new Float64Array(count);
    this.#bounds = new Float64Array(count);
    this.#firstBounds = weights.sums.map(boundOf);
    this.#odds = new Float64Array(count);
  }

  begin(): void {
    this.#open = this.#receivers.length;
    this.#receivers.set(this.#everybody);
    this.#sums.set(this.#weights.sums);
    this.#bounds.set(this.#firstBounds);
  }

  get isDone(): boolean {
    return this.#open === 0;
  }

  stepsToServe(): number {
    return 2 * this.#open;
  }

  serve(giver: number, random: Random): void {
    const receivers = this.#receivers;
    const odds = this.#odds;
    let choice = uniform(random) * this.#total;
    let chosen = -1;
    for (let i = 0; i < this.#open && choice >= 0; i++) {
      if (odds[i] === 0) continue;
      choice -= odds[i]!;
      chosen = i;
    }
    this.receiverOf[giver] = receivers[chosen]!;
    // Keeps equal receivers next to each other.
    receivers.copyWithin(chosen, chosen + 1, this.#open);
    this.#open--;
  }

  turnTo(giver: number): number {
    const permitted = this.#permitted[giver]!;
    const weight = this.#weights.ofGivers[giver]!;
    const { shares } = this.#weights;
    const [receivers, sums, bounds] = [this.#receivers, this.#sums, this.#bounds];
    const odds = this.#odds;
    let shrunk = Math.E;
    let total = 0;
    let latest = 0;
    let latestBound = 1;
    for (let i = 0; i < this.#open; i++) {
      const receiver = receivers[i]!;
      if (permitted[receiver] === 0) {
        odds[i] = 0;
        continue;
      }
      const share = weight * shares[receiver]!;
      const rest = sums[receiver]! - share;
      if (rest !== latest) {
        latest = rest;
        latestBound = boundOf(rest);
      }
      const bound = latestBound;
      shrunk *= bound / bounds[receiver]!;
      sums[receiver] = rest;
      bounds[receiver] = bound;
      odds[i] = share / bound;
      total += odds[i]!;
    }
    this.#total = total;
    return shrunk * total;
  }
}
