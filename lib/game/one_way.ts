/** Exclusions in one direction: one must not give to the other, who may give to them. */
import { GameError } from "./errors.ts";
import { type Game, LIMITS, type Participant } from "./types.ts";

/**
 * These people with just these exclusions in one direction, each once. Those that a household or an exclusion
 * of both directions covers are kept, too: they outlive it.
 *
 * @param resolve the number of the person a reference names; undefined for nobody.
 * @throws {GameError} 400 for a reference to nobody, or of someone to themselves.
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

/** @throws {GameError} 400 where exclusions of both kinds together are more than a game may have. */
export function requireFewExclusions(game: Pick<Game, "participants" | "exclusions">): void {
  if (game.exclusions.length + oneWayPairs(game).length <= LIMITS.exclusions) return;
  const message = "There may be at most 20,000 exclusions, those of one direction among them";
  throw new GameError("VALIDATION_FAILED", { details: [{ path: "oneWayExclusions", message }] });
}
