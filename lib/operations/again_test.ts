import assert from "node:assert/strict";
import { translator } from "../i18n/translate.ts";
import { LANGUAGES } from "../game/types.ts";

Deno.test("the names of those who had themselves erased stay as they are in every language", () => {
  // Games hold them: with another text here, `repeatedOf` takes those who were erased before for people.
  assert.deepEqual(
    Object.fromEntries(LANGUAGES.map((language) => [
      language,
      translator(language)("game.data.neutralName", { number: "3" }),
    ])),
    {
      en: "Former participant 3",
      es: "Antiguo participante 3",
      pt: "Antigo participante 3",
      fr: "Ancien participant 3",
      it: "Ex partecipante 3",
      ja: "元参加者3",
      zh: "前参加者3",
      de: "Ehemals dabei 3",
      nl: "Voormalige deelnemer 3",
    },
  );
});
