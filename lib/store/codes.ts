import { cryptoRandom, type Random } from "../draw/random.ts";
import { proposeCode } from "../game/create.ts";
import type { Game } from "../game/types.ts";
import { DatabaseUnavailable } from "./store.ts";

/** Number of six-digit codes; the first digit is never 0. */
const SIX_DIGIT_CODES = 900_000;
/**
 * Number of codes proposed at a time. With half of the six-digit codes in use, all 16 are taken once in 65,536 times.
 */
const PROPOSALS = 16;
/** Maximum number of attempts with new proposals. */
const ATTEMPTS = 100;
/**
 * How long a count of the codes in use is valid, in ms. Games created by this instance are added to it; games that
 * other instances create or archive show after at most a minute.
 */
const COUNT_HOLDS = 60_000;

/** Proposes codes for new games: six digits, or eight while at least half of the six-digit codes are in use. */
export class CodeProposals {
  #inUse: Promise<number> | undefined;
  #countedAt = -Infinity;
  #added = 0;

  /** @param countSixDigitCodes counts the active games with a six-digit code. */
  constructor(
    private readonly countSixDigitCodes: () => Promise<number>,
    private readonly random: Random = cryptoRandom,
  ) {}

  /**
   * Returns codes for one new game, in the order to try them.
   *
   * @param preferred comes first if it has the right number of digits.
   */
  async next(preferred: string): Promise<string[]> {
    const inUse = await this.#countInUse() + this.#added++;
    const digits = inUse < SIX_DIGIT_CODES / 2 ? 6 : 8;
    const proposals = Array.from(
      { length: PROPOSALS },
      () => proposeCode({ random: this.random }, digits),
    );
    return preferred.length === digits ? [preferred, ...proposals] : proposals;
  }

  /**
   * Proposes codes for a new game until one of them is free.
   *
   * @param create stores the game; returns undefined if none of these codes was free.
   * @throws {DatabaseUnavailable} if all attempts failed.
   */
  async underFree<Created>(
    { code }: Pick<Game, "code">,
    create: (proposals: string[]) => Promise<Created | undefined>,
  ): Promise<Created> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const created = await create(await this.next(code));
      if (created !== undefined) return created;
      this.recount();
    }
    throw new DatabaseUnavailable("No code is free");
  }

  /** Discards the count. Called when none of the codes was free, so more are in use than it says. */
  recount(): void {
    this.#inUse = undefined;
  }

  #countInUse(): Promise<number> {
    const now = performance.now();
    if (this.#inUse && now - this.#countedAt < COUNT_HOLDS) return this.#inUse;
    this.#countedAt = now;
    const counted = this.countSixDigitCodes().then((inUse) => {
      this.#added = 0;
      this.#inUse = Promise.resolve(inUse);
      return inUse;
    });
    // Only the first count is awaited; a later one that fails is made again after a minute.
    counted.catch(() => {});
    return this.#inUse ??= counted.catch((error) => {
      this.recount();
      throw error;
    });
  }
}
