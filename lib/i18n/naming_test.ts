import assert, { equal } from "node:assert/strict";
import EN from "@/locales/en.json" with { type: "json" };
import { LANGUAGES } from "../game/types.ts";
import { capitalizeRole, naming, type NamingText } from "./naming.ts";
import { translator } from "./translate.ts";

Deno.test("naming() names the organizer, or without a name their role", () => {
  equal(
    naming(translator("en"), "Olivia")("byHand"),
    "Olivia will draw the names once everyone’s in.",
  );
  equal(
    naming(translator("en"), "")("byHand"),
    "The organizer will draw the names once everyone’s in.",
  );
  equal(naming(translator("de"), "Olga")("notes"), "Olga schreibt");
  equal(naming(translator("de"), "")("notes"), "Die Wichtelleitung schreibt");
  equal(naming(translator("ja"), "")("leaveNow"), "幹事さんに伝える");
});

Deno.test("naming() puts the organizer's name or role into each of its texts", () => {
  for (const language of LANGUAGES) {
    const t = translator(language);
    const texts = Object.keys(EN.named) as NamingText[];
    for (const text of texts) {
      assert(naming(t, "Olivia")(text).includes("Olivia"), `${text} in ${language}`);
      const nameless = naming(t, "")(text);
      assert(nameless.toLowerCase().includes(t("common.theOrganizer").toLowerCase()), nameless);
      assert.doesNotMatch(nameless, /\{\{|undefined|^\p{Ll}|[.!?] \p{Ll}/u, language);
    }
    assert.equal(new Set(texts.map(naming(t, ""))).size, texts.length);
  }
});

Deno.test("capitalizeRole() capitalizes the beginning of sentences only", () => {
  const t = translator("en");
  equal(
    capitalizeRole("the organizer is in.\n\nthe organizer and the organizer. the organizer?", t),
    "The organizer is in.\n\nThe organizer and the organizer. The organizer?",
  );
});
