/** One-way exclusions: the first may not give to the second, but the second may give to the first. */
import { GameError } from "./errors.ts";
import { type Game, LIMITS, type Participant } from "./types.ts";

/**
 * The same people with exactly these one-way exclusions, each once. Those covered by a household or a mutual
 * exclusion are kept, because they outlive it.
 *
 * @param resolve returns the number of a referenced person, or undefined.
 * @throws {GameError} 400 for an unknown reference, or a person paired with themselves.
 */
export function withOneWay(
  participants: readonly Participant[],
  pairs: readonly (readonly [string, string])[],
  resolve: (reference: string) => number | undefined,
): Participant[] {
  const receiversOf = new Map<number, Set<number>>();
  for (const [index, references] of pairs.entries()) {
    const path = `oneWayExclusions.${index}`;
    const [giver, receiver] = references.map((reference, place) => {
      const number = resolve(reference);
      if (number !== undefined) return number;
      throw new GameError("UNKNOWN_PERSON", { reference, path: `${path}.${place}` });
    });
    if (giver === undefined || receiver === undefined || giver === receiver) {
      const message = "Nobody draws themselves anyway: an exclusion needs two different people";
      throw new GameError("VALIDATION_FAILED", { details: [{ path, message }] });
    }
    receiversOf.set(giver, (receiversOf.get(giver) ?? new Set()).add(receiver));
  }
  return participants.map((one) => ({
    ...one,
    oneWayExclusions: [...receiversOf.get(one.number) ?? []],
  }));
}

/** All of a game, by number. */
export function oneWayPairs({ participants }: Pick<Game, "participants">): [number, number][] {
  return participants.flatMap(({ number, oneWayExclusions }) =>
    oneWayExclusions.map((receiver): [number, number] => [number, receiver])
  );
}

/** @throws {GameError} 400 if there are more exclusions of both kinds together than a game may have. */
export function requireFewExclusions(game: Pick<Game, "participants" | "exclusions">): void {
  if (game.exclusions.length + oneWayPairs(game).length <= LIMITS.exclusions) return;
  const message = "There may be at most 20,000 exclusions, those of one direction among them";
  throw new GameError("VALIDATION_FAILED", { details: [{ path: "oneWayExclusions", message }] });
}
