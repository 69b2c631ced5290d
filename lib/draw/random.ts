/** A source of uniformly distributed integers. */
export interface Random {
  /** An integer in `[0, n)`, every one equally likely; `n` is an integer in `[1, 2 ** 32]`. */
  below(n: number): number;
}

const WORDS = 2 ** 32;

/**
 * Makes a random source from a source of uniform 32-bit words. Words beyond the last whole multiple
 * of `n` are drawn again, so that no remainder is more likely than another.
 *
 * Its `below` throws a RangeError if `n` is not an integer in `[1, 2 ** 32]`.
 */
export function randomFromWords(nextWord: () => number): Random {
  return {
    below(n) {
      if (!Number.isInteger(n) || n < 1 || n > WORDS) {
        throw new RangeError(`Cannot draw below ${n}: not an integer from 1 to 2 ** 32`);
      }
      let word = nextWord();
      // Nearly all words are below `WORDS - n`, where none has to be rejected: this saves a division.
      if (word >= WORDS - n) {
        const limit = WORDS - WORDS % n;
        while (word >= limit) word = nextWord();
      }
      // `>>>` makes this a division of integers. For n = 2 ** 32, each word is its own remainder.
      return n === WORDS ? word : (word >>> 0) % (n >>> 0);
    },
  };
}

/** A uniform integer in [0, n), for n up to 2 ** 53. */
export function belowLarge(n: number, random: Random): number {
  if (n <= 2 ** 32) return random.below(n);
  const high = Math.ceil(n / 2 ** 32);
  for (;;) {
    const value = random.below(high) * 2 ** 32 + random.below(2 ** 32);
    if (value < n) return value;
  }
}

const buffer = new Uint32Array(1024);
let unused = 0;

/** The next 32 random bits, fetched from the platform 4 KiB at a time and wiped once handed out. */
function nextCryptoWord(): number {
  if (unused === 0) {
    crypto.getRandomValues(buffer);
    unused = buffer.length;
  }
  unused--;
  const word = buffer[unused]!;
  buffer[unused] = 0;
  return word;
}

/** The platform's cryptographic source. */
export const cryptoRandom: Random = randomFromWords(nextCryptoWord);

/** Puts `items` in a uniformly random order, in place (Fisher & Yates 1938, Durstenfeld 1964). */
export function shuffle<T>(items: T[], random: Random): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
  return items;
}
