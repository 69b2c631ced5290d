import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { hasWholeGroups, readGuests, writeGuests } from "./guest_lines.ts";
import {
  addBlanks,
  addGroup,
  addPeople,
  changeGuest,
  type GuestList,
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
import { normalizedKey } from "../game/identity.ts";
import { parseGroups, parsePeople } from "./people_list.ts";

function lines(people: string, households = "", exclusions = "", keepers = "") {
  return { people, households, exclusions, keepers };
}

/** The groups by name. */
function namesOf({ guests, groups }: GuestList): string[] {
  return groups.map(({ kind, members }) =>
    `${kind}: ${members.map((key) => guests.find((one) => one.key === key)?.name).join("+")}`
  );
}

Deno.test("readGuests() and writeGuests() are the two ways of one list", () => {
  const people = "Ana, ana@example.org\nBen\nCy\nDee";
  const list = readGuests(lines(people, "Ana, Ben", "Ben, Dee", "Ana, Cy, Dee"));
  deepEqual(namesOf(list), [
    "household: Ana+Ben",
    "exclusion: Ben+Dee",
    "keeper: Ana+Cy",
    "keeper: Ana+Dee",
  ]);
  deepEqual(readGuests(writeGuests(list)), list);
});

Deno.test("readGuests() keeps apart the pairs of households that share someone, and no others", () => {
  const list = readGuests(lines("Ana\nBen\nCy\nDee\nEli", "Ana, Ben, Cy\nCy, Dee, Eli\nBen, Ana"));
  deepEqual(namesOf(list), [
    "household: Ana+Ben+Cy",
    "exclusion: Cy+Dee",
    "exclusion: Cy+Eli",
    "exclusion: Dee+Eli",
    // Stays when the first is gone.
    "exclusion: Ben+Ana",
  ]);
  deepEqual(namesOf(readGuests(writeGuests(list))), namesOf(list));
});

Deno.test("readGuests() starts an empty list with empty rows, which are not written", () => {
  const list = readGuests(lines(""));
  equal(list.guests.length, 4);
  deepEqual(writeGuests(list), lines(""));
});

Deno.test("addPeople() fills the place of empty rows and keeps those of one household apart", () => {
  const list = addPeople(readGuests(lines("")), parsePeople("Ana,,L\nBen,,L\nCy,,"));
  deepEqual(list.guests.map(({ name }) => name), ["Ana", "Ben", "Cy"]);
  deepEqual(namesOf(list), ["household: Ana+Ben"]);
  equal(new Set([...list.guests, ...list.groups].map(({ key }) => key)).size, 4);
});

Deno.test("addPeople() keeps one household apart that comes in two lists", () => {
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

Deno.test("addPeople() puts them where a row stands", () => {
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

Deno.test("addGroup() adds each pair of a group once, and no pair of one person", () => {
  const list = readGuests(lines("Ana\nBen\nCy", "", "Ana, Ben, Cy\nBen, Ana"));
  deepEqual(namesOf(list), ["exclusion: Ana+Ben", "exclusion: Ana+Cy", "exclusion: Ben+Cy"]);
  const ana = list.guests[0]?.key ?? 0;
  equal(addGroup(list, "household", [ana, ana]), list);
});

Deno.test("removeGuest() takes them out of their groups, and ends those of one", () => {
  const list = readGuests(lines("Ana\nBen\nCy", "Ana, Ben, Cy", ""));
  const smaller = removeGuest(list, list.guests[0]?.key ?? 0);
  deepEqual(namesOf(smaller), ["household: Ben+Cy"]);
  deepEqual(namesOf(removeGuest(smaller, smaller.guests[0]?.key ?? 0)), []);
});

Deno.test("changeGuest() keeps groups with a person who is renamed; removeGroup() ends one", () => {
  const list = readGuests(lines("Ana\nBen", "Ana, Ben"));
  const renamed = changeGuest(list, list.guests[0]?.key ?? 0, { name: "Anna" });
  deepEqual(namesOf(renamed), ["household: Anna+Ben"]);
  deepEqual(namesOf(removeGroup(renamed, renamed.groups[0]?.key ?? 0)), []);
});

Deno.test("repeatedNames() finds the same name however it is written, and no empty one", () => {
  const list = addBlanks(readGuests(lines("Ana\nana\nBen")), 2);
  deepEqual([...repeatedNames(list)], [list.guests[1]?.key]);
});

Deno.test("setSelf() puts who invites first, no line of the list, and in the groups by name", () => {
  const list = readGuests(lines("Ben\nCy", "Olga, Ben"), "Olga");
  deepEqual(list.guests.map(({ name }) => name), ["Olga", "Ben", "Cy"]);
  deepEqual(namesOf(list), ["household: Olga+Ben"]);
  deepEqual(writeGuests(list).people, '"Ben",""\n"Cy",""');
  equal(writeGuests(setSelf(list, "Olga Maria")).households, '"Olga Maria","Ben"');
  const without = presentGuests(setSelf(list, null));
  deepEqual([without.guests.length, without.groups.length], [2, 0]);
  equal(readGuests(lines(""), "").guests.length, 5, "four rows to type in");
});

Deno.test("setSelf() brings who takes part again back into their groups, by their name of now", () => {
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

Deno.test("restoreGuest() brings back one guest and their groups, and leaves all else as it is now", () => {
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

Deno.test("restoreGuest() loses no rule with housemates who live apart by now", () => {
  const before = readGuests(lines("Ana\nBen\nCy", "Ana, Ben, Cy"));
  const [ana = 0, ben = 0] = before.guests.map(({ key }) => key);
  const removed = removeGuest(before, ana);
  const apart = removeGroup(removed, removed.groups[0]?.key ?? 0);
  deepEqual(namesOf(restoreGuest(apart, before, ana)), ["exclusion: Ana+Ben", "exclusion: Ana+Cy"]);
  const alone = removeGuest(removed, ben);
  deepEqual(namesOf(restoreGuest(alone, before, ana)), ["household: Ana+Cy"]);
});

Deno.test("readGuests() keeps each rule while the organizer is in the list a second time", () => {
  const list = readGuests(lines("Ben\nCy", "Olga, Ben", "Olga, Cy", "Olga, Cy"), "Olga");
  const twice = addPeople(list, parsePeople("Olga, olga@example.org"));
  const refused = readGuests(writeGuests(twice), "Olga");
  const [, again] = refused.guests.filter(({ name }) => name === "Olga");
  const mended = removeGuest(refused, again?.key ?? -1);
  deepEqual(namesOf(mended), ["household: Olga+Ben", "exclusion: Olga+Cy", "keeper: Olga+Cy"]);
  const without = presentGuests(setSelf(refused, null));
  // Who opens whose gift spreads to no one else.
  deepEqual(namesOf(without), ["household: Ben+Olga", "exclusion: Olga+Cy"]);
});

Deno.test("readGuests() lets a keeper open no gift of another person of the same name", () => {
  const list = addPeople(readGuests(lines("Mum\nAna\nBen", "", "Ana, Ben", "Mum, Ana")), [
    { name: "Ana", email: "", household: "" },
  ]);
  const refused = readGuests(writeGuests(list));
  const mended = changeGuest(refused, refused.guests[3]?.key ?? -1, { name: "Anna" });
  deepEqual(namesOf(mended), ["exclusion: Ana+Ben", "exclusion: Anna+Ben", "keeper: Mum+Ana"]);
});

Deno.test("readGuests() keeps the rules of two rows with one address and no name yet", () => {
  const list = readGuests(lines("Ana\nBen\nCy", "", "Ben, Cy"));
  const rows = list.guests.slice(0, 2).map(({ key }) => key);
  const nameless = rows.reduce(
    (all, key) => changeGuest(all, key, { name: "", email: "a@example.org" }),
    list,
  );
  const read = readGuests(writeGuests(nameless));
  const named = changeGuest(read, read.guests[1]?.key ?? -1, { name: "Ben" });
  equal(namesOf(named).includes("exclusion: Ben+Cy"), true);
});

Deno.test("readGuests() tells two of one name apart by their addresses", () => {
  const teams = ["Ana,ana1@example.org,1", "Ben,,1", "Ana,ana2@example.org,2", "Cy,,2"].join("\n");
  const list = addPeople(readGuests(lines("")), parsePeople(teams));
  const refused = readGuests(writeGuests(list));
  const mended = changeGuest(refused, refused.guests[2]?.key ?? -1, { name: "Anna" });
  deepEqual(namesOf(mended), ["household: Ana+Ben", "household: Anna+Cy"]);
});

Deno.test("readGuests() keeps the rules of a row that has an address and no name yet", () => {
  const list = readGuests(lines("Ana\nBen\nCy", "Ana, Ben", "Ana, Cy"));
  const nameless = changeGuest(list, list.guests[0]?.key ?? -1, {
    name: "",
    email: "a@example.org",
  });
  const written = writeGuests(nameless);
  equal(hasWholeGroups(written, null), true);
  const read = readGuests(written);
  const named = changeGuest(read, read.guests[0]?.key ?? -1, { name: "Anna" });
  deepEqual(namesOf(named), ["household: Anna+Ben", "exclusion: Anna+Cy"]);
});

Deno.test("hasWholeGroups() finds a group that the rows of the list cannot show", () => {
  const whole = lines("Ben\nCy", "ana, Ben", "Ben & Cy");
  equal(hasWholeGroups(whole, "Ana"), true);
  equal(hasWholeGroups(lines("", ""), null), true);
  for (const self of ["Anna", "", null]) equal(hasWholeGroups(whole, self), false);
  equal(hasWholeGroups(lines("Ben\nCy", "", "Ben"), null), false);
  equal(hasWholeGroups(lines("Ben\nCy", "", "", "Ben, Cyd"), null), false);
});

Deno.test("toggleHome() lets two live together with their housemates, and one of them move out", () => {
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

Deno.test("toggleKeeper() lets one open another's gift, or no longer, and touches no other rule", () => {
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

Deno.test("writeGuests() names in its groups people of the list", () => {
  const cell = fc.oneof(
    fc.string(),
    fc.constantFrom("Lima, Ana <ana@example.org>", "Ben ben@example.org", 'Cy "C" Roy', "Dee; Eve"),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 3, maxLength: 5 }), (names) => {
      const people = ["First", ...names].map((name, index) => ({
        key: index + 1,
        name,
        email: "",
      }));
      const members = people.filter(({ name }) => name.trim() !== "").map(({ key }) => key);
      const list = addGroup({ guests: people, groups: [], nextKey: 9 }, "household", members);
      const written = writeGuests(list);
      const found = new Set(
        parsePeople(written.people).flatMap((one) => [one.name, one.email]).map(normalizedKey),
      );
      const missing = parseGroups(written.households).flat()
        .filter((name) => !found.has(normalizedKey(name)));
      deepEqual(missing, []);
      equal(parsePeople(written.people).length, members.length);
    }),
  );
});

Deno.test("writeGuests() takes the address alone out of what a mail program copies into its field", () => {
  const written = (name: string, email: string) =>
    parsePeople(writeGuests({ guests: [{ key: 1, name, email }], groups: [], nextKey: 2 }).people)
      .map((one) => [one.name, one.email]);
  const copied = "Ana Lima <ana@example.org>";
  deepEqual(written("Ana", copied), [["Ana", "ana@example.org"]]);
  deepEqual(written(" ", copied), [["Ana Lima", "ana@example.org"]]);
  deepEqual(written("Lima, Ana <ana@example.org>", ""), [["Lima, Ana", "ana@example.org"]]);
  const two = "ana@example.org, ben@example.org";
  for (const wrong of [two, "ana. lima@example.org"]) {
    deepEqual(written("Ana", wrong), [["Ana", wrong]], "refused as an address");
  }
});

Deno.test("writeGuests() leaves out groups of one", () => {
  const guests = ["Ana", "Ben", ""].map((name, key) => ({ key, name, email: "" }));
  const kind = "household" as const;
  const groups = [[0], [0, 2], [0, 1]].map((members, index) => ({ key: 9 + index, kind, members }));
  deepEqual(writeGuests({ guests, groups, nextKey: 20 }).households, '"Ana","Ben"');
});
