/** The editable list of people in the creation form. Pure. */
import { normalizedKey } from "../game/identity.ts";
import type { ListedPerson } from "./people_list.ts";

/** One row of the list, possibly incomplete. */
export interface Guest {
  /** Stays the same while the row is edited. */
  key: number;
  name: string;
  email: string;
  /** Name of their household in the list that they came from. */
  household?: string;
  /** Set for the organizer, whose name is elsewhere in the form and is not a line of the list. */
  isSelf?: true;
}

/** Guests who must not draw each other, or a keeper and the guest whose gift they open. */
export interface GuestGroup {
  key: number;
  /**
   * A household merges with the other households of its members. An exclusion is a single pair, and so is a keeper
   * followed by the guest whose gift they open.
   */
  kind: "household" | "exclusion" | "keeper";
  /** Keys of at least two guests. */
  members: number[];
}

/** All guests and groups. */
export interface GuestList {
  guests: Guest[];
  groups: GuestGroup[];
  nextKey: number;
  /** Set while the organizer does not take part; the list keeps them and their groups. */
  isSelfAway?: boolean;
}

/** Number of rows of an empty list. */
export const FIRST_ROWS = 4;

/** The organizer's key. */
const SELF = 0;

/**
 * Adds or renames the organizer, as the first guest. With null they are away: `presentGuests` leaves them out, and
 * their groups apply again when they come back.
 */
export function setSelf(list: GuestList, name: string | null): GuestList {
  if (!list.guests.some(({ isSelf }) => isSelf)) {
    const self: Guest = { key: SELF, name: name ?? "", email: "", isSelf: true };
    return name === null ? list : { ...list, guests: [self, ...list.guests] };
  }
  return name === null
    ? { ...list, isSelfAway: true }
    : { ...changeGuest(list, SELF, { name }), isSelfAway: false };
}

/** The list as it is shown and sent: without the organizer if they are away. */
export function presentGuests(list: GuestList): GuestList {
  return list.isSelfAway ? removeGuest(list, SELF) : list;
}

/**
 * Adds people and removes empty rows. People with the same household name become a household.
 *
 * @param at key of the row before which they are inserted; by default the end.
 */
export function addPeople(
  list: GuestList,
  people: readonly ListedPerson[],
  at?: number,
): GuestList {
  const added: Guest[] = people.map(({ name, email, household }, index) => ({
    key: list.nextKey + index,
    name,
    email,
    ...household && { household: normalizedKey(household) },
  }));
  const place = list.guests.findIndex(({ key }) => key === at);
  const guests = place === -1
    ? [...list.guests, ...added]
    : [...list.guests.slice(0, place), ...added, ...list.guests.slice(place)];
  let result: GuestList = {
    ...list,
    guests: guests.filter((guest) => guest.isSelf || !isBlank(guest)),
    nextKey: list.nextKey + people.length,
  };
  // Includes people from an earlier list.
  for (const home of new Set(added.flatMap(({ household }) => household ?? []))) {
    const members = guests.flatMap((one) => one.household === home ? one.key : []);
    result = addGroup(result, "household", members);
  }
  return result;
}

/** Adds empty rows until the list has `FIRST_ROWS` besides the organizer. */
export function fillRows(list: GuestList): GuestList {
  const rows = list.guests.filter(({ isSelf }) => !isSelf).length;
  return addBlanks(list, Math.max(0, FIRST_ROWS - rows));
}

/** Adds empty rows at the end. */
export function addBlanks(list: GuestList, count: number): GuestList {
  const blanks = Array.from({ length: count }, (_, index) => ({
    key: list.nextKey + index,
    name: "",
    email: "",
  }));
  return { ...list, guests: [...list.guests, ...blanks], nextKey: list.nextKey + count };
}

export function changeGuest(list: GuestList, key: number, change: Partial<Guest>): GuestList {
  return {
    ...list,
    guests: list.guests.map((guest) => guest.key === key ? { ...guest, ...change } : guest),
  };
}

/** Removes a guest, also from their groups; groups of one are removed. */
export function removeGuest(list: GuestList, key: number): GuestList {
  return {
    ...list,
    guests: list.guests.filter((guest) => guest.key !== key),
    groups: list.groups
      .map((group) => ({ ...group, members: group.members.filter((member) => member !== key) }))
      .filter(({ members }) => members.length > 1),
  };
}

/** Restores a removed guest at their place and in their groups. @param before the list that contained them */
export function restoreGuest(list: GuestList, before: GuestList, key: number): GuestList {
  const place = before.guests.findIndex((guest) => guest.key === key);
  const guest = before.guests[place];
  if (!guest || list.guests.some((one) => one.key === key)) return list;
  const earlier = new Set(before.guests.slice(0, place).map((one) => one.key));
  let at = 0;
  for (const [index, one] of list.guests.entries()) {
    if (one.isSelf || earlier.has(one.key)) at = index + 1;
  }
  const guests = [...list.guests.slice(0, at), guest, ...list.guests.slice(at)];
  let result: GuestList = { ...list, guests };
  const isThere = (member: number) => result.guests.some((one) => one.key === member);
  for (const { kind, members } of before.groups) {
    const others = members.filter((member) => member !== key && isThere(member));
    const [first] = others;
    if (first === undefined || !members.includes(key)) continue;
    if (kind === "keeper") {
      const [keeper = key, kept = key] = members;
      result = addKeeper(result, keeper, kept);
      continue;
    }
    const mates = housematesOf(result, first).map((one) => one.key);
    if (kind === "household" && others.slice(1).every((one) => mates.includes(one))) {
      result = addGroup(result, kind, [key, ...others]);
      continue;
    }
    // Their household has split up meanwhile, so they are kept apart from each of its members.
    for (const one of others) result = addGroup(result, "exclusion", [key, one]);
  }
  return result;
}

/**
 * Adds a group. A household is merged with the other households of its members; an exclusion of more than two becomes
 * pairs. Exclusions within a household stay, and apply again once it is gone.
 */
export function addGroup(
  list: GuestList,
  kind: "household" | "exclusion",
  chosen: readonly number[],
): GuestList {
  const together = new Set(chosen);
  if (together.size < 2) return list;
  if (kind === "exclusion") {
    const pairs = [...together].flatMap((a, i, all) => all.slice(i + 1).map((b) => [a, b]));
    return withGroups(list, kind, pairs.filter((pair) => !areApart(list, pair)));
  }
  const groups = list.groups.filter((group) => {
    const isShared = group.kind === "household" && group.members.some((key) => together.has(key));
    if (isShared) group.members.forEach((key) => together.add(key));
    return !isShared;
  });
  // In the order of the list, not of the taps.
  const members = list.guests.flatMap(({ key }) => together.has(key) ? [key] : []);
  return withGroups({ ...list, groups }, kind, [members]);
}

/** Adds groups of a kind, one for each list of members. */
function withGroups(list: GuestList, kind: GuestGroup["kind"], added: number[][]): GuestList {
  const groups = added.map((members, index) => ({ key: list.nextKey + index, kind, members }));
  return { ...list, groups: [...list.groups, ...groups], nextKey: list.nextKey + added.length };
}

/** The other members of a guest's household. */
export function housematesOf({ guests, groups }: GuestList, key: number): Guest[] {
  const home = groups.find(({ kind, members }) => kind === "household" && members.includes(key));
  return guests.filter((one) => one.key !== key && home?.members.includes(one.key));
}

/** Merges the households of two guests. If they already share one, removes the second guest from it. */
export function toggleHome(list: GuestList, one: number, other: number): GuestList {
  const isHome = ({ kind, members }: GuestGroup) =>
    kind === "household" && members.includes(one) && members.includes(other);
  const home = list.groups.find(isHome);
  if (!home) return addGroup(list, "household", [one, other]);
  const members = home.members.filter((key) => key !== other);
  return {
    ...list,
    guests: list.guests.map((guest) => guest.key === other ? withoutWord(guest) : guest),
    groups: list.groups.flatMap((group) =>
      group !== home ? [group] : members.length > 1 ? [{ ...group, members }] : []
    ),
  };
}

/** The people who open a guest's gift for them. */
export function keepersOf({ guests, groups }: GuestList, key: number): Guest[] {
  return guests.filter((one) => groups.some((group) => isKeeping(group, one.key, key)));
}

/** Makes a guest the keeper of another, or no longer. */
export function toggleKeeper(list: GuestList, keeper: number, kept: number): GuestList {
  const group = list.groups.find((one) => isKeeping(one, keeper, kept));
  return group ? removeGroup(list, group.key) : addKeeper(list, keeper, kept);
}

export function addKeeper(list: GuestList, keeper: number, kept: number): GuestList {
  const isThere = list.groups.some((group) => isKeeping(group, keeper, kept));
  return keeper === kept || isThere ? list : withGroups(list, "keeper", [[keeper, kept]]);
}

function isKeeping({ kind, members }: GuestGroup, keeper: number, kept: number): boolean {
  return kind === "keeper" && members[0] === keeper && members[1] === kept;
}

export function removeGroup(list: GuestList, key: number): GuestList {
  const gone = list.groups.find((group) => group.key === key);
  const freed = gone?.kind === "household" ? gone.members : [];
  return {
    ...list,
    guests: list.guests.map((guest) => freed.includes(guest.key) ? withoutWord(guest) : guest),
    groups: list.groups.filter((group) => group.key !== key),
  };
}

/** Drops the household name of a guest, so that the next pasted list does not restore the household. */
function withoutWord({ household: _, ...guest }: Guest): Guest {
  return guest;
}

/** Keys of the guests whose name an earlier guest has. */
export function repeatedNames({ guests }: GuestList): Set<number> {
  const seen = new Set<string>();
  const repeated = new Set<number>();
  for (const guest of guests) {
    const name = normalizedKey(guest.name);
    if (name !== "" && seen.has(name)) repeated.add(guest.key);
    seen.add(name);
  }
  return repeated;
}

/** True if a guest has the same name as the organizer, who takes part. */
export function isOwnName({ guests }: GuestList, { name }: Guest): boolean {
  const self = guests.find(({ isSelf }) => isSelf);
  return self !== undefined && normalizedKey(self.name) === normalizedKey(name);
}

/** Counts the guests who have a name or an address. */
export function countGuests({ guests }: Pick<GuestList, "guests">): number {
  return guests.filter((guest) => !isBlank(guest)).length;
}

export function isBlank({ name, email }: Guest): boolean {
  return name.trim() === "" && email.trim() === "";
}

/** The groups without exclusions within a household. */
export function withoutCovered(groups: readonly GuestGroup[]): GuestGroup[] {
  const homeOf = new Map(
    groups.flatMap(({ kind, key, members }) =>
      kind === "household" ? members.map((member) => [member, key] as const) : []
    ),
  );
  return groups.filter(({ kind, members: [one = -1, other = -1] }) =>
    kind !== "exclusion" || !homeOf.has(one) || homeOf.get(one) !== homeOf.get(other)
  );
}

function areApart({ groups }: GuestList, pair: readonly number[]): boolean {
  return groups.some(({ kind, members }) =>
    kind === "exclusion" && pair.every((key) => members.includes(key))
  );
}
