/** What a repetition may be, in bytes: how long, and how far back (RFC 1951, 2). */
export const SHORTEST = 3;
export const LONGEST = 258;
export const WINDOW = 32 * 1024;

/** How many more bits follow the symbols of lengths and of distances, and the first that each stands for (3.2.5). */
const LENGTH_BITS = Array.from({ length: 29 }, (_, i) => i < 8 || i === 28 ? 0 : (i >> 2) - 1);
const LENGTHS = startsOf(LENGTH_BITS, SHORTEST).with(28, LONGEST);
const DISTANCE_BITS = Array.from({ length: 30 }, (_, i) => i < 4 ? 0 : (i >> 1) - 1);
const DISTANCES = startsOf(DISTANCE_BITS, 1);

/** The fixed codes of literals and lengths by symbol, with how many bits they have, and those of distances (3.2.6). */
const SYMBOLS = [
  ...codes(0x30, 8, 144),
  ...codes(0x190, 9, 112),
  ...codes(0, 7, 24),
  ...codes(0xc0, 8, 8),
];
const DISTANCE_SYMBOLS = codes(0, 5, 30);

const LAST_BLOCK_OF_FIXED_CODES = 0b011;
const END_OF_BLOCK = 256;
const FIRST_LENGTH = 257;

/**
 * Writes DEFLATE (RFC 1951) in one block of the fixed Huffman codes: what a byte or a repetition costs depends
 * on nothing but itself.
 */
export class Deflate {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #size = 0;
  #pending = 0;
  #pendingBits = 0;

  /** @param size of what is to be compressed, in bytes. */
  constructor(size: number) {
    this.#bytes = new Uint8Array(Math.ceil((size * 9 + 10) / 8) + 1);
    this.#put(LAST_BLOCK_OF_FIXED_CODES, 3);
  }

  /** A byte as it is: 8 bits, or 9 from 144 on. */
  literal(byte: number): void {
    this.#symbol(SYMBOLS[byte]!);
  }

  /** What stood `distance` bytes before: {@linkcode SHORTEST} to {@linkcode LONGEST} bytes of the {@linkcode WINDOW}. */
  repetition(length: number, distance: number): void {
    const i = LENGTHS.findLastIndex((first) => first <= length);
    this.#symbol(SYMBOLS[FIRST_LENGTH + i]!);
    this.#put(length - LENGTHS[i]!, LENGTH_BITS[i]!);
    const j = DISTANCES.findLastIndex((first) => first <= distance);
    this.#symbol(DISTANCE_SYMBOLS[j]!);
    this.#put(distance - DISTANCES[j]!, DISTANCE_BITS[j]!);
  }

  /** Ends it; nothing may be written any more. */
  finish(): Uint8Array<ArrayBuffer> {
    this.#symbol(SYMBOLS[END_OF_BLOCK]!);
    this.#put(0, 7);
    return this.#bytes.subarray(0, this.#size);
  }

  #symbol({ code, bits }: { code: number; bits: number }): void {
    this.#put(code, bits);
  }

  /** Numbers begin with their last bit. */
  #put(value: number, bits: number): void {
    this.#pending |= value << this.#pendingBits;
    this.#pendingBits += bits;
    for (; this.#pendingBits >= 8; this.#pendingBits -= 8) {
      this.#bytes[this.#size++] = this.#pending;
      this.#pending >>>= 8;
    }
  }
}

/** Codes of one length, which begin with their first bit, unlike numbers. */
function codes(first: number, bits: number, count: number) {
  return Array.from({ length: count }, (_, i) => {
    let code = 0;
    for (let bit = 0; bit < bits; bit++) code |= (first + i >> bit & 1) << bits - 1 - bit;
    return { code, bits };
  });
}

function startsOf(bits: readonly number[], first: number): number[] {
  const starts: number[] = [];
  let start = first;
  for (const more of bits) {
    starts.push(start);
    start += 2 ** more;
  }
  return starts;
}
