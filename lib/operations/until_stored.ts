import { DatabaseBusy } from "../store/store.ts";

/** Maximum number of attempts in a game that keeps changing. */
const ATTEMPTS = 10;

/** The data that a form was rendered from has changed since. Nothing was stored; the form must be rendered again. */
export class ChangedMeanwhile extends Error {
  override name = "ChangedMeanwhile";
}

/**
 * Repeats an attempt that reads a game in one transaction and stores a change in a later one.
 *
 * @param attempt gets its number, from 0. Returns null or throws `ChangedMeanwhile` if the game has changed in between.
 * @throws {DatabaseBusy} if the game keeps changing.
 */
export async function untilStored<Result>(
  attempt: (number: number) => Promise<Result | null>,
): Promise<Result> {
  for (let number = 0; number < ATTEMPTS; number++) {
    try {
      const result = await attempt(number);
      if (result !== null) return result;
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw new DatabaseBusy("Others keep changing this game");
}
