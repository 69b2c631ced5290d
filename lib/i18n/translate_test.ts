import { deepEqual, doesNotMatch, equal, notEqual } from "node:assert/strict";
import { LANGUAGES } from "../game/types.ts";
import { AS_GROUP, ENGLISH, knownName, translator } from "./translate.ts";

const t = translator("en");

Deno.test("translator() translates, and fills in placeholders", () => {
  equal(t("common.pageTitle", { title: "Help <&>", site: "Gifts" }), "Help <&> · Gifts");
  equal(t("game.daysToGo", { count: 1 }), "1 day to go");
  equal(t("game.daysToGo", { count: 2 }), "2 days to go");
  equal(translator("ja")("game.isTomorrow"), "いよいよ明日です！");
});

Deno.test("translator() fills in user input unchanged", () => {
  const names = [
    "{{title}}",
    "$t(common.cancel)",
    "$&",
    "<b>",
    "おばあちゃん",
    "{{site}} {{- title}}",
  ];
  for (const title of names) {
    equal(t("common.pageTitle", { title, site: "Gifts" }), `${title} · Gifts`);
  }
  equal(t("game.daysToGo", { count: 9 }), t("game.daysToGo", { count: 9 }));
  notEqual(t("game.daysToGo", { count: 9 }), t("game.daysToGo", { count: 8 }));
});

Deno.test("translator() calls the site by the operator's name for it", () => {
  equal(translator("de", "Acme")("common.siteName"), "Acme");
  equal(translator("fr", "Acme")("common.siteName"), "Acme");
  equal(translator("de", "Acme")("common.cancel"), translator("de")("common.cancel"));
  equal(translator("de")("common.siteName"), "Wichteln");
});

Deno.test("translator() says in every language that there is no one to remind", () => {
  equal(t("organize.remind.lead", { count: 0 }).startsWith("Nobody"), true);
  for (const language of LANGUAGES) {
    doesNotMatch(translator(language)("organize.remind.lead", { count: 0 }), /\d/, language);
  }
});

Deno.test("translator() says tomorrow in every language, even if its plural form for one covers other numbers", () => {
  for (const language of LANGUAGES) {
    const text = translator(language)("game.isTomorrow");
    doesNotMatch(text, /\d/, language);
    notEqual(text, translator(language)("game.daysToGo", { count: 1 }), language);
  }
});

Deno.test("translator() accepts no unknown key and no missing value at compile time", () => {
  // @ts-expect-error: no such text
  equal(t("common.nothing"), "common.nothing");
  // @ts-expect-error: a page's title needs its own
  t("common.pageTitle");
  // @ts-expect-error: and by its name
  t("common.pageTitle", { name: "Help", site: "Gifts" });
  // @ts-expect-error: a text with plural forms needs a number
  t("game.daysToGo");
  const part: string = "title";
  // @ts-expect-error: a key from data must go through knownName()
  t(`errorPage.404.${part}`);
});

Deno.test("translator() gives islands a group of texts with their placeholders", () => {
  const texts = t("create.people", AS_GROUP);
  equal(texts.total_other, "{{count}} people");
  deepEqual(texts, ENGLISH.create.people);
});

Deno.test("knownName() finds the first name that has its own text", () => {
  equal(knownName(ENGLISH.errors.code, ["NEVER_HEARD_OF", "NAME_TAKEN", "OTHER"]), "NAME_TAKEN");
  equal(knownName(ENGLISH.errors.code, ["toString", "__proto__", ""]), undefined);
});

Deno.test("Japanese texts speak of a grandmother as a grandmother", () => {
  const t = translator("ja");
  equal(t("game.hello", { name: "おばあちゃん" }), "おばあちゃん、こんにちは！");
  equal(t("game.hello", { name: "花子" }), "花子さん、こんにちは！");
  equal(t("mail.sender", { name: "花子", site: "ママさん" }), "花子（ママさん）");
});

Deno.test("translator() isolates only names in another direction, each name of a list", () => {
  equal(t("game.hello", { name: "דוד" }).includes("\u2068דוד\u2069"), true);
  equal(t("game.hello", { name: "Zoë" }).includes("\u2068"), false);
  const stuck = t("errors.drawImpossible.nobodyLeft", { givers: ["דוד", "Ana"] });
  equal(stuck.includes("\u2068דוד\u2069 and Ana"), true, stuck);
});
