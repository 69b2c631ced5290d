import { LONGEST, SHORTEST, WINDOW } from "./deflate.ts";

/** How many candidates are tried, the nearest first. */
const TRIES = 32;

/** Bits of the hash of the first {@linkcode SHORTEST} bytes at a position. */
const HASH_BITS = 13;

/** A literal byte. */
export const SINGLE = { length: 1, distance: 0 };

/**
 * Finds LZ77 matches within the allowed pieces of a text, never outside of them, with hash chains (RFC 1951,
 * 4).
 */
export class Lz77Matcher {
  readonly #bytes: Uint8Array;
  /** The last position of each hash, counted from 1. */
  readonly #last = new Int32Array(2 ** HASH_BITS);
  /**
   * For each position in the window: the previous one with the same hash, counted from 1, and where its piece
   * ends.
   */
  readonly #before: Int32Array;
  readonly #ends: Int32Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#before = new Int32Array(Math.min(bytes.length, WINDOW));
    this.#ends = new Int32Array(this.#before.length);
  }

  /**
   * The next token at `at` of the piece that ends before `end`: a match, or one byte with distance 0. Must be
   * called in order, for every byte that later matches may refer to.
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

  /** Adds a position. Returns the last one with the same hash, or -1. */
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

  /** Length of the common prefix of two positions; 0 if it is not longer than `known`. */
  #lengthOf(place: number, at: number, end: number, known: number): number {
    const most = Math.min(end - at, this.#ends[place % WINDOW]! - place, LONGEST);
    if (most <= known || this.#bytes[place + known] !== this.#bytes[at + known]) return 0;
    let length = 0;
    while (length < most && this.#bytes[place + length] === this.#bytes[at + length]) length++;
    return length;
  }
}
