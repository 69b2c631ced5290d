/** Repeatable randomness: the same numbers for the same seed (mulberry32, by Tommy Ettinger). */
export class Chance {
  #state: number;

  /** @param seed a whole number */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** @param probability 0 to 1 */
  is(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws if the list is empty. */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from");
    return item;
  }

  /** Returns one of several choices, in proportion to its weight. */
  weighted<Item>(choices: readonly (readonly [weight: number, item: Item])[]): Item {
    let rest = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, item] of choices) {
      rest -= weight;
      if (rest < 0) return item;
    }
    return this.pick(choices)[1];
  }
}
