/** Converts the list of people in the creation form to the lines of its fields, and back. Pure. */
import { derive } from "../game/derive.ts";
import { normalizedKey } from "../game/identity.ts";
import {
  addGroup,
  addKeeper,
  addPeople,
  fillRows,
  type Guest,
  type GuestGroup,
  type GuestList,
  isBlank,
  setSelf,
} from "./guest_list.ts";
import { parseGroups, parsePeople, readAddressed, writeLines } from "./people_list.ts";

/** Names of the fields that hold the list. A line of keepers names a keeper, then the people whose gifts they open. */
export const LINES = ["people", "households", "exclusions", "keepers"] as const;

/** The list as the lines of a form's fields. */
export type GuestLines = Record<(typeof LINES)[number], string>;

/** Reads all of these fields. @param read returns one of them */
export function linesFrom(read: (name: keyof GuestLines) => string): GuestLines {
  return derive<GuestLines>(LINES, read);
}

/**
 * Reads the list from the lines of its fields; names that are not in the list are dropped from groups. A name that
 * occurs twice counts for each row that has it, so that no rule is lost whichever row is corrected. A line of keepers
 * counts for the first such row only, because what one person may see must not spread to another.
 *
 * @param self the organizer's name if they take part, possibly still ""; null if they do not.
 */
export function readGuests(
  { people, households, exclusions, keepers }: GuestLines,
  self: string | null = null,
): GuestList {
  let list = readPeople(people, self);
  const keys = keysByWord(list.guests);
  const find = (word: string) => keys.get(normalizedKey(word)) ?? [];
  for (const names of parseGroups(households)) {
    const home = names.flatMap(find);
    // Households that share a member stay separate: merged, they would keep people apart who may draw each other.
    const isShared = list.groups.some((group) => group.members.some((key) => home.includes(key)));
    list = addGroup(list, isShared ? "exclusion" : "household", home);
  }
  for (const rows of parseGroups(exclusions).map((names) => names.map(find))) {
    const pairs = rows.flatMap((same, at) =>
      same.flatMap((key) => rows.slice(at + 1).flat().map((other) => [key, other]))
    );
    for (const pair of pairs) list = addGroup(list, "exclusion", pair);
  }
  const findOne = (word: string) => find(word).slice(0, 1);
  for (const [keeping = "", ...kept] of parseGroups(keepers)) {
    for (const keeper of findOne(keeping)) {
      for (const one of kept.flatMap(findOne)) list = addKeeper(list, keeper, one);
    }
  }
  return list.guests.some((guest) => !guest.isSelf) ? list : fillRows(list);
}

/**
 * Keys of the rows that a word in a group refers to: those with that name, or else those with that address whose name
 * is missing or occurs twice.
 */
function keysByWord(guests: readonly Guest[]): Map<string, number[]> {
  const keys = new Map<string, number[]>();
  const add = (row: Guest, word: string) => {
    const same = keys.get(word);
    if (same) same.push(row.key);
    else keys.set(word, [row.key]);
  };
  for (const row of guests) add(row, normalizedKey(row.name));
  const names = new Set(keys.keys());
  const others = guests.filter(({ name }) =>
    name.trim() === "" || keys.get(normalizedKey(name))?.length !== 1
  );
  for (const row of others) {
    if (!names.has(normalizedKey(row.email))) add(row, normalizedKey(row.email));
  }
  keys.delete("");
  return keys;
}

/** Reads the people and the households in their lines. */
export function readPeople(people: string, self: string | null): GuestList {
  return setSelf(addPeople({ guests: [], groups: [], nextKey: 1 }, parsePeople(people)), self);
}

/** True if `readGuests` loses no group: each has at least two names, and all of them are in the list. */
export function hasWholeGroups(
  { people, households, exclusions, keepers }: GuestLines,
  self: string | null,
): boolean {
  const known = keysByWord(readPeople(people, self).guests);
  return [households, exclusions, keepers].flatMap(parseGroups).every((names) =>
    names.length > 1 && names.every((name) => known.has(normalizedKey(name)))
  );
}

/**
 * Writes the list as lines for `readGuests` and the server; rows without text are left out. Like the server, it splits
 * an address that was typed together with the name. Groups refer to people by name, or by address if the name is not
 * unique. A row with neither name nor address loses its groups.
 */
export function writeGuests({ guests: rows, groups }: GuestList): GuestLines {
  const guests = rows.map((guest) => {
    const [name, email] = [guest.name.trim(), guest.email.trim()];
    const copied = guest.isSelf ? null : readAddressed(email || name);
    // An address with a space, or two addresses, stays as typed and is refused: a part of it may be someone else’s.
    const isCopied = copied && (!email || (email.endsWith(">") && !copied.name.includes("@")));
    if (!isCopied) return guest;
    return { ...guest, name: (email && name) || copied.name, email: copied.email };
  });
  const keys = keysByWord(guests);
  const wordOf = new Map(guests.map(({ key, name, email }) => {
    // If the name is missing or occurs twice, the address is used, unless another row has it, too.
    const own = [name, email].find((word) =>
      keys.get(normalizedKey(word))?.every((one) => one === key)
    );
    return [key, (own ?? (name || email)).trim()] as const;
  }));
  const lines = (kind: GuestGroup["kind"]) =>
    writeLines(
      groups.filter((group) => group.kind === kind)
        .map(({ members }) => members.flatMap((key) => wordOf.get(key) || []))
        .filter((names) => names.length > 1),
    );
  return {
    people: writeLines(
      guests.filter((guest) => !isBlank(guest) && !guest.isSelf)
        .map(({ name, email }) => [name.trim(), email.trim()]),
    ),
    households: lines("household"),
    exclusions: lines("exclusion"),
    keepers: lines("keeper"),
  };
}
