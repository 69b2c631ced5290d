import { GameError } from "./errors.ts";
import { identityKey } from "./identity.ts";
import type { Game, Participant } from "./types.ts";

/** Looks up by participant number, once indexed. @throws {Error} for a number not in the game: a defect. */
export function memberByNumber<T>(
  game: Pick<Game, "participants">,
  pick: (participant: Participant) => T,
): (number: number) => T {
  const byNumber = new Map(game.participants.map((p) => [p.number, p]));
  return (number) => {
    const participant = byNumber.get(number);
    if (!participant) throw new Error(`Game has no participant number ${number}`);
    return pick(participant);
  };
}

/** @throws {GameError} 400 where two share a name; an address may serve several people. */
export function requireDistinctNames(
  people: readonly { name: string }[],
  path: (index: number) => string,
): void {
  const names = new Set<string>();
  for (const [index, { name }] of people.entries()) {
    const key = identityKey(name);
    if (names.has(key)) throw new GameError("NAME_TAKEN", { name, path: path(index) });
    names.add(key);
  }
}

/**
 * Turns pairs and groups of references into exclusions and households by participant number: each pair
 * once, none that a household already covers, no household of one.
 *
 * @param resolve the number of the person a reference names; undefined for nobody.
 * @throws {GameError} 400 for a reference to nobody, or of somebody to themselves.
 */
export function resolveExclusions(
  pairs: readonly (readonly [string, string])[],
  groups: readonly (readonly string[])[],
  resolve: (reference: string) => number | undefined,
): Pick<Game, "exclusions" | "households"> {
  const find = (reference: string, path: string) => {
    const number = resolve(reference);
    if (number === undefined) {
      throw new GameError("UNKNOWN_PERSON", { reference, path });
    }
    return number;
  };
  const households = groups.map((members, index) => [
    ...new Set(members.map((member, i) => find(member, `households.${index}.${i}`))),
  ]).filter((members) => members.length > 1);
  const householdsOf = new Map<number, Set<number>>();
  for (const [index, members] of households.entries()) {
    for (const member of members) {
      householdsOf.set(member, (householdsOf.get(member) ?? new Set()).add(index));
    }
  }
  const none = new Set<number>();
  const seen = new Set<string>();
  const exclusions: [number, number][] = [];
  for (const [index, [one, other]] of pairs.entries()) {
    const a = find(one, `exclusions.${index}.0`);
    const b = find(other, `exclusions.${index}.1`);
    if (a === b) {
      const message = "Nobody draws themselves anyway: an exclusion needs two different people";
      const details = [{ path: `exclusions.${index}`, message }];
      throw new GameError("VALIDATION_FAILED", { details });
    }
    const pair: [number, number] = a < b ? [a, b] : [b, a];
    const shared = householdsOf.get(a) ?? none;
    if (seen.has(pair.join()) || !shared.isDisjointFrom(householdsOf.get(b) ?? none)) continue;
    seen.add(pair.join());
    exclusions.push(pair);
  }
  return { exclusions, households };
}
