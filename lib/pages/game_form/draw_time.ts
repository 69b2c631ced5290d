/** The time of the draw as forms have it: in the event's time zone, "2027-12-01T18:00". */
import { formatMoment } from "../../browser/format.ts";
import { momentOf } from "../../game/calendar.ts";
import { LAST_MOMENT } from "../../game/limits.ts";
import type { Game } from "../../game/types.ts";
import { naming } from "../../i18n/naming.ts";
import type { Reader } from "../../i18n/reader.ts";
import { withZone } from "../../i18n/time_zone.ts";

/** Converts the time for a form. @param drawAt ISO 8601, UTC; null: "" @param timeZone IANA name; null: UTC */
export function localDrawTime(drawAt: string | null, timeZone: string | null): string {
  if (drawAt === null) return "";
  return Temporal.Instant.from(drawAt).toZonedDateTimeISO(timeZone || "UTC").toPlainDateTime()
    .toString({ smallestUnit: "minute" });
}

/** Converts the time to UTC (ISO 8601). Returns invalid text unchanged: it is refused later with an explanation. */
export function drawMoment(typed: string, timeZone: string | null): string {
  const [, date = "", time = ""] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(typed) ?? [];
  try {
    const moment = momentOf(date, time, timeZone || "UTC");
    return new Date(Math.min(moment, LAST_MOMENT)).toISOString();
  } catch {
    return typed;
  }
}

/** Says when names are drawn; not a time that has passed without a draw. @param organizer their name; "": unknown */
export function whenDrawn(
  { drawAt, timeZone }: Pick<Game, "drawAt" | "timeZone">,
  { t, locale }: Pick<Reader, "t" | "locale">,
  now: Date,
  organizer: string,
): string {
  if (drawAt === null || Date.parse(drawAt) <= now.getTime()) return naming(t, organizer)("byHand");
  const when = formatMoment(drawAt, locale, timeZone, now);
  return t("gather.status.at", { when: withZone(drawAt, when, timeZone, { t, locale }) });
}
