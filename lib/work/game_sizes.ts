/** Codes remembered at most; beyond, those noted longest ago are forgotten. */
const REMEMBERED = 10_000;

/** So many people and exclusions take some milliseconds to read, and more to change or show. */
const LARGE = 300;

/**
 * Which games were large when they were last read, by code, so that a request for one can wait for its turn before
 * the game is read. A hint: a code that nobody has asked for yet is unknown, and a code may pass to another game.
 */
export class GameSizes {
  readonly #sizes = new Map<string, boolean>();

  /** @returns whether it is large. */
  note(code: string, { participants, exclusions }: {
    participants: readonly unknown[];
    exclusions: readonly unknown[];
  }): boolean {
    const isLarge = participants.length + exclusions.length >= LARGE;
    this.#sizes.delete(code);
    this.#sizes.set(code, isLarge);
    const [oldest] = this.#sizes.keys();
    if (this.#sizes.size > REMEMBERED && oldest !== undefined) this.#sizes.delete(oldest);
    return isLarge;
  }

  /** undefined: unknown. */
  isLarge(code: string): boolean | undefined {
    return this.#sizes.get(code);
  }
}
