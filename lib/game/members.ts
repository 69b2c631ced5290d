import { namesOf } from "./derive.ts";
import { GameError } from "./errors.ts";
import { storedValues } from "./field_rows.ts";
import { PERSON_FIELDS } from "./fields.ts";
import { confusableKey } from "./names.ts";
import { numberAt, pairAt, type Resolve } from "./references.ts";
import type { CreateGame } from "./schemas.ts";
import { FIRST_VERSION } from "./tokens.ts";
import { type Game, LIMITS, type Participant } from "./types.ts";

/** A new participant without a receiver. */
export function newParticipant(
  number: number,
  id: string,
  introduction: CreateGame["participants"][number],
): Participant {
  return {
    number,
    id,
    ...storedValues(PERSON_FIELDS, namesOf(PERSON_FIELDS), introduction),
    tokenVersion: FIRST_VERSION,
    receiver: null,
    hasConfirmedAssignment: false,
    firstConfirmedAt: null,
    reassignmentRequestedAt: null,
    viewedAt: null,
    firstViewedAt: null,
    earlierReceivers: [],
    oneWayExclusions: [],
    keeps: [],
    livesWith: [],
    leaveRequestedAt: null,
    claimVersion: 0,
    claimIssuedAt: null,
    claimOpenedAt: null,
    revealBlockedForTokenVersion: null,
    keepersAllowedForTokenVersion: null,
    openedInRoomAt: null,
    mutesReceiver: false,
    mutesGiver: false,
    receiverChange: null,
    isEmailProved: false,
    isEmailSetById: false,
    erasedAt: null,
    postalAddress: null,
    addressTokenVersion: 0,
    parcels: [],
    parcelArrivedAt: null,
    openedEmail: null,
  };
}

/** Returns a look-up by participant number. @throws {Error} for a number not in the game: a defect. */
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
 * @param isNew true for people who get their name now; old names are not checked against each other.
 * @throws {GameError} 400 if two names look the same; an address may belong to several people.
 */
export function requireDistinctNames<Person extends { name: string }>(
  people: readonly Person[],
  path: (index: number) => string,
  isNew: (person: Person) => boolean = () => true,
): void {
  const names = new Map<string, boolean>();
  for (const [index, person] of people.entries()) {
    const { name } = person;
    const key = confusableKey(name);
    const isOwn = isNew(person);
    const isOthers = names.get(key);
    if (isOthers !== undefined && (isOwn || isOthers)) {
      throw new GameError("NAME_TAKEN", { name, path: path(index) });
    }
    names.set(key, isOwn);
  }
}

/**
 * Converts pairs and groups of references to exclusions and households by participant number: each pair once,
 * no household of one, none within another. A couple within a larger household becomes an exclusion, which outlives it.
 *
 * @throws {GameError} 400 for an unknown reference, a person paired with themselves, or too many household
 * members.
 */
export function resolveExclusions(
  pairs: readonly (readonly [string, string])[],
  groups: readonly (readonly string[])[],
  resolve: Resolve,
): Pick<Game, "exclusions" | "households"> {
  const known = new Map<string, number | undefined>();
  const find: Resolve = (one) => known.getOrInsertComputed(one, () => resolve(one));
  const named = groups.map((members, index) => [
    ...new Set(
      members.map((member, place) => numberAt(`households.${index}.${place}`, member, find)),
    ),
  ]);
  const households = mergeHouseholds(named);
  const partnersOf = new Map<number, Set<number>>();
  const exclusions: [number, number][] = [];
  const excluded = pairs.map((pair, index) => pairAt(`exclusions.${index}`, pair, find));
  for (const [a, b] of [...excluded, ...couplesWithin(households, named)]) {
    const pair: [number, number] = a < b ? [a, b] : [b, a];
    const [first, second] = pair;
    const partners = partnersOf.getOrInsertComputed(first, () => new Set());
    if (partners.has(second)) continue;
    partners.add(second);
    exclusions.push(pair);
  }
  return { exclusions, households };
}

/** The couples among these groups that are not a household by themselves. */
function couplesWithin(
  households: readonly number[][],
  groups: readonly number[][],
): [number, number][] {
  const keyOf = (members: number[]) => String(members.toSorted());
  const couples = new Set(households.filter(({ length }) => length === 2).map(keyOf));
  return groups.flatMap((members): [number, number][] => {
    const [a, b, ...more] = members;
    const isCovered = a !== undefined && b !== undefined && more.length === 0 &&
      !couples.has(keyOf(members));
    return isCovered ? [[a, b]] : [];
  });
}

/** The exclusions that no household covers; covered ones apply again once the household is removed. */
export function exclusionsBeyond(
  { exclusions, households }: Pick<Game, "exclusions" | "households">,
): [number, number][] {
  if (exclusions.length === 0 || households.length === 0) return exclusions;
  const householdsOf = new Map<number, Set<number>>();
  for (const [index, members] of households.entries()) {
    for (const member of members) {
      householdsOf.getOrInsertComputed(member, () => new Set()).add(index);
    }
  }
  const none = new Set<number>();
  return exclusions.filter(([a, b]) =>
    (householdsOf.get(a) ?? none).isDisjointFrom(householdsOf.get(b) ?? none)
  );
}

/**
 * The effective households: those of two or more that are not within another one.
 *
 * @throws {GameError} 400 if they name more people than `LIMITS.householdMembers`.
 */
function mergeHouseholds(households: readonly number[][]): number[][] {
  const kept = new Set<number[]>();
  const keptWith = new Map<number, number[]>();
  const covered = new Int32Array(households.length);
  let memberships = 0;
  const largestFirst = households.filter((members) => members.length > 1)
    .sort((one, other) => other.length - one.length);
  for (const members of largestFirst) {
    covered.fill(0, 0, kept.size);
    for (const member of members) {
      for (const index of keptWith.get(member) ?? []) covered[index]!++;
    }
    if (covered.subarray(0, kept.size).includes(members.length)) continue;
    memberships += members.length;
    if (memberships > LIMITS.householdMembers) throw new GameError("TOO_MANY_HOUSEHOLDS");
    for (const member of members) {
      keptWith.getOrInsertComputed(member, () => []).push(kept.size);
    }
    kept.add(members);
  }
  return households.filter((members) => kept.has(members));
}
