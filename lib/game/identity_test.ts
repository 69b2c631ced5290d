import assert from "node:assert/strict";
import { inviterOf, isInviter, normalizedKey } from "./identity.ts";

Deno.test("normalizedKey() is one for every case and form of a name, and keeps others apart", () => {
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

Deno.test("inviterOf() names the organizer to everyone else", () => {
  const game = { organizerName: "Olga" };
  assert.deepEqual([inviterOf(game, "Ben"), inviterOf(game, "olga")], ["Olga", ""]);
  assert.equal(inviterOf({ organizerName: "" }, "Ben"), "");
  assert.deepEqual([isInviter(game, "OLGA"), isInviter(game, "Ol")], [true, false]);
});
