const DAY = 86_400_000;

/**
 * Whole days from today to a date, where the event is; negative after it.
 *
 * @param event date YYYY-MM-DD; timeZone IANA name, null: UTC.
 */
export function daysUntil(
  { date, timeZone }: { date: string; timeZone: string | null },
  now: Date = new Date(),
): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: timeZone ?? "UTC",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  const today = `${part("year")}-${part("month")}-${part("day")}`;
  return Math.round((Date.parse(date) - Date.parse(today)) / DAY);
}
