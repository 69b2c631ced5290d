/**
 * The name of an event's time zone, "Central European Time", for a reader who may not live by it: "" where all of
 * their region has the same time that day, as then it is their own.
 *
 * @param timeZone IANA name; null: nobody knows it @param date YYYY-MM-DD @param locale of the reader
 */
export function foreignZone(timeZone: string | null, date: string, locale: string): string {
  if (timeZone === null) return "";
  const offsetIn = (zone: string) =>
    Temporal.PlainDateTime.from(`${date}T12:00`).toZonedDateTime(zone).offset;
  const own = new Intl.Locale(locale).getTimeZones() ?? [];
  const there = offsetIn(timeZone);
  if (own.length > 0 && own.every((zone) => offsetIn(zone) === there)) return "";
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" })
    .formatToParts(new Date(`${date}T12:00:00Z`));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
