/** One-way exclusions: the first may not give to the second, but the second may give to the first. */
import { GameError } from "./errors.ts";
import { pairAt, type Resolve } from "./references.ts";
import { type Game, LIMITS, type Participant } from "./types.ts";

/**
 * The same people with exactly these one-way exclusions, each once. Those covered by a household or a mutual
 * exclusion are kept, because they outlive it.
 *
 * @throws {GameError} 400 for an unknown reference, or a person paired with themselves.
 */
export function withOneWay(
  participants: readonly Participant[],
  pairs: readonly (readonly [string, string])[],
  resolve: Resolve,
): Participant[] {
  const receiversOf = new Map<number, Set<number>>();
  for (const [index, references] of pairs.entries()) {
    const [giver, receiver] = pairAt(`oneWayExclusions.${index}`, references, resolve);
    receiversOf.getOrInsertComputed(giver, () => new Set()).add(receiver);
  }
  return participants.map((one) => ({
    ...one,
    oneWayExclusions: [...receiversOf.get(one.number) ?? []],
  }));
}

/** All one-way exclusions of a game, by participant number. */
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
