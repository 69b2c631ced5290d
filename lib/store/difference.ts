import { isNewPair } from "../game/assignments.ts";
import { namesOf } from "../game/derive.ts";
import { addressKeys } from "../game/identity.ts";
import type { Game, Participant } from "../game/types.ts";
import { GAME_COLUMNS, PARTICIPANT_COLUMNS } from "./records.ts";

export type Pairs = readonly (readonly [number, number])[];

/** Returns what must be stored to turn one state of a game into another. */
export function difference(before: Game, after: Game) {
  const old = new Map(before.participants.map((one) => [one.number, one]));
  const kept = new Set(after.participants.map((one) => one.number));
  const removed = before.participants.filter((one) => !kept.has(one.number));
  const moved = after.participants.filter((one) => {
    const then = old.get(one.number);
    return !then || isNewPair(after, then, one);
  });
  return {
    /** True if the game's own row changes. */
    isRowChanged: !isEqual(GAME_FIELDS, before, after),
    /** Participants who are no longer in the game. */
    removed,
    /** Participants who are new or have changed, apart from their receiver. */
    written: after.participants.filter((one) => {
      const then = old.get(one.number);
      return !then || !isEqual(PARTICIPANT_FIELDS, then, one);
    }),
    /** Participants with a new pair, even with the same receiver, or without one now: their assignments are written. */
    moved,
    /** Participants whose stored assignment is deleted. */
    freed: [...removed, ...moved.filter(({ number }) => old.has(number))],
    exclusions: pairDifference(before.exclusions, after.exclusions),
    /** Pairs of a household's index, from 0, and a member's number. */
    members: before.households === after.households
      ? { removed: [], added: [] }
      : pairDifference(membersOf(before.households), membersOf(after.households)),
    /** Keys of the addresses that remain in the game; null: no participant has left. */
    addresses: addressesLeft(before, after),
  };
}

/** Returns, for each member of each household, the household's index, from 0, and the member's number. */
export function membersOf(households: Game["households"]): Pairs {
  return households.flatMap((members, household) =>
    members.map((member) => [household, member] as const)
  );
}

/** Returns each giver with their receiver, without givers who have none. */
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

/** Returns the pairs that only one of two lists has; none for the same list, the usual case. */
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

/** SQL condition, for either database, for opt-outs stored under an address key: no hash contains "@". */
export const IS_ADDRESS_KEY = "address_key like '%@%'";

/**
 * Keys of the addresses that remain in a game after a participant has left or was erased (erased participants get a new
 * id); null if neither happened. The game's opt-outs under all other address keys are deleted. Hashes stay: otherwise
 * an organizer could undo an opt-out by adding the same address again. A changed address alone deletes none, because
 * earlier releases stored no hashes.
 */
function addressesLeft(before: Game, after: Game): string[] | null {
  const people = new Map(after.participants.map((one) => [one.number, one]));
  if (before.participants.every(({ number, id }) => people.get(number)?.id === id)) return null;
  return [after.organizerEmail, ...after.participants.map(({ email }) => email)]
    // Includes the keys under which earlier releases stored an address.
    .flatMap((email) => email ? addressKeys(email) : []);
}
