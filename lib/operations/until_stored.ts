import { DatabaseBusy } from "../store/store.ts";

/** Attempts in a game that keeps changing. */
const ATTEMPTS = 10;

/** What a form was made from has changed since: nothing was stored, and it has to be made again. */
export class ChangedMeanwhile extends Error {
  override name = "ChangedMeanwhile";
}

/**
 * Repeats what reads a game in one transaction and stores a change in a later one.
 *
 * @param attempt gets its number, from 0; null, or `ChangedMeanwhile`, if the game has changed meanwhile.
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
