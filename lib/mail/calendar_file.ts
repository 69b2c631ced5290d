import ical, { ICalAlarmType, ICalCalendarMethod } from "ical-generator";
import { gamePath } from "../browser/links.ts";
import { momentOf } from "../game/calendar.ts";
import type { Game, Language } from "../game/types.ts";
import { formatMoney } from "../browser/format.ts";
import { localeAt } from "../i18n/time_zone.ts";
import { translator } from "../i18n/translate.ts";

/** Assumed duration of an event in hours: a game has only a start time. */
const HOURS = 2;

/** Alarm before the event in seconds: one day; for an all-day event, nine o'clock the morning before. */
const ALARM_BEFORE = { time: 24 * 3600, day: 15 * 3600 };

/** The parts of a game that make its calendar event; every view of a game has them. */
export type CalendarGame = Pick<
  Game,
  | "id"
  | "code"
  | "isProtected"
  | "name"
  | "date"
  | "time"
  | "timeZone"
  | "location"
  | "amount"
  | "currency"
  | "generalNotes"
>;

/**
 * Writes the event as an iCalendar file (RFC 5545). Without a time it is all day; with one it is in UTC if the time
 * zone is known, otherwise in floating local time. A later file replaces the event of an earlier one. Calendars are
 * shared, so the file holds no participant's name and no personal link, and the code only if the game is protected.
 *
 * @param baseUrl origin of the service.
 */
export function calendarFile(
  game: CalendarGame,
  language: Language,
  baseUrl: string,
  now: Date = new Date(),
): string {
  const t = translator(language);
  const calendar = ical({
    prodId: { company: "Gift exchange", product: "Gift exchange", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
  });
  const budget = formatMoney(
    game.amount,
    game.currency,
    localeAt(language, game.timeZone),
  );
  const event = calendar.createEvent({
    id: `${game.id}@gift-exchange`,
    stamp: now,
    // Minutes since 1970, so that a newer file has a higher sequence number.
    sequence: Math.floor(now.getTime() / 60_000),
    summary: game.name,
    location: game.location,
    description: [
      ...(budget ? [t("common.line", { label: t("create.event.amount"), value: budget })] : []),
      ...(game.generalNotes ? [game.generalNotes] : []),
    ].join("\n\n"),
    url: baseUrl + (game.isProtected ? gamePath(game.code) : "/"),
    ...when(game),
  });
  event.createAlarm({
    type: ICalAlarmType.display,
    triggerBefore: game.time ? ALARM_BEFORE.time : ALARM_BEFORE.day,
    description: game.name,
  });
  return calendar.toString();
}

function when({ date, time, timeZone }: CalendarGame) {
  if (!time) return { start: new Date(`${date}T00:00:00Z`), timezone: "UTC", allDay: true };
  const start = timeZone
    ? new Date(momentOf(date, time, timeZone))
    : new Date(`${date}T${time}:00Z`);
  return {
    start,
    end: new Date(start.getTime() + HOURS * 3_600_000),
    floating: timeZone === null,
  };
}
