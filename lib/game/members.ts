import { GameError } from "./errors.ts";
import { lookKey } from "./names.ts";
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

/**
 * @param isNew who gets their name just now; what others have been called for long is let be.
 * @throws {GameError} 400 where two have names that look the same; an address may serve several people.
 */
export function requireDistinctNames<Person extends { name: string }>(
  people: readonly Person[],
  path: (index: number) => string,
  isNew: (person: Person) => boolean = () => true,
): void {
  const names = new Map<string, boolean>();
  for (const [index, person] of people.entries()) {
    const { name } = person;
    const key = lookKey(name);
    const isOwn = isNew(person);
    const isOthers = names.get(key);
    if (isOthers !== undefined && (isOwn || isOthers)) {
      throw new GameError("NAME_TAKEN", { name, path: path(index) });
    }
    names.set(key, isOwn);
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
