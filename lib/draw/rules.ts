/** The rules of a draw, stored as what is forbidden: nearly everyone may give to nearly everyone. */

/** Stands for "no one" in arrays of people. */
export const NOBODY = -1;

/** A set of people, one bit each: look-ups are the most frequent step of a draw. */
class PersonBits {
  readonly #words: Uint32Array;

  /** @param people number of people to choose from. */
  constructor(people: number) {
    this.#words = new Uint32Array(Math.ceil(people / 32));
  }

  has(person: number): boolean {
    return (this.#words[person >>> 5]! >>> person & 1) === 1;
  }

  add(person: number): void {
    this.#words[person >>> 5]! |= 1 << person;
  }

  /** Adds all of `others`, which must have the same size: 32 people at a time. */
  unite(others: PersonBits): void {
    for (let index = 0; index < this.#words.length; index++) {
      this.#words[index]! |= others.#words[index]!;
    }
  }

  forEach(visit: (person: number) => void): void {
    for (let index = 0; index < this.#words.length; index++) {
      for (let word = this.#words[index]!; word !== 0; word &= word - 1) {
        visit(32 * index + 31 - Math.clz32(word & -word));
      }
    }
  }
}

/** The permitted pairs among the people 0 to size - 1. */
export class Rules {
  readonly size: number;
  /** Equal for two people of one household; someone in none is a household of one. */
  readonly home: Int32Array;
  readonly #barred: PersonBits[];
  /** Shared by all people whose only forbidden receivers are their household. */
  readonly #nothing: PersonBits;

  /**
   * @param bans pairs of a giver and a receiver, forbidden in this direction only.
   * @throws {RangeError} if a rule names an unknown person.
   */
  constructor(
    size: number,
    exclusions: Iterable<readonly [number, number]>,
    households: Iterable<readonly number[]>,
    bans: Iterable<readonly [number, number]> = [],
  ) {
    this.size = size;
    this.home = Int32Array.from({ length: size }, (_, person) => person);
    const nobody = () => new PersonBits(size);
    const nothing = this.#nothing = nobody();
    this.#barred = new Array<PersonBits>(size).fill(nothing);

    const check = (person: number) => {
      if (!Number.isInteger(person) || person < 0 || person >= size) {
        throw new RangeError(`Cannot draw for person ${person}: not one of ${size} people`);
      }
    };
    const barredFor = (giver: number) => {
      const barred = this.#barred[giver]!;
      return barred === nothing ? this.#barred[giver] = nobody() : barred;
    };
    const bar = (giver: number, receiver: number) => {
      check(giver);
      check(receiver);
      barredFor(giver).add(receiver);
    };

    // A person's first household is their home; what further ones forbid is stored pair by pair.
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
      const members = nobody();
      for (const person of household) members.add(person);
      members.forEach((giver) => barredFor(giver).unite(members));
    }
    for (const [one, other] of exclusions) {
      bar(one, other);
      bar(other, one);
    }
    for (const [giver, receiver] of bans) bar(giver, receiver);
  }

  /** Returns these rules with further pairs forbidden, in this direction only. Shares what does not change. */
  forbidding(bans: readonly (readonly [giver: number, receiver: number])[]): Rules {
    const rules = new Rules(this.size, [], [], bans);
    rules.home.set(this.home);
    for (let giver = 0; giver < this.size; giver++) {
      if (rules.#barred[giver] === rules.#nothing) rules.#barred[giver] = this.#barred[giver]!;
      else rules.#barred[giver]!.unite(this.#barred[giver]!);
    }
    return rules;
  }

  forbids(giver: number, receiver: number): boolean {
    return this.home[giver] === this.home[receiver] || this.#barred[giver]!.has(receiver);
  }

  /** How many people each giver may give to. */
  choices(): Int32Array {
    const residents = new Int32Array(this.size);
    for (const home of this.home) residents[home]!++;
    return this.home.map((home, giver) => {
      let choices = this.size - residents[home]!;
      this.#barred[giver]!.forEach((person) => {
        if (this.home[person] !== home) choices--;
      });
      return choices;
    });
  }

  /** By person: 1 if `giver` may give to them. Faster for all people than one `forbids` after the other. */
  permitted(giver: number): Uint8Array {
    const home = this.home[giver];
    const row = new Uint8Array(this.size);
    for (let person = 0; person < row.length; person++) {
      if (this.home[person] !== home) row[person] = 1;
    }
    this.#barred[giver]!.forEach((person) => row[person] = 0);
    return row;
  }

  /** The receivers permitted to `giver`. */
  receiversFor(giver: number): number[] {
    const receivers: number[] = [];
    this.permitted(giver).forEach((isPermitted, person) => {
      if (isPermitted === 1) receivers.push(person);
    });
    return receivers;
  }
}
