/** Attempts at a draw by bounds: see `byBounds`, which makes them. */
import { belowLarge, type Random } from "./random.ts";

/**
 * h(r) of Huber and Law: where r is the sum of the weights with which givers may give to a receiver,
 * none above 1, the weights of all draws add up to at most the product of h(r) / e over the receivers.
 */
export function boundOf(sum: number): number {
  return sum >= 1 ? sum + Math.log(sum) / 2 + Math.E - 1 : 1 + (Math.E - 1) * Math.max(sum, 0);
}

/** One way from nobody served to everybody, or to where it is given up. */
interface Attempt {
  /** By giver, once all are served. */
  readonly receiverOf: Int32Array;
  readonly isDone: boolean;
  begin(): void;
  /** Chooses a receiver for the next giver, unless the attempt ends here; returns whether it has. */
  serve(giver: number, random: Random): boolean;
  /** How much work that is. */
  stepsToServe(giver: number): number;
}

/**
 * With a weight of 1 for each pair. The sum of a receiver is then the number of givers left, less those
 * of them who may not give to them; so receivers are counted by the number of those, and all of one
 * number are dealt with at once.
 */
export class EvenAttempt implements Attempt {
  readonly receiverOf: Int32Array;
  readonly #permitted: readonly Uint8Array[];
  /** By giver: receivers they may not give to. */
  readonly #forbidden: Int32Array[];
  /** As many receivers as givers are left, the first of these. */
  #left = 0;
  readonly #receivers: Int32Array;
  readonly #isOpen: Uint8Array;
  /** By receiver: how many givers left may not give to them. */
  readonly #barring: Int32Array;
  readonly #firstBarring: Int32Array;
  /** How many receivers left have each number of those; and of them, who the present giver may not give to. */
  readonly #counts: Int32Array;
  readonly #firstCounts: Int32Array;
  readonly #refused: Int32Array;
  /** Bounds of whole numbers, their logarithms, and one over them. */
  readonly #logs: Float64Array;
  readonly #odds: Float64Array;
  /** The logarithm of the product of all bounds. */
  #logBound = 0;

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

  /** The logarithm of what is left of the bound, but for the powers of e. */
  get logBound(): number {
    return this.#logBound;
  }

  stepsToServe(giver: number): number {
    return this.#forbidden[giver]!.length + this.#counts.length + 20;
  }

  serve(giver: number, random: Random): boolean {
    const { before, after, total, largest } = this.#pass(giver);
    // The bounds after all choices together, over the bound before.
    const ratio = Math.E * Math.exp(after - before) * total;
    if (belowLarge(2 ** 53, random) / 2 ** 53 >= ratio) return false;
    const row = this.#permitted[giver]!;
    for (;;) {
      const place = random.below(this.#left);
      const receiver = this.#receivers[place]!;
      if (row[receiver] === 0) continue;
      const sum = this.#left - 1 - this.#barring[receiver]!;
      const odds = this.#odds[sum]!;
      if (odds < largest && belowLarge(2 ** 53, random) / 2 ** 53 * largest >= odds) continue;
      this.receiverOf[giver] = receiver;
      this.#left--;
      this.#receivers[place] = this.#receivers[this.#left]!;
      this.#isOpen[receiver] = 0;
      this.#counts[this.#barring[receiver]!]!--;
      this.#logBound = after - this.#logs[sum]!;
      return true;
    }
  }

  /**
   * Takes a giver off all sums. Of the bounds before and after it gives the logarithms; of the odds of
   * those whom the giver may choose, the sum and the largest.
   */
  #pass(giver: number): { before: number; after: number; total: number; largest: number } {
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
    return { before: this.#logBound, after, total, largest };
  }
}

/** Weights of pairs, as the product of what their giver and what their receiver has of it. */
export interface Weights {
  ofGivers: Float64Array;
  shares: Float64Array;
  /** Of all givers' weights, by receiver. */
  sums: Float64Array;
}

/** With weights, over which all receivers are gone for each giver. */
export class WeighedAttempt implements Attempt {
  readonly receiverOf: Int32Array;
  readonly #permitted: readonly Uint8Array[];
  readonly #weights: Weights;
  /** The receivers left are the first so many of `#receivers`. */
  #open = 0;
  readonly #receivers: Int32Array;
  /** By receiver: what is left of the sum of their weights, and its bound. */
  readonly #sums: Float64Array;
  readonly #bounds: Float64Array;
  readonly #firstBounds: Float64Array;
  /** In the order of `#receivers`: how likely a giver is to get them, but for a factor. */
  readonly #odds: Float64Array;

  constructor(permitted: readonly Uint8Array[], weights: Weights) {
    const count = weights.sums.length;
    this.receiverOf = new Int32Array(count);
    this.#permitted = permitted;
    this.#weights = weights;
    this.#receivers = new Int32Array(count);
    this.#sums = new Float64Array(count);
    this.#bounds = new Float64Array(count);
    this.#firstBounds = weights.sums.map(boundOf);
    this.#odds = new Float64Array(count);
  }

  begin(): void {
    this.#open = this.#receivers.length;
    for (let i = 0; i < this.#open; i++) this.#receivers[i] = i;
    this.#sums.set(this.#weights.sums);
    this.#bounds.set(this.#firstBounds);
  }

  get isDone(): boolean {
    return this.#open === 0;
  }

  stepsToServe(): number {
    return 2 * this.#open;
  }

  serve(giver: number, random: Random): boolean {
    const receivers = this.#receivers;
    const odds = this.#odds;
    const ratio = this.#pass(this.#permitted[giver]!, this.#weights.ofGivers[giver]!);
    let choice = belowLarge(2 ** 53, random) / 2 ** 53;
    if (choice >= ratio.shrunk * ratio.total) return false;
    choice /= ratio.shrunk;
    let chosen = -1;
    for (let i = 0; i < this.#open && choice >= 0; i++) {
      if (odds[i] === 0) continue;
      choice -= odds[i]!;
      chosen = i;
    }
    this.receiverOf[giver] = receivers[chosen]!;
    // Those alike stay side by side, which spares them logarithms.
    receivers.copyWithin(chosen, chosen + 1, this.#open);
    this.#open--;
    return true;
  }

  /**
   * Takes a giver's weights off all sums, and sets the odds. The bounds after all choices together are
   * `shrunk` times `total` of the bound before.
   */
  #pass(permitted: Uint8Array, weight: number): { shrunk: number; total: number } {
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
    return { shrunk, total };
  }
}
