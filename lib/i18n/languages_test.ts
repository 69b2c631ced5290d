import { equal } from "node:assert/strict";
import { type Language, LANGUAGES } from "../game/types.ts";
import { isLanguage, likelyLocale, likelyRegion, negotiateLanguage } from "./languages.ts";

function negotiate(accepted?: string): string {
  return negotiateLanguage(
    new Headers(accepted === undefined ? {} : { "accept-language": accepted }),
  );
}

Deno.test("negotiateLanguage() finds each language by itself and with a region", () => {
  for (const language of LANGUAGES) {
    equal(negotiate(language), language);
    equal(negotiate(new Intl.Locale(language).maximize().toString()), language);
  }
  equal(negotiate("PT-br"), "pt");
});

Deno.test("negotiateLanguage() prefers a higher rank to an exact match", () => {
  equal(negotiate("de-AT,en;q=0.9,de;q=0.8"), "de");
  equal(negotiate("en;q=0.1,nl-BE;q=0.2"), "nl");
  equal(negotiate("sv,fr-CA;q=0.9,en;q=0.8"), "fr");
});

Deno.test("negotiateLanguage() reads only the beginning of a long header", () => {
  equal(negotiate(`${"xx;q=0.1,".repeat(100)}de`), "de");
  equal(negotiate(`${"xx;q=0.1,".repeat(20_000)}de`), "en");
  const headers = new Headers({ "accept-language": `${"de;q=0.1,".repeat(20_000)}de-AT` });
  equal(likelyRegion(headers, "de"), "DE");
});

Deno.test("negotiateLanguage() chooses simplified characters for readers of those alone", () => {
  equal(negotiate("zh-CN"), "zh");
  equal(negotiate("zh-SG"), "zh");
  equal(negotiate("zh-Hans-HK"), "zh");
  equal(negotiate("zh-HK,en-GB"), "en");
  equal(negotiate("zh-TW,ja;q=0.5"), "ja");
  equal(negotiate("zh-Hant,de;q=0.5"), "de");
  equal(negotiate("zh-TW,zh;q=0.9,en;q=0.8"), "zh", "they name it themselves");
});

Deno.test("negotiateLanguage() falls back to a related language that its readers also read", () => {
  equal(negotiate("ca-ES,en;q=0.8"), "es");
  equal(negotiate("gl"), "es");
  equal(negotiate("gsw-CH"), "de");
  equal(negotiate("lb,fr;q=0.5"), "de");
});

Deno.test("negotiateLanguage() respects a refusal", () => {
  equal(negotiate("de;q=0,it;q=0.1"), "it");
});

Deno.test("negotiateLanguage() is English if nothing fits or nothing is given", () => {
  for (const accepted of [undefined, "", "*", "sv", "en-", "i-klingon", "ünsinn;q=x", "de-$$$"]) {
    equal(negotiate(accepted), "en", accepted);
  }
});

Deno.test("likelyRegion() is the region of the highest-ranked language", () => {
  const region = (accepted: string) =>
    likelyRegion(new Headers({ "accept-language": accepted }), "fr");
  equal(region("en-GB,en-US;q=0.9"), "GB");
  equal(region("es,es-mx;q=0.9,en-US;q=0.8"), "MX", "further down, of the same language");
  equal(region("de,en-US;q=0.7,en;q=0.3"), "DE", "not of a language that comes second");
  equal(region("en-US;q=0.5,de-CH"), "CH", "by rank, not by place");
  equal(region("pt"), "BR", "where most people speak it");
  equal(region("da"), "DK", "whichever language the page is in");
  equal(region("zh-Hant-HK"), "HK");
  equal(region("es-419"), "419");
});

Deno.test("likelyRegion() is the country of the page's language if the header gives none", () => {
  for (const accepted of ["", "*", "ünsinn;q=x"]) {
    equal(likelyRegion(new Headers({ "accept-language": accepted }), "ja"), "JP", accepted);
  }
  equal(likelyRegion(new Headers(), "pt"), "BR");
});

Deno.test("likelyLocale() is the language of the reader's region", () => {
  const locale = (accepted: string, language: Language) =>
    likelyLocale(new Headers({ "accept-language": accepted }), language);
  equal(locale("en-GB,en;q=0.9", "en"), "en-GB");
  equal(locale("de-CH", "de"), "de-CH");
  equal(locale("de-DE,en;q=0.5", "en"), "en-DE", "they chose English");
  equal(locale("zh-TW,zh;q=0.9", "zh"), "zh-Hans-TW", "in the letters of our texts");
  equal(locale("pt", "pt"), "pt-BR");
  equal(locale("", "en"), "en-US");
});

Deno.test("isLanguage() accepts only codes", () => {
  equal(isLanguage("de"), true);
  for (const text of ["DE", "de-AT", "", null, 0, "toString"]) equal(isLanguage(text), false);
});
