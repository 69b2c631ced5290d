import { languageTag } from "../browser/format.ts";
import { dateFormat } from "../browser/formatters.ts";
import { todayIn } from "../game/calendar.ts";
import type { Language } from "../game/types.ts";
import type { Reader } from "./reader.ts";

/**
 * The name of an event's time zone, "Central European Time"; "" if the reader's whole region has the same time on that
 * day, or the time zone is unknown.
 *
 * @param timeZone IANA name; null if unknown @param date YYYY-MM-DD @param locale of the reader
 */
export function foreignZone(timeZone: string | null, date: string, locale: string): string {
  if (timeZone === null) return "";
  const offsetIn = (zone: string) =>
    Temporal.PlainDateTime.from(`${date}T12:00`).toZonedDateTime(zone).offset;
  const own = new Intl.Locale(locale).getTimeZones() ?? [];
  const there = offsetIn(timeZone);
  if (own.length > 0 && own.every((zone) => offsetIn(zone) === there)) return "";
  const parts = dateFormat(locale, { timeZone, timeZoneName: "longGeneric" })
    .formatToParts(new Date(`${date}T12:00:00Z`));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/**
 * A time at the event's place, with the name of its zone if the reader could take it for their own local time.
 *
 * @param at the moment, ISO 8601 @param time the formatted local time @param timeZone IANA name; null if unknown
 */
export function withZone(
  at: string,
  time: string,
  timeZone: string | null,
  { t, locale }: Pick<Reader, "t" | "locale">,
): string {
  const zone = foreignZone(timeZone, todayIn(timeZone, new Date(at)), locale);
  return zone === "" ? time : t("game.timeIn", { time, zone });
}

/**
 * The locale for dates, times and money at the event's place. Used for mails, where the reader's region is unknown.
 * @param timeZone IANA name; null to use only the language
 */
export function localeAt(language: Language, timeZone: string | null): string {
  const region = timeZone === null ? undefined : regionOf(timeZone);
  return new Intl.Locale(languageTag(language), region ? { region } : {}).toString();
}

/** Regions whose time zones are recognized; for others the language alone is good enough. */
const REGIONS = [
  ...["US", "CA", "GB", "IE", "AU", "NZ", "IN", "ZA", "SG", "PH", "DE", "AT", "CH", "FR", "BE"],
  ...["LU", "NL", "ES", "IT", "PT", "BR", "MX", "AR", "CL", "CO", "PE", "JP", "CN", "TW", "HK"],
  ...["DK", "SE", "NO", "FI", "PL", "CZ"],
];

let zones: Map<string, string> | undefined;

/** The region of a time zone; the table is built on first use. */
function regionOf(timeZone: string): string | undefined {
  zones ??= new Map(
    REGIONS.flatMap((region) =>
      (new Intl.Locale("und", { region }).getTimeZones() ?? []).map((zone) => [zone, region])
    ),
  );
  const { timeZone: known } = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions();
  return zones.get(known) ?? zones.get(timeZone);
}
