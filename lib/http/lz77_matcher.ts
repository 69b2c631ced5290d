import { LONGEST, SHORTEST, WINDOW } from "./deflate.ts";

/** How many places are tried, the nearest first. */
const TRIES = 32;

/** Places are remembered by so many bits of a hash of their first {@linkcode SHORTEST} bytes. */
const HASH_BITS = 13;

/** A byte by itself. */
export const SINGLE = { length: 1, distance: 0 };

/**
 * Finds what stood before in some pieces of a text, and never outside of them: the search of RFC 1951, 4, by
 * chains of places that begin alike.
 */
export class Lz77Matcher {
  readonly #bytes: Uint8Array;
  /** The last place of each hash, counted from 1. */
  readonly #last = new Int32Array(2 ** HASH_BITS);
  /** For each place in the window: the one before with its hash, counted from 1, and where its piece ends. */
  readonly #before: Int32Array;
  readonly #ends: Int32Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#before = new Int32Array(Math.min(bytes.length, WINDOW));
    this.#ends = new Int32Array(this.#before.length);
  }

  /**
   * How the piece that ends before `end` goes on at `at`: by a repetition, or by one byte, where the distance
   * is 0. To be asked in the order of the bytes, and for all that is to be found later.
   */
  next(at: number, end: number): { length: number; distance: number } {
    let best = SINGLE;
    let place = this.#remember(at, end);
    for (let tries = 0; tries < TRIES && place >= 0 && at - place < WINDOW; tries++) {
      const length = this.#lengthOf(place, at, end, best.length);
      if (length >= SHORTEST && length > best.length) best = { length, distance: at - place };
      place = this.#before[place % WINDOW]! - 1;
    }
    for (let i = 1; i < best.length; i++) this.#remember(at + i, end);
    return best;
  }

  /** Notes a place. Returns the last with the same hash, or -1. */
  #remember(at: number, end: number): number {
    if (at + SHORTEST > end) return -1;
    const bytes = this.#bytes;
    const start = bytes[at]! << 16 | bytes[at + 1]! << 8 | bytes[at + 2]!;
    const hash = Math.imul(start, 0x9e3779b1) >>> 32 - HASH_BITS;
    const last = this.#last[hash]!;
    this.#before[at % WINDOW] = last;
    this.#ends[at % WINDOW] = end;
    this.#last[hash] = at + 1;
    return last - 1;
  }

  /** How far both places are alike; 0 if no further than `known`. */
  #lengthOf(place: number, at: number, end: number, known: number): number {
    const most = Math.min(end - at, this.#ends[place % WINDOW]! - place, LONGEST);
    if (most <= known || this.#bytes[place + known] !== this.#bytes[at + known]) return 0;
    let length = 0;
    while (length < most && this.#bytes[place + length] === this.#bytes[at + length]) length++;
    return length;
  }
}
