import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { normalizedKey } from "../game/identity.ts";
import { hasWholeGroups, readGuests, writeGuests } from "./guest_lines.ts";
import {
  addGroup,
  addPeople,
  changeGuest,
  presentGuests,
  removeGuest,
  setSelf,
} from "./guest_list.ts";
import { lines, namesOf } from "./guest_list_testing.ts";
import { parseGroups, parsePeople } from "./people_list.ts";

Deno.test("readGuests() and writeGuests() are inverse to each other", () => {
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

Deno.test("readGuests() turns a household that shares a person with another into exclusions, and no others", () => {
  const list = readGuests(lines("Ana\nBen\nCy\nDee\nEli", "Ana, Ben, Cy\nCy, Dee, Eli\nBen, Ana"));
  deepEqual(namesOf(list), [
    "household: Ana+Ben+Cy",
    "exclusion: Cy+Dee",
    "exclusion: Cy+Eli",
    "exclusion: Dee+Eli",
    // This one stays if the first one goes.
    "exclusion: Ben+Ana",
  ]);
  deepEqual(namesOf(readGuests(writeGuests(list))), namesOf(list));
});

Deno.test("readGuests() starts an empty list with empty rows, which writeGuests() leaves out", () => {
  const list = readGuests(lines(""));
  equal(list.guests.length, 4);
  deepEqual(writeGuests(list), lines(""));
});

Deno.test("readGuests() keeps each rule while the organizer is in the list a second time", () => {
  const list = readGuests(lines("Ben\nCy", "Olga, Ben", "Olga, Cy", "Olga, Cy"), "Olga");
  const twice = addPeople(list, parsePeople("Olga, olga@example.org"));
  const refused = readGuests(writeGuests(twice), "Olga");
  const [, again] = refused.guests.filter(({ name }) => name === "Olga");
  const mended = removeGuest(refused, again?.key ?? -1);
  deepEqual(namesOf(mended), ["household: Olga+Ben", "exclusion: Olga+Cy", "keeper: Olga+Cy"]);
  const without = presentGuests(setSelf(refused, null));
  // A keeper's permission does not spread to other people.
  deepEqual(namesOf(without), ["household: Ben+Olga", "exclusion: Olga+Cy"]);
});

Deno.test("readGuests() lets a keeper open no gift of another person with the same name", () => {
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

Deno.test("readGuests() tells two people with the same name apart by their addresses", () => {
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

Deno.test("writeGuests() writes groups by the names in the list", () => {
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

Deno.test("writeGuests() keeps only the address of text that was copied from a mail program", () => {
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
