import assert from "node:assert/strict";
import { translator } from "../i18n/translate.ts";
import { plainName, senderOf } from "./sender.ts";

const t = translator("de");
const OLGA = { organizerName: "Olga", organizerEmail: "olga@example.org" };

Deno.test("plainName() accepts usual names", () => {
  const names = [
    "Olga",
    "J. R. Müller-Lüdenscheidt",
    "Mary & Joe",
    "O’Neil (HR)",
    "山田由美子",
    "Oma 2",
    "Łukasz",
    "Ольга",
    "Team 7, Büro",
  ];
  for (const name of names) assert.equal(plainName(name), name);
  assert.equal(plainName("  Olga\u00a0 Maria "), "Olga Maria");
});

Deno.test("plainName() accepts no address, link, number or message as a name", () => {
  const others = [
    "Visit evil.example",
    "https://evil",
    "WWW evil",
    "mail@evil",
    "Call 0900 123",
    'Olga" <x>',
    "Olga\u202Egro",
    "Olga\u200b",
    "Olga: read this",
    "a/b",
    "Buy the cheapest watches of the whole town today",
  ];
  for (const name of others) assert.equal(plainName(name), "", name);
});

Deno.test("senderOf() lets the organizer speak to participants only", () => {
  assert.equal(senderOf(OLGA, { role: "participant" }, t, ""), "Olga via Wichteln");
  for (const role of ["organizer", "leaver"] as const) {
    assert.equal(senderOf(OLGA, { role }, t, ""), "Wichteln");
  }
  for (const organizerName of ["", "evil.example"]) {
    assert.equal(senderOf({ organizerName }, { role: "participant" }, t, "Gifts"), "Gifts");
  }
});
