import { isNewPair } from "../game/assignments.ts";
import { namesOf } from "../game/derive.ts";
import { addressKeys } from "../game/identity.ts";
import type { Game, Participant } from "../game/types.ts";
import { GAME_COLUMNS, PARTICIPANT_COLUMNS } from "./records.ts";

export type Pairs = readonly (readonly [number, number])[];

/** What must be stored so that one state of a game becomes another. */
export function difference(before: Game, after: Game) {
  const old = new Map(before.participants.map((one) => [one.number, one]));
  const kept = new Set(after.participants.map((one) => one.number));
  const removed = before.participants.filter((one) => !kept.has(one.number));
  const moved = after.participants.filter((one) => {
    const then = old.get(one.number);
    return !then || isNewPair(after, then, one);
  });
  return {
    /** True if the game's own row is another. */
    isRowChanged: !isEqual(GAME_FIELDS, before, after),
    /** Those who are not in the game any more. */
    removed,
    /** Those who are new or have changed, apart from their receiver. */
    written: after.participants.filter((one) => {
      const then = old.get(one.number);
      return !then || !isEqual(PARTICIPANT_FIELDS, then, one);
    }),
    /** Those who have a new pair, or none any more: its assignment is written, even if it is the same. */
    moved,
    /** Those whose stored assignment ends. */
    freed: [...removed, ...moved.filter(({ number }) => old.has(number))],
    exclusions: pairDifference(before.exclusions, after.exclusions),
    /** Pairs of a household, counted from 0, and a member. */
    members: before.households === after.households
      ? { removed: [], added: [] }
      : pairDifference(membersOf(before.households), membersOf(after.households)),
    /** Keys of the addresses that remain in the game; null: everyone is still there. */
    addresses: addressesLeft(before, after),
  };
}

/** Each household, counted from 0, with each of its members. */
export function membersOf(households: Game["households"]): Pairs {
  return households.flatMap((members, household) =>
    members.map((member) => [household, member] as const)
  );
}

/** Each giver with their receiver, of those who have one. */
export function assignmentsOf(people: readonly Participant[]): Pairs {
  return people.flatMap(({ number, receiver }) => receiver === null ? [] : [[number, receiver]]);
}

const GAME_FIELDS = namesOf(GAME_COLUMNS);
const PARTICIPANT_FIELDS = namesOf(PARTICIPANT_COLUMNS);

function isEqual<Fields>(names: readonly (keyof Fields)[], one: Fields, other: Fields): boolean {
  return one === other ||
    names.every((name) =>
      one[name] === other[name] || JSON.stringify(one[name]) === JSON.stringify(other[name])
    );
}

/** Pairs of one list that are missing in the other; for the same list, the usual case, none. */
function pairDifference(before: Pairs, after: Pairs) {
  if (before === after) return { removed: [], added: [] };
  const lacking = (pairs: Pairs, others: Pairs): Pairs => {
    const known = Map.groupBy(others, ([one]) => one);
    const partners = new Map(
      [...known].map(([one, pairs]) => [one, new Set(pairs.map(([, other]) => other))]),
    );
    return pairs.filter(([one, other]) => !partners.get(one)?.has(other));
  };
  return { removed: lacking(before, after), added: lacking(after, before) };
}

/** SQL condition, for either database, for opt-outs kept by the key of their address: no hash has an "@". */
export const IS_ADDRESS_KEY = "address_key like '%@%'";

/**
 * Keys of the addresses that remain in a game after someone has left or was erased (and so has a new id); the keys of
 * all others are removed from its list of opt-outs, whose hashes stay: otherwise an organizer could undo an opt-out by
 * adding the same address again. null: everyone is still there. A changed address alone removes none, since earlier
 * releases kept no hashes.
 */
function addressesLeft(before: Game, after: Game): string[] | null {
  const people = new Map(after.participants.map((one) => [one.number, one]));
  if (before.participants.every(({ number, id }) => people.get(number)?.id === id)) return null;
  return [after.organizerEmail, ...after.participants.map(({ email }) => email)]
    // Also as earlier releases kept them.
    .flatMap((email) => email ? addressKeys(email) : []);
}
