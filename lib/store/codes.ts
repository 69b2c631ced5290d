import { cryptoRandom, type Random } from "../draw/random.ts";
import { proposeCode } from "../game/create.ts";

/** All codes of six digits, of which the first is not 0. */
const SIX_DIGIT_CODES = 900_000;
/** Codes that are proposed at a time; of six digits, all are in use once in 65,536 times at the worst. */
const PROPOSALS = 16;
/**
 * How long a count of the codes in use holds, in ms; what this instance adds meanwhile is counted with it.
 * Then it is counted again while creation goes on, so that the number is exact but for what other instances
 * added, and what was archived, in the last minute.
 */
const COUNT_HOLDS = 60_000;

/** Proposes codes for new games: of six digits, and of eight while half of those with six are in use. */
export class CodeProposals {
  readonly #countSixDigitCodes: () => Promise<number>;
  readonly #random: Random;
  #inUse: Promise<number> | undefined;
  #countedAt = -Infinity;
  #added = 0;

  /** @param countSixDigitCodes how many codes of six digits active games have. */
  constructor(countSixDigitCodes: () => Promise<number>, random: Random = cryptoRandom) {
    this.#countSixDigitCodes = countSixDigitCodes;
    this.#random = random;
  }

  /**
   * Codes for one new game, in the order in which they are to be tried.
   *
   * @param preferred comes first, where it has as many digits as are due.
   */
  async next(preferred: string): Promise<string[]> {
    const inUse = await this.#countInUse() + this.#added++;
    const digits = inUse < SIX_DIGIT_CODES / 2 ? 6 : 8;
    const proposals = Array.from(
      { length: PROPOSALS },
      () => proposeCode({ random: this.#random }, digits),
    );
    return preferred.length === digits ? [preferred, ...proposals] : proposals;
  }

  /** None of the codes was free: there are more in use than the last count says. */
  recount(): void {
    this.#inUse = undefined;
  }

  #countInUse(): Promise<number> {
    const now = performance.now();
    if (this.#inUse && now - this.#countedAt < COUNT_HOLDS) return this.#inUse;
    this.#countedAt = now;
    const counted = this.#countSixDigitCodes().then((inUse) => {
      this.#added = 0;
      this.#inUse = Promise.resolve(inUse);
      return inUse;
    });
    // The first count is waited for, and told where it fails; later ones are tried again in a minute.
    counted.catch(() => {});
    return this.#inUse ??= counted.catch((error) => {
      this.recount();
      throw error;
    });
  }
}
