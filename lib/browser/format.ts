import type { Language } from "../game/types.ts";

/** "Thursday, 24 December 2026" as it is written there. @param date YYYY-MM-DD @param locale of the reader */
export function formatDate(date: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" })
    .format(new Date(`${date}T00:00:00Z`));
}

/** "6:30 PM" or "18:30", as it is written there; "" stays "". @param time HH:MM or "" */
export function formatTime(time: string, locale: string): string {
  if (time === "") return "";
  return new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" })
    .format(new Date(`2000-01-01T${time}:00Z`));
}

/**
 * "Thursday, 24 December 2026 at 18:30", as it is written there. @param date YYYY-MM-DD @param time HH:MM; "": the day
 * alone
 */
export function formatStart(date: string, time: string, locale: string): string {
  if (time === "") return formatDate(date, locale);
  return new Intl.DateTimeFormat(locale, {
    dateStyle: "full",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(new Date(`${date}T${time}:00Z`));
}

/**
 * "€20.00" as it is written there where the amount is a number, else the amount as it was typed with
 * its currency behind it; "" stays "".
 */
export function formatMoney(amount: string, currency: string, locale: string): string {
  if (amount === "") return "";
  const plain = amount.replace(",", ".");
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(plain)) return `${amount} ${currency}`;
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    trailingZeroDisplay: "stripIfInteger",
  }).format(Number(plain));
}

/** "365 days" in that language. */
export function formatDays(days: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" })
    .format(days);
}

/** A moment, to the minute. @param timestamp ISO 8601 @param timeZone IANA name; null: UTC */
export function formatMoment(
  timestamp: string,
  locale: string,
  timeZone: string | null,
): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: timeZone ?? "UTC",
  }).format(new Date(timestamp));
}

/** "Ana, Ben and Cy" as it is written there. */
export function formatList(items: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(items);
}

/** Which Portuguese and which Chinese the texts are written in; the other languages are read everywhere. */
const TAGS: Partial<Record<Language, string>> = { pt: "pt-BR", zh: "zh-Hans" };

/**
 * The BCP 47 tag of a language, for whoever reads it aloud, hyphenates it or chooses its letters (`lang`,
 * `hreflang`, Content-Language). In answers, settings and cookies a language is its own code.
 */
export function languageTag(language: Language): string {
  return TAGS[language] ?? language;
}

/** The language's name in itself, capitalised as a label: "Deutsch", "Português (Brasil)". */
export function languageName(language: Language): string {
  const tag = languageTag(language);
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(tag) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** A moment on the clocks of whoever runs this: "6:30 PM". @param at ms since the epoch */
export function formatClock(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(at);
}

/** "6:30 PM" of a moment. @param timestamp ISO 8601 @param timeZone IANA name; null: UTC */
export function formatMinute(
  timestamp: string,
  locale: string,
  timeZone: string | null,
): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: timeZone ?? "UTC" })
    .format(new Date(timestamp));
}

/** "Thu, 24 December" of a moment. @param timestamp ISO 8601 @param timeZone IANA name; null: UTC */
export function formatDay(
  timestamp: string,
  locale: string,
  timeZone: string | null,
): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "long",
    timeZone: timeZone ?? "UTC",
  }).format(new Date(timestamp));
}
