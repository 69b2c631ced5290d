import { deepEqual, equal } from "node:assert/strict";
import { LANGUAGES } from "../game/types.ts";
import {
  formatClock,
  formatDate,
  formatDay,
  formatDays,
  formatInDays,
  formatList,
  formatMinute,
  formatMoment,
  formatMoney,
  formatShortDate,
  formatStart,
  formatTime,
  joinSentences,
  languageName,
  languageTag,
} from "./format.ts";

/** Makes spaces comparable: their places matter here, not which kind `Intl` uses. */
function plain(text: string): string {
  return text.replaceAll(/\s/gu, " ");
}

Deno.test("formatDate() writes the same day in every time zone, with its weekday", () => {
  equal(plain(formatDate("2026-12-24", "en")), "Thursday, December 24, 2026");
  equal(plain(formatDate("2026-12-24", "de")), "Donnerstag, 24. Dezember 2026");
  equal(formatDate("2026-12-24", "ja"), "2026年12月24日（木）");
});

Deno.test("the first of a month is an ordinal in languages that write it so", () => {
  equal(formatDate("2027-01-01", "fr"), "vendredi 1er janvier 2027");
  equal(formatDate("2027-01-11", "fr-CA"), "lundi 11 janvier 2027");
  equal(formatDate("2027-01-01", "pt-BR"), "sexta-feira, 1º de janeiro de 2027");
  equal(formatShortDate("2026-12-01", "pt-BR", { hasYear: false }), "1º de dez.");
  equal(formatShortDate("2026-12-01", "pt-PT", { hasYear: false }), "1/12");
  equal(plain(formatStart("2027-01-01", "18:30", "fr")), "vendredi 1er janvier 2027 à 18:30");
});

Deno.test("days are counted as each language writes them", () => {
  equal(formatDays(30, "en"), "30 days");
  equal(plain(formatDays(30, "de")), "30 Tage");
  equal(formatDays(30, "ja"), "30日");
  equal(formatDays(30, "zh"), "30天");
  equal(formatInDays(3, "ja"), "3日後");
  equal(formatInDays(3, "en"), "in 3 days");
});

Deno.test("joinSentences() keeps a space between sentences if there is one", () => {
  equal(joinSentences(["A.", "B."]), "A. B.");
  equal(joinSentences(["あ。", "い！", "う", "え。"]), "あ。い！う え。");
  equal(joinSentences([]), "");
});

Deno.test("dates and times follow the conventions of the reader's region", () => {
  equal(plain(formatDate("2026-12-24", "en-GB")), "Thursday, 24 December 2026");
  equal(formatTime("18:30", "en-GB"), "18:30");
  equal(plain(formatMoney("20", "CHF", "de-CH")), "CHF 20");
});

Deno.test("formatTime() writes hours as the language does, and nothing without a time", () => {
  equal(plain(formatTime("18:30", "en")), "6:30 PM");
  equal(formatTime("18:30", "fr"), "18:30");
  equal(plain(formatTime("00:05", "en")), "12:05 AM");
  equal(formatTime("", "en"), "");
  equal(plain(formatTime("05:44", "de")), "5:44 Uhr");
  equal(plain(formatTime("05:44", "en", { isUtc: true })), "5:44 AM UTC");
  equal(plain(formatTime("18:30", "de", { isUtc: true })), "18:30 UTC");
});

Deno.test("formatTime() writes no English time that could be the morning or the evening", () => {
  equal(formatTime("06:35", "en-GB"), "06:35");
  equal(formatTime("16:35", "en-GB"), "16:35");
  equal(formatTime("06:35", "en-DK"), "06.35");
  equal(plain(formatTime("06:35", "en-GB", { isUtc: true })), "06:35 UTC");
  equal(plain(formatTime("06:35", "en-AU")), "6:35 am");
  equal(plain(formatTime("06:35", "en-CA")), "6:35 a.m.");
});

Deno.test("formatStart() writes day and time in one piece, or the day alone", () => {
  equal(plain(formatStart("2026-12-24", "18:30", "en")), "Thursday, December 24, 2026 at 6:30 PM");
  equal(formatStart("2026-12-24", "18:30", "ja"), "2026年12月24日（木）18:30");
  equal(plain(formatStart("2026-12-24", "", "de")), "Donnerstag, 24. Dezember 2026");
  // As the page's other times.
  equal(
    plain(formatStart("2026-12-24", "09:30", "de")),
    "Donnerstag, 24. Dezember 2026 um 9:30 Uhr",
  );
  equal(plain(formatStart("2026-12-24", "09:30", "fr")), "jeudi 24 décembre 2026 à 9:30");
});

Deno.test("formatMoney() writes a number as money, without needless decimals", () => {
  equal(formatMoney("20", "EUR", "en"), "€20");
  equal(plain(formatMoney("20,50", "EUR", "de")), "20,50 €");
  equal(formatMoney("20.5", "USD", "en"), "$20.50");
  equal(plain(formatMoney("1500", "CHF", "it")), "1500 CHF");
  equal(formatMoney("3000", "JPY", "ja"), "￥3,000");
  equal(formatMoney("1500.00", "JPY", "ja"), "￥1,500");
});

Deno.test("formatMoney() does not round, even in a currency without decimals", () => {
  equal(formatMoney("49.90", "JPY", "ja"), "￥49.90");
  equal(plain(formatMoney("0,5", "KRW", "de")), "0,50 ₩");
  equal(plain(formatMoney("49,90", "EUR", "de")), "49,90 €");
});

Deno.test("formatMoney() leaves words as they were typed, and an empty amount empty", () => {
  equal(formatMoney("10 to 15", "GBP", "en"), "10 to 15 GBP");
  equal(formatMoney("1.234", "EUR", "de"), "1.234 EUR", "a thousand, or one and a bit?");
  equal(formatMoney("-5", "EUR", "en"), "-5 EUR");
  equal(formatMoney("", "EUR", "en"), "");
  equal(formatMoney("20", "", "en"), "20");
  equal(formatMoney("20", "€€", "en"), "20 €€");
});

Deno.test("formatMoment() writes the time in the zone, or says that it is UTC if the zone is unknown", () => {
  const moment = "2026-12-24T23:30:00Z";
  const now = new Date("2026-11-22T05:00:00Z");
  equal(plain(formatMoment(moment, "en", null, now)), "December 24 at 11:30 PM UTC");
  equal(plain(formatMoment(moment, "de", null, now)), "24. Dezember um 23:30 UTC");
  equal(plain(formatMoment(moment, "ja", null, now)), "12月24日23:30 UTC");
  equal(plain(formatMoment(moment, "en", "Europe/Berlin", now)), "December 25 at 12:30 AM");
});

Deno.test("formatMinute() writes the time in the zone, or says that it is UTC if the zone is unknown", () => {
  const say = (locale: string, zone: string | null) =>
    plain(formatMinute("2026-12-24T18:30:00Z", locale, zone));
  equal(say("en", "Europe/Berlin"), "7:30 PM");
  equal(say("de", "Europe/Berlin"), "19:30 Uhr");
  equal(say("en", null), "6:30 PM UTC");
  equal(say("zh", null), "UTC 18:30");
  equal(formatMinute("2026-12-24T04:44:00Z", "en-GB", "UTC"), "04:44");
});

Deno.test("no line of an English date ends between a day and its month", () => {
  equal(formatDate("2026-12-24", "en"), "Thursday, December\u00A024, 2026");
  equal(formatDate("2026-12-24", "en-GB"), "Thursday, 24\u00A0December 2026");
  const at = formatMoment("2026-12-03T01:27:00Z", "en-GB", "UTC", new Date("2026-11-22"));
  equal(at, "3\u00A0December at 01:27");
});

Deno.test("formatMoment() writes a moment as people do, with its year if that is another one", () => {
  const say = (locale: string, year = 2026) =>
    plain(formatMoment("2026-12-01T04:44:00Z", locale, "UTC", new Date(`${year}-06-01T00:00:00Z`)));
  equal(say("en-GB"), "1 December at 04:44");
  equal(say("en-GB", 2027), "1 December 2026 at 04:44");
  equal(say("de"), "1. Dezember um 4:44 Uhr");
  equal(say("fr"), "1er décembre à 4:44");
  equal(say("ja"), "12月1日4:44");
  equal(say("zh"), "12月1日 4:44");
});

Deno.test("formatMoment() decides by the zone which year it is", () => {
  const say = (moment: string, zone: string | null, now: string) =>
    plain(formatMoment(moment, "en-GB", zone, new Date(now)));
  // It is already 2027 in Tokyo, but still 2026 in Los Angeles.
  const [eve, night] = ["2026-12-31T12:00:00Z", "2026-12-31T20:00:00Z"];
  equal(say(night, "Asia/Tokyo", night), "1 January at 05:00");
  equal(say(eve, "Asia/Tokyo", night), "31 December 2026 at 21:00");
  equal(say(eve, null, night), "31 December at 12:00 UTC");
  equal(say(eve, "America/Los_Angeles", "2027-01-01T06:00:00Z"), "31 December at 04:00");
  equal(say(eve, "America/Los_Angeles", "2027-01-01T09:00:00Z"), "31 December 2026 at 04:00");
});

Deno.test("formatClock() names the weekday if it is another day", () => {
  const at = new Date(2026, 11, 6, 2, 0);
  equal(formatClock(at.getTime(), 6, "en-GB"), "02:00");
  equal(plain(formatClock(at.getTime(), 5, "en-GB")), "Sun 02:00");
  equal(formatClock(at.getTime(), 5, "ja"), "2:00 （日）");
});

Deno.test("formatDay() writes the day in the zone with its weekday, without its year", () => {
  equal(plain(formatDay("2026-12-24T23:30:00Z", "en", "Europe/Berlin")), "Fri, December 25");
  equal(formatDay("2026-12-24T23:30:00Z", "ja-JP", "Asia/Tokyo"), "12月25日（金）");
  equal(plain(formatDay("2026-12-24T12:00:00Z", "de", null)), "Do., 24. Dezember");
});

Deno.test("formatList() joins names as the language does", () => {
  equal(formatList(["Ana", "Ben", "Cy"], "en"), "Ana, Ben, and Cy");
  equal(formatList(["Ana", "Ben"], "es"), "Ana y Ben");
  equal(formatList(["Ana"], "zh"), "Ana");
  equal(formatList([], "de"), "");
});

Deno.test("languageName() writes each language in itself, with a capital", () => {
  equal(languageName("de"), "Deutsch");
  equal(languageName("fr"), "Français");
  equal(languageName("pt"), "Português (Brasil)");
  equal(languageName("zh"), "简体中文");
});

Deno.test("languageTag() distinguishes the kinds of Portuguese and Chinese, and leaves other languages as they are", () => {
  deepEqual(LANGUAGES.filter((language) => languageTag(language) !== language), ["pt", "zh"]);
  for (const language of LANGUAGES) {
    const tag = new Intl.Locale(languageTag(language));
    equal(tag.language, language);
    equal(tag.maximize().toString(), new Intl.Locale(language).maximize().toString());
  }
});
