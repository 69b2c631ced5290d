/** Days and times of an event in its own time zone. Dates are YYYY-MM-DD, time zones IANA names. */
import { GameError } from "./errors.ts";

const DAY = 86_400_000;

/** Whole days from the event until its game is archived automatically. */
export const ARCHIVE_AFTER_DAYS = 3;

/** Maximum difference between the clocks of two instances, or between the start and the end of a request, in ms. */
const CLOCKS_APART = 120_000;

/** The day of an event; without a time zone, in UTC. */
interface EventDay {
  date: string;
  timeZone: string | null;
}

/** The calendar date in a time zone. @param timeZone null: UTC */
export function todayIn(timeZone: string | null, now: Date): string {
  if (timeZone === null) return now.toISOString().slice(0, "YYYY-MM-DD".length);
  return Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** Whole days until an event in its time zone; negative after it. */
export function daysUntil({ date, timeZone }: EventDay, now: Date): number {
  return (Date.parse(date) - Date.parse(todayIn(timeZone, now))) / DAY;
}

/** Adds days to a date. @param days may be negative */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** The date on which a game is archived, unless its organizer does it earlier. */
export function closingDate({ date }: Pick<EventDay, "date">): string {
  return addDays(date, ARCHIVE_AFTER_DAYS);
}

/** The day of the archival in the game's time zone. The archival runs at 02:00 UTC, when it may be the day before. */
export function closingDay({ date, timeZone }: EventDay): string {
  return todayIn(timeZone ?? "UTC", new Date(`${closingDate({ date })}T02:00:00Z`));
}

/** The moment of a date and time in a time zone, ms since the epoch. @param time HH:MM */
export function momentOf(date: string, time: string, timeZone: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).epochMilliseconds;
}

/** Returns the latest time that another instance's clock can show by the end of this request. */
export function soonAfter(now: Date): Date {
  return new Date(now.getTime() + CLOCKS_APART);
}

/** @param drawAt scheduled draw; null: none. @throws {GameError} 400 if it has passed */
export function requireFuture(drawAt: string | null, now: Date): void {
  if (drawAt !== null && Date.parse(drawAt) <= now.getTime()) {
    throw new GameError("DRAW_AT_IN_PAST", { path: "drawAt" });
  }
}
