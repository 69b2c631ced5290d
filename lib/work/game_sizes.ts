/** Maximum number of remembered codes; the oldest are forgotten first. */
const REMEMBERED = 10_000;

/**
 * From this many people and exclusions on, reading takes milliseconds, and changing or showing takes more.
 */
const LARGE = 300;

/**
 * Remembers by code which games were large when last read, so that a request for one can wait for a place
 * before the game is read. Only a hint: a code may be unknown, or belong to another game by now.
 */
export class GameSizes {
  readonly #sizes = new Map<string, boolean>();

  /** @returns true if it is large. */
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
