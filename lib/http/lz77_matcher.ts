import { LONGEST, SHORTEST, WINDOW } from "./deflate.ts";

/** Maximum number of candidates, nearest first. Trying more does not make our pages smaller. */
const TRIES = 8;

/** Length from which a match is good enough to stop the search. */
const ENOUGH = 64;

/** Bits of the hash of the first {@linkcode SHORTEST} bytes at a position. */
const HASH_BITS = 13;

/**
 * Finds LZ77 matches within the allowed pieces of a text, never outside of them, with hash chains (RFC 1951,
 * 4).
 */
export class Lz77Matcher {
  /** Length of the last token: the length of a match, or 1 for a single byte. */
  length = 1;
  /** Distance in bytes from the last token back to its match; 0 for a single byte. */
  distance = 0;
  /** The allowed pieces at their positions in the text, and 0 everywhere else; no piece contains 0. */
  readonly #bytes: Uint8Array;
  /** The last position of each hash, counted from 1. */
  readonly #last = new Int32Array(2 ** HASH_BITS);
  /** For each position in the window, the previous position with the same hash, counted from 1. */
  readonly #before: Int32Array;

  /** @param size of the whole text, in bytes */
  constructor(size: number) {
    this.#bytes = new Uint8Array(size);
    this.#before = new Int32Array(Math.min(size, WINDOW));
  }

  /** Allows a piece without 0 bytes. Pieces must be added in the order of the text. */
  allow(piece: Uint8Array, at: number): void {
    this.#bytes.set(piece, at);
  }

  /**
   * Finds the token at `at` in the piece that ends before `end`. Must be called in order, and for every byte that
   * later matches may refer to.
   */
  next(at: number, end: number): void {
    const bytes = this.#bytes;
    const before = this.#before;
    const most = Math.min(end - at, LONGEST);
    let best = SHORTEST - 1;
    let distance = 0;
    let place = this.#remember(at, end);
    const oldest = Math.max(0, at - WINDOW + 1);
    for (let tries = 0; tries < TRIES && place >= oldest; tries++) {
      if (bytes[place + best] === bytes[at + best] && bytes[place] === bytes[at]) {
        let length = 1;
        while (length < most && bytes[place + length] === bytes[at + length]) length++;
        if (length > best) {
          best = length;
          distance = at - place;
          if (best >= most || best >= ENOUGH) break;
        }
      }
      place = before[place & WINDOW - 1]! - 1;
    }
    this.length = distance > 0 ? best : 1;
    this.distance = distance;
    for (let i = 1; i < this.length; i++) this.#remember(at + i, end);
  }

  /** Adds a position. Returns the last one with the same hash, or -1. */
  #remember(at: number, end: number): number {
    if (at + SHORTEST > end) return -1;
    const hash = hashAt(this.#bytes, at);
    const last = this.#last[hash]!;
    this.#before[at & WINDOW - 1] = last;
    this.#last[hash] = at + 1;
    return last - 1;
  }
}

/** The hash of the {@linkcode SHORTEST} bytes at a position. */
function hashAt(bytes: Uint8Array, at: number): number {
  const start = bytes[at]! << 16 | bytes[at + 1]! << 8 | bytes[at + 2]!;
  return Math.imul(start, 0x9e3779b1) >>> 32 - HASH_BITS;
}
