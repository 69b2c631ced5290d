/** Limits of a match in bytes: its length and its distance (RFC 1951, 2). */
export const SHORTEST = 3;
export const LONGEST = 258;
export const WINDOW = 32 * 1024;

/** Extra bits of each length and distance symbol (3.2.5). */
const LENGTH_BITS = Array.from({ length: 29 }, (_, i) => i < 8 || i === 28 ? 0 : (i >> 2) - 1);
const LENGTHS = startsOf(LENGTH_BITS, SHORTEST).with(28, LONGEST);
const DISTANCE_BITS = Array.from({ length: 30 }, (_, i) => i < 4 ? 0 : (i >> 1) - 1);
const DISTANCES = startsOf(DISTANCE_BITS, 1);
/** The symbol of each length, relative to the symbol of the shortest length. */
const LENGTH_INDEX = Uint8Array.from(
  { length: LONGEST + 1 },
  (_, length) => Math.max(0, LENGTHS.findLastIndex((first) => first <= length)),
);

/** The fixed Huffman codes of literals and lengths by symbol, with their bit counts, and of distances (3.2.6). */
const SYMBOLS = [
  ...codes(0x30, 8, 144),
  ...codes(0x190, 9, 112),
  ...codes(0, 7, 24),
  ...codes(0xc0, 8, 8),
];
const DISTANCE_SYMBOLS = codes(0, 5, 30);
const LITERAL_CODES = Uint16Array.from(SYMBOLS, ({ code }) => code);

const LAST_BLOCK_OF_FIXED_CODES = 0b011;
const END_OF_BLOCK = 256;
const FIRST_LENGTH = 257;

/**
 * Writes DEFLATE (RFC 1951) as one block with fixed Huffman codes, so that the cost of a byte or a match
 * depends on nothing else.
 */
export class Deflate {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #size = 0;
  #pending = 0;
  #pendingBits = 0;

  /** @param size of the input in bytes. */
  constructor(size: number) {
    this.#bytes = new Uint8Array(Math.ceil((size * 9 + 10) / 8) + 1);
    this.#put(LAST_BLOCK_OF_FIXED_CODES, 3);
  }

  /** Writes literal bytes: 8 bits each, or 9 from 144 on. */
  literals(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const byte = bytes[at]!;
      this.#put(LITERAL_CODES[byte]!, byte < 144 ? 8 : 9);
    }
  }

  /**
   * Writes a match: {@linkcode SHORTEST} to {@linkcode LONGEST} bytes that occurred `distance` bytes before.
   */
  repetition(length: number, distance: number): void {
    const i = LENGTH_INDEX[length]!;
    this.#symbol(SYMBOLS[FIRST_LENGTH + i]!);
    this.#put(length - LENGTHS[i]!, LENGTH_BITS[i]!);
    const j = distanceIndex(distance);
    this.#symbol(DISTANCE_SYMBOLS[j]!);
    this.#put(distance - DISTANCES[j]!, DISTANCE_BITS[j]!);
  }

  /** Ends the block and returns the bytes. Nothing can be written afterwards. */
  finish(): Uint8Array<ArrayBuffer> {
    this.#symbol(SYMBOLS[END_OF_BLOCK]!);
    this.#put(0, 7);
    return this.#bytes.subarray(0, this.#size);
  }

  #symbol({ code, bits }: { code: number; bits: number }): void {
    this.#put(code, bits);
  }

  /** Numbers are written least significant bit first. */
  #put(value: number, bits: number): void {
    this.#pending |= value << this.#pendingBits;
    this.#pendingBits += bits;
    for (; this.#pendingBits >= 8; this.#pendingBits -= 8) {
      this.#bytes[this.#size++] = this.#pending;
      this.#pending >>>= 8;
    }
  }
}

/** Huffman codes of one length; unlike numbers, they are written most significant bit first. */
function codes(first: number, bits: number, count: number) {
  return Array.from({ length: count }, (_, i) => {
    let code = 0;
    for (let bit = 0; bit < bits; bit++) code |= (first + i >> bit & 1) << bits - 1 - bit;
    return { code, bits };
  });
}

/** Distances have two symbols for each power of two. */
function distanceIndex(distance: number): number {
  if (distance < 3) return distance - 1;
  const power = 31 - Math.clz32(distance - 1);
  return 2 * power + (distance - 1 >> power - 1 & 1);
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
