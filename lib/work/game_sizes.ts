import { LatestMap } from "../game/latest_map.ts";

/** Maximum number of remembered codes; the oldest are forgotten first. */
const REMEMBERED = 10_000;

/** Number of people and exclusions from which reading a game takes milliseconds, and changing or showing it longer. */
const LARGE = 300;

/**
 * Remembers by code which games were large when last read, so that a request for one can wait for a place
 * before the game is read. Only a hint: a code may be unknown, or belong to another game by now.
 */
export class GameSizes {
  readonly #sizes = new LatestMap<string, boolean>(REMEMBERED);

  /** Records the size of a game that was read. @returns true if it is large */
  note(code: string, { participants, exclusions }: {
    participants: readonly unknown[];
    exclusions: readonly unknown[];
  }): boolean {
    const isLarge = participants.length + exclusions.length >= LARGE;
    if (this.#sizes.get(code) !== isLarge) this.#sizes.set(code, isLarge);
    return isLarge;
  }

  /** @returns undefined if the code is unknown */
  isLarge(code: string): boolean | undefined {
    return this.#sizes.get(code);
  }
}
