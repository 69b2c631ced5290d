import { deepEqual, equal } from "node:assert/strict";
import { readGuests, writeGuests } from "./guest_lines.ts";
import {
  addBlanks,
  addGroup,
  addPeople,
  changeGuest,
  housematesOf,
  keepersOf,
  presentGuests,
  removeGroup,
  removeGuest,
  repeatedNames,
  restoreGuest,
  setSelf,
  toggleHome,
  toggleKeeper,
  withoutCovered,
} from "./guest_list.ts";
import { lines, namesOf } from "./guest_list_testing.ts";
import { parsePeople } from "./people_list.ts";

Deno.test("addPeople() fills empty rows first, and keeps the people of one household apart", () => {
  const list = addPeople(readGuests(lines("")), parsePeople("Ana,,L\nBen,,L\nCy,,"));
  deepEqual(list.guests.map(({ name }) => name), ["Ana", "Ben", "Cy"]);
  deepEqual(namesOf(list), ["household: Ana+Ben"]);
  equal(new Set([...list.guests, ...list.groups].map(({ key }) => key)).size, 4);
});

Deno.test("addPeople() keeps one household apart even if it comes in two lists", () => {
  const first = addPeople(readGuests(lines("")), parsePeople("Ana,,Lima\nCy,,Roy"));
  deepEqual(namesOf(first), []);
  const both = addPeople(first, parsePeople("Ben,,LIMA\nDee,,Roy"));
  deepEqual(namesOf(both), ["household: Ana+Ben", "household: Cy+Dee"]);
  const [ana = -1, ben = -1] = both.groups[0]?.members ?? [];
  const more = parsePeople("Eve,,Lima\nFay,,Roy");
  deepEqual(namesOf(addPeople(toggleHome(both, ana, ben), more)).toSorted(), [
    ...["household: Ana+Eve", "household: Cy+Dee+Fay"],
  ]);
  const dissolved = removeGroup(both, both.groups[0]?.key ?? -1);
  deepEqual(namesOf(addPeople(dissolved, more)), [
    "household: Cy+Dee+Fay",
  ]);
});

Deno.test("addPeople() inserts people at the given row", () => {
  const list = readGuests(lines("Ana\nDee"));
  const at = list.guests[1]?.key;
  const more = addPeople(list, parsePeople("Ben\nCy"), at);
  deepEqual(more.guests.map(({ name }) => name), ["Ana", "Ben", "Cy", "Dee"]);
});

Deno.test("addGroup() joins households that share someone, and keeps the exclusions they cover", () => {
  const list = readGuests(lines("Ana\nBen\nCy\nDee", "Ana, Ben", "Ben, Cy\nCy, Dee"));
  const [, ben = 0, cy = 0] = list.guests.map(({ key }) => key);
  const joined = addGroup(list, "household", [ben, cy]);
  deepEqual(namesOf(joined), [
    "exclusion: Ben+Cy",
    "exclusion: Cy+Dee",
    "household: Ana+Ben+Cy",
  ]);
  deepEqual(withoutCovered(joined.groups), joined.groups.slice(1));
  deepEqual(namesOf(toggleHome(joined, ben, cy)), [
    "exclusion: Ben+Cy",
    "exclusion: Cy+Dee",
    "household: Ana+Ben",
  ]);
  deepEqual(writeGuests(readGuests(writeGuests(joined))), writeGuests(joined));
});

Deno.test("addGroup() adds each pair of a group once, and no one paired with themselves", () => {
  const list = readGuests(lines("Ana\nBen\nCy", "", "Ana, Ben, Cy\nBen, Ana"));
  deepEqual(namesOf(list), ["exclusion: Ana+Ben", "exclusion: Ana+Cy", "exclusion: Ben+Cy"]);
  const ana = list.guests[0]?.key ?? 0;
  equal(addGroup(list, "household", [ana, ana]), list);
});

Deno.test("removeGuest() takes a person out of their groups, and removes groups of one", () => {
  const list = readGuests(lines("Ana\nBen\nCy", "Ana, Ben, Cy", ""));
  const smaller = removeGuest(list, list.guests[0]?.key ?? 0);
  deepEqual(namesOf(smaller), ["household: Ben+Cy"]);
  deepEqual(namesOf(removeGuest(smaller, smaller.guests[0]?.key ?? 0)), []);
});

Deno.test("changeGuest() keeps the groups of a renamed person; removeGroup() removes a group", () => {
  const list = readGuests(lines("Ana\nBen", "Ana, Ben"));
  const renamed = changeGuest(list, list.guests[0]?.key ?? 0, { name: "Anna" });
  deepEqual(namesOf(renamed), ["household: Anna+Ben"]);
  deepEqual(namesOf(removeGroup(renamed, renamed.groups[0]?.key ?? 0)), []);
});

Deno.test("repeatedNames() finds a repeated name in any spelling, and ignores empty ones", () => {
  const list = addBlanks(readGuests(lines("Ana\nana\nBen")), 2);
  deepEqual([...repeatedNames(list)], [list.guests[1]?.key]);
});

Deno.test("setSelf() puts the organizer first, outside the lines of the list, and in the groups by name", () => {
  const list = readGuests(lines("Ben\nCy", "Olga, Ben"), "Olga");
  deepEqual(list.guests.map(({ name }) => name), ["Olga", "Ben", "Cy"]);
  deepEqual(namesOf(list), ["household: Olga+Ben"]);
  deepEqual(writeGuests(list).people, '"Ben",""\n"Cy",""');
  equal(writeGuests(setSelf(list, "Olga Maria")).households, '"Olga Maria","Ben"');
  const without = presentGuests(setSelf(list, null));
  deepEqual([without.guests.length, without.groups.length], [2, 0]);
  equal(readGuests(lines(""), "").guests.length, 5, "four rows to type in");
});

Deno.test("setSelf() returns an organizer who takes part again to their groups, under their present name", () => {
  const list = setSelf(readGuests(lines("Ben\nCy", "Ana, Ben", "Ana, Cy"), "Ana"), null);
  const [, ben = 0, cy = 0] = list.guests.map(({ key }) => key);
  deepEqual(writeGuests(presentGuests(list)), lines('"Ben",""\n"Cy",""'));
  const back = presentGuests(setSelf(removeGuest(list, cy), "Anna"));
  deepEqual(namesOf(back), ["household: Anna+Ben"]);
  deepEqual(namesOf(presentGuests(setSelf(toggleHome(list, ben, cy), "Ana"))), [
    "exclusion: Ana+Cy",
    "household: Ana+Ben+Cy",
  ]);
});

Deno.test("restoreGuest() restores one guest and their groups, and leaves everything else alone", () => {
  const before = readGuests(lines("Zoe\nBen\nCy\nDee", "Ana, Zoe", "Zoe, Cy", "Zoe, Dee"), "Ana");
  const [ana = 0, zoe = 0, ben = 0, cy = 0] = before.guests.map(({ key }) => key);
  const removed = removeGuest(before, zoe);
  const back = restoreGuest(removed, before, zoe);
  deepEqual(back.guests, before.guests);
  deepEqual(namesOf(back).toSorted(), namesOf(before).toSorted());
  equal(restoreGuest(back, before, zoe), back, "once");

  const changed = addPeople(removeGuest(setSelf(removed, "Anna"), cy), parsePeople("Eve\nFay"));
  const later = restoreGuest(toggleHome(changed, ana, ben), before, zoe);
  deepEqual(later.guests.map(({ name }) => name), ["Anna", "Zoe", "Ben", "Dee", "Eve", "Fay"]);
  deepEqual(namesOf(later), ["household: Anna+Zoe+Ben", "keeper: Zoe+Dee"]);
});

Deno.test("restoreGuest() loses no rule if its housemates live apart by now", () => {
  const before = readGuests(lines("Ana\nBen\nCy", "Ana, Ben, Cy"));
  const [ana = 0, ben = 0] = before.guests.map(({ key }) => key);
  const removed = removeGuest(before, ana);
  const apart = removeGroup(removed, removed.groups[0]?.key ?? 0);
  deepEqual(namesOf(restoreGuest(apart, before, ana)), ["exclusion: Ana+Ben", "exclusion: Ana+Cy"]);
  const alone = removeGuest(removed, ben);
  deepEqual(namesOf(restoreGuest(alone, before, ana)), ["household: Ana+Cy"]);
});

Deno.test("toggleHome() joins two households, or moves one person out", () => {
  const list = readGuests(lines("Ana\nBen\nCy"));
  const [ana = 0, ben = 0, cy = 0] = list.guests.map(({ key }) => key);
  const couple = toggleHome(list, ben, ana);
  deepEqual(namesOf(couple), ["household: Ana+Ben"]);
  const three = toggleHome(couple, cy, ana);
  deepEqual(namesOf(three), ["household: Ana+Ben+Cy"]);
  deepEqual(housematesOf(three, ben).map(({ name }) => name), ["Ana", "Cy"]);
  deepEqual(namesOf(toggleHome(three, ana, cy)), ["household: Ana+Ben"]);
  deepEqual(namesOf(toggleHome(couple, ana, ben)), []);
});

Deno.test("toggleKeeper() grants or withdraws the right to open another's gift, and touches no other rule", () => {
  const list = readGuests(lines("Mum\nDad\nFinn", "", "Mum, Finn"));
  const [mum = 0, dad = 0, finn = 0] = list.guests.map(({ key }) => key);
  const kept = toggleKeeper(toggleKeeper(list, mum, finn), dad, finn);
  deepEqual(keepersOf(kept, finn).map(({ name }) => name), ["Mum", "Dad"]);
  deepEqual(keepersOf(kept, mum), [], "the other way round is something else");
  deepEqual(namesOf(toggleHome(kept, mum, finn)), [
    "exclusion: Mum+Finn",
    "keeper: Mum+Finn",
    "keeper: Dad+Finn",
    "household: Mum+Finn",
  ]);
  deepEqual(namesOf(toggleKeeper(kept, mum, finn)), ["exclusion: Mum+Finn", "keeper: Dad+Finn"]);
  equal(toggleKeeper(list, mum, mum), list);
  deepEqual(namesOf(removeGuest(kept, mum)), ["keeper: Dad+Finn"]);
});
