import assert from "node:assert/strict";
import { coverOf } from "./cover.ts";
import type { Language } from "./types.ts";

const guess = (
  name: string,
  date: string,
  language: Language = "en",
  timeZone: string | null = null,
  region?: string,
) => coverOf({ cover: "", name, date, language, timeZone }, region);

Deno.test("coverOf() uses the chosen cover", () => {
  const game = { name: "Christmas", date: "2027-12-24", language: "en", timeZone: null } as const;
  assert.equal(coverOf({ ...game, cover: "spring" }), "spring");
});

Deno.test("coverOf() considers the name before the date, and rarer occasions first", () => {
  const names = {
    "Omas Geburtstag an Weihnachten": "birthday",
    "Weihnachten bei Oma": "christmas",
    "Office Secret Santa": "office",
    "Pakjesavond": "sinterklaas",
    "忘年会": "newyear",
    "春节": "newyear",
    "Amigo de Páscoa": "spring",
    "ＣＨＲＩＳＴＭＡＳ": "christmas",
    "Adventskaffee": "christmas",
    "Adventure week": "neutral",
    "Regalo excelente": "neutral",
    "Que lo pasen bien": "neutral",
    "Lentefeest": "spring",
    "Pasen bij oma": "spring",
  };
  for (const [name, cover] of Object.entries(names)) {
    assert.equal(guess(name, "2027-07-01"), cover, name);
  }
});

Deno.test("coverOf() uses the season if the name says nothing", () => {
  const days = {
    "2027-01-06": "newyear",
    "2027-01-07": "winter",
    "2028-02-29": "winter",
    "2027-03-01": "spring",
    "2027-06-01": "neutral",
    "2027-11-15": "winter",
    "2027-12-05": "winter",
    "2027-12-24": "christmas",
    "2027-12-31": "newyear",
  };
  for (const [date, cover] of Object.entries(days)) {
    assert.equal(guess("Us", date), cover, date);
  }
  assert.equal(guess("Wij", "2027-12-05", "nl"), "sinterklaas");
});

Deno.test("coverOf() guesses no season south of the equator except Christmas, New Year and named ones", () => {
  for (const [date, cover] of [["2027-12-05", "neutral"], ["2027-04-10", "neutral"]] as const) {
    assert.equal(guess("Turma", date, "pt", "America/Sao_Paulo"), cover);
    assert.equal(guess("Turma", date, "pt"), cover);
    assert.equal(guess("Us", date, "en", null, "AU"), cover);
    assert.equal(guess("Amigos", date, "es", "America/Santiago", "ES"), cover);
  }
  assert.equal(guess("Turma", "2027-12-20", "pt", "America/Sao_Paulo"), "christmas");
  assert.equal(guess("Turma", "2027-12-31", "pt", "America/Sao_Paulo"), "newyear");
  assert.equal(guess("Amigo de Páscoa", "2027-04-10", "pt", "America/Sao_Paulo"), "spring");
  assert.equal(guess("Turma", "2027-12-05", "pt", "Europe/Lisbon"), "winter");
  assert.equal(guess("Turma", "2027-12-05", "pt", null, "PT"), "winter");
});
