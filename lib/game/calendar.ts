/** Days and times of an event, where the event is. Dates are YYYY-MM-DD, time zones IANA names. */
import { GameError } from "./errors.ts";

/** An event as far as its day counts; without a time zone the day is that of UTC. */
export interface EventDay {
  date: string;
  timeZone: string | null;
}

/** The calendar date in a time zone. @param timeZone null: UTC */
export function todayIn(timeZone: string | null, now: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone ?? "UTC").toPlainDate().toString();
}

/** Whole days from today to an event, where it is; negative after it. */
export function daysUntil({ date, timeZone }: EventDay, now: Date): number {
  return Temporal.PlainDate.from(todayIn(timeZone, now)).until(date, { largestUnit: "day" }).days;
}

/** The date so many days after another. @param days negative: before it */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** The moment of a date and time in a time zone, ms since the epoch. @param time HH:MM */
export function momentOf(date: string, time: string, timeZone: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).epochMilliseconds;
}

/** @param drawAt when names are to be drawn; null: no time is set. @throws {GameError} 400 where it has passed */
export function requireFuture(drawAt: string | null, now: Date): void {
  if (drawAt !== null && Date.parse(drawAt) <= now.getTime()) {
    throw new GameError("DRAW_AT_IN_PAST", { path: "drawAt" });
  }
}
