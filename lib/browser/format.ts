import type { Language } from "../game/types.ts";
import { directionOf, isolate } from "./bidi.ts";
import { dateFormat, listFormat, numberFormat } from "./formatters.ts";

/** "Thursday, 24 December 2026", formatted for the locale. @param date YYYY-MM-DD @param locale of the reader */
export function formatDate(date: string, locale: string): string {
  return write(new Date(`${date}T00:00:00Z`), locale, { dateStyle: "full", timeZone: "UTC" });
}

/** How some languages write the first of a month; `Intl` has "1 janvier". */
const FIRST = new Map([["fr", "1er"], ["pt", "1º"]]);

/** Keeps "6:30 PM", "6:30 p.m." and "31 December" on one line. */
function joinNumbers(text: string): string {
  return text.replace(/(\d|[A-Z][a-z]+) (?=\d\d?\b|[A-Z]|[ap]\.?m)/g, "$1\u00A0");
}

/** Conventions that `Intl` does not follow: "06:35", "18:30 Uhr" and "12月24日（木）18:30". */
const HABITS = new Map([
  [
    "de",
    (text: string) =>
      text.replace(/(\d\.) (?=\p{L})/u, "$1\u00A0").replace(/\d:\d\d$/, "$&\u00A0Uhr"),
  ],
  // Without AM or PM, "6:35" could be the evening.
  ["en", (text: string) => joinNumbers(text).replace(/\b\d[.:]\d\d(?=\sUTC$|$)/, "0$&")],
  ["es", joinNumbers],
  [
    "ja",
    (text: string) =>
      text.replace(/\(?([月火水木金土日])(?:曜日|\))/, "（$1）").replace(/([日）]) (?=\d)/, "$1"),
  ],
]);

function write(at: Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const format = dateFormat(locale, options);
  const [language = ""] = locale.split("-", 1);
  const first = FIRST.get(language);
  if (first === undefined) return HABITS.get(language)?.(format.format(at)) ?? format.format(at);
  const parts = format.formatToParts(at);
  // Only before the name of a month; "1/12" stays.
  const isNamed = parts.some(({ type, value }) => type === "month" && !/\d/.test(value));
  return parts
    .map(({ type, value }) => isNamed && type === "day" && value === "1" ? first : value).join("");
}

/** "5:44" as in running text; `Intl` has a leading zero in some formats and none in others. */
const CLOCK = { hour: "numeric", minute: "2-digit" } as const;

/** Names UTC when it stands in for an unknown zone, because it may match no one's clock. */
const IN_UTC = { timeZone: "UTC", timeZoneName: "short" } as const;

/**
 * "6:30 PM", "18:30" or "18:30 Uhr", formatted for the locale; "" stays "".
 *
 * @param time HH:MM or "" @param isUtc true to append that the time is UTC
 */
export function formatTime(time: string, locale: string, { isUtc = false } = {}): string {
  if (time === "") return "";
  const zone = isUtc ? IN_UTC : { timeZone: "UTC" };
  return write(new Date(`2000-01-01T${time}:00Z`), locale, { ...CLOCK, ...zone });
}

/**
 * "Thursday, 24 December 2026 at 18:30", formatted for the locale. @param date YYYY-MM-DD @param time HH:MM; "" for the
 * date only
 */
export function formatStart(date: string, time: string, locale: string): string {
  if (time === "") return formatDate(date, locale);
  const at = new Date(`${date}T${time}:00Z`);
  return write(at, locale, {
    ...{ weekday: "long", year: "numeric", month: "long", day: "numeric" },
    ...CLOCK,
    timeZone: "UTC",
  });
}

/** "Dec 25", formatted for the locale. @param date YYYY-MM-DD */
export function formatShortDate(
  date: string,
  locale: string,
  { hasYear }: { hasYear: boolean },
): string {
  return write(new Date(`${date}T00:00:00Z`), locale, {
    ...(hasYear && { year: "numeric" }),
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
}

/**
 * "€20.00", formatted for the locale if the amount is a number. Otherwise the amount as typed, followed by its
 * currency; "" stays "".
 */
export function formatMoney(amount: string, currency: string, locale: string): string {
  if (amount === "") return "";
  const plain = amount.replace(",", ".");
  // A form that is shown again may contain anything as its currency.
  const isMoney = /^\d{1,12}(\.\d{1,2})?$/.test(plain) && /^[A-Z]{3}$/.test(currency);
  if (!isMoney) return `${amount} ${currency}`.trim();
  const number = Number(plain);
  return numberFormat(locale, {
    style: "currency",
    currency,
    // Does not round, even in currencies without decimals.
    ...!Number.isInteger(number) && { minimumFractionDigits: 2 },
    trailingZeroDisplay: "stripIfInteger",
  }).format(number);
}

/** "365 days" in the language. */
export function formatDays(days: number, language: Language): string {
  return closeUp(
    numberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" }).format(days),
  );
}

/** "in 3 days" or "tomorrow" in the language. */
export function formatInDays(days: number, language: Language): string {
  return closeUp(new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day"));
}

/** Removes the space that `Intl` puts before Japanese units: "3 日後". */
function closeUp(text: string): string {
  return text.replace(/ (?=\p{Script=Han})/u, "");
}

/**
 * "27 November at 5:44", with the year if it is not the current one.
 * @param timestamp ISO 8601 @param timeZone IANA name; null: UTC, which the text names
 */
export function formatMoment(
  timestamp: string,
  locale: string,
  timeZone: string | null,
  now = new Date(),
): string {
  const at = new Date(timestamp);
  const zone = timeZone ?? "UTC";
  const isThisYear = yearIn(at, zone) === yearIn(now, zone);
  return write(at, locale, {
    ...(!isThisYear && { year: "numeric" }),
    day: "numeric",
    month: "long",
    ...CLOCK,
    ...timeZone === null ? IN_UTC : { timeZone },
  });
}

const DAY = 86_400_000;

/** The year in the time zone. Asks its calendar only around New Year, because no zone is a day away from UTC. */
function yearIn(at: Date, timeZone: string): number {
  const [before, after] = [-DAY, DAY].map((away) => new Date(at.getTime() + away).getUTCFullYear());
  if (before === after) return at.getUTCFullYear();
  return Number(dateFormat("en", { year: "numeric", timeZone }).format(at));
}

/** "Ana, Ben and Cy", formatted for the locale. */
export function formatList(items: readonly string[], locale: string): string {
  const isRightToLeft = directionOf(locale) === "rtl";
  return listFormat(locale, { type: "conjunction" })
    .format(items.map((item) => isolate(item, isRightToLeft)));
}

/** Appends a space, unless the sentence ends with a Chinese or Japanese sign, which needs none before the next one. */
export function withSpace(sentence: string): string {
  return /[。！？：）」]$/.test(sentence) ? sentence : `${sentence} `;
}

/** Joins sentences; "" if there are none. */
export function joinSentences(sentences: readonly string[]): string {
  return [...sentences.slice(0, -1).map(withSpace), ...sentences.slice(-1)].join("");
}

/** Variants of Portuguese and Chinese that the texts are written in; the other languages need none. */
const TAGS: Partial<Record<Language, string>> = { pt: "pt-BR", zh: "zh-Hans" };

/**
 * The BCP 47 tag of a language for `lang`, `hreflang` and Content-Language. API responses, settings and cookies use the
 * language's own code.
 */
export function languageTag(language: Language): string {
  return TAGS[language] ?? language;
}

/** Cached because every page shows all of them. */
const LANGUAGE_NAMES = new Map<Language, string>();

/** The language's name in that language, capitalised: "Deutsch", "Português (Brasil)". */
export function languageName(language: Language): string {
  const known = LANGUAGE_NAMES.get(language);
  if (known !== undefined) return known;
  const tag = languageTag(language);
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? language;
  const label = name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  LANGUAGE_NAMES.set(language, label);
  return label;
}

/**
 * "6:30 PM" in the browser's time zone, or "Sun 2:00 AM" on another day.
 *
 * @param at ms since the epoch @param day of the month, which is not shown
 */
export function formatClock(at: number, day: number, locale: string): string {
  const moment = new Date(at);
  return write(moment, locale, {
    ...CLOCK,
    ...(moment.getDate() !== day && { weekday: "short" }),
  });
}

/** "6:30 PM" of a moment. @param timestamp ISO 8601 @param timeZone IANA name; null: UTC, which the text names */
export function formatMinute(
  timestamp: string,
  locale: string,
  timeZone: string | null,
): string {
  const zone = timeZone === null ? IN_UTC : { timeZone };
  return write(new Date(timestamp), locale, { ...CLOCK, ...zone });
}

/** "Thu, 24 December", the day of a moment. @param timestamp ISO 8601 @param timeZone IANA name; null: UTC */
export function formatDay(
  timestamp: string,
  locale: string,
  timeZone: string | null,
): string {
  return write(new Date(timestamp), locale, {
    weekday: "short",
    day: "numeric",
    month: "long",
    timeZone: timeZone ?? "UTC",
  });
}
