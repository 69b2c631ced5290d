import assert from "node:assert/strict";
import { addressKey, inviterOf, isAmong, isInviter, normalizedKey } from "./identity.ts";

Deno.test("normalizedKey() is the same for every case and form of a name, and differs for other names", () => {
  const same = [
    ["Ana", "ANA", " ana ", "Ａｎａ"],
    ["Straße", "STRASSE", "straẞe"],
    ["é", "e\u0301", "É"],
    ["ΣΊΣΥΦΟΣ", "σίσυφος"],
    ["a b", "A B"],
  ];
  for (const names of same) assert.equal(new Set(names.map(normalizedKey)).size, 1, names.join());
  const others = ["Ana", "Anna", "A na", "Aná", "", "1"];
  assert.equal(new Set(others.map(normalizedKey)).size, others.length);
});

Deno.test("addressKey() is the same for every case of an address, and differs for mailboxes of other owners", () => {
  const same = [
    ["JÜRGEN@MÜLLER.example", "jürgen@müller.example", "ju\u0308rgen@müller.example"],
    ["Ana@Example.org", " ana@example.org ", "ana@ｅxample.org", "ana@exam\u00adple.org"],
  ];
  for (const addresses of same) assert.equal(new Set(addresses.map(addressKey)).size, 1);
  const others = [
    ["anna@fırma.example", "anna@firma.example"],
    ["anna@straße.example", "anna@strasse.example"],
    ["anna@λόγος.example", "anna@λόγοσ.example"],
  ];
  for (const addresses of others) assert.equal(new Set(addresses.map(addressKey)).size, 2);
});

Deno.test("isAmong() finds an address by its key, and by the key of earlier releases", () => {
  const keys = new Set(["anna@strasse.example", "max@weiß.example"]);
  const found = [
    "Anna@Straße.example",
    "anna@strasse.example",
    "MAX@weiß.example",
    "max@weiss.example",
  ];
  assert.deepEqual(found.map((address) => isAmong(keys, address)), [true, true, true, false]);
  const shy = "anna@stras\u00adse.example";
  assert.equal(isAmong(keys, shy), true);
  assert.equal(isAmong(new Set([shy]), shy), true, "as earlier releases kept it");
});

Deno.test("inviterOf() names the organizer to everyone else", () => {
  const game = { organizerName: "Olga" };
  assert.deepEqual([inviterOf(game, "Ben"), inviterOf(game, "olga")], ["Olga", ""]);
  assert.equal(inviterOf({ organizerName: "" }, "Ben"), "");
  assert.deepEqual([isInviter(game, "OLGA"), isInviter(game, "Ol")], [true, false]);
});
