/** When names are drawn, as a form has it: a day and a time where the event is, "2027-12-01T18:00". */
import { formatMoment } from "../../browser/format.ts";
import { momentOf } from "../../game/calendar.ts";
import type { Game } from "../../game/types.ts";
import { naming } from "../../i18n/naming.ts";
import type { Reader } from "../../i18n/reader.ts";

/** @param drawAt ISO 8601, UTC; null: "" @param timeZone IANA name; null: UTC */
export function localDrawTime(drawAt: string | null, timeZone: string | null): string {
  if (drawAt === null) return "";
  return Temporal.Instant.from(drawAt).toZonedDateTimeISO(timeZone || "UTC").toPlainDateTime()
    .toString({ smallestUnit: "minute" });
}

/** The moment in UTC; what is no time stays as it was typed, to be refused in words. */
export function drawMoment(typed: string, timeZone: string | null): string {
  const [, date = "", time = ""] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(typed) ?? [];
  try {
    return new Date(momentOf(date, time, timeZone || "UTC")).toISOString();
  } catch {
    return typed;
  }
}

/** Says to who takes part when names are drawn: of a time that has passed without a draw, nothing. @param organizer their name; "": not known */
export function whenDrawn(
  { drawAt, timeZone }: Pick<Game, "drawAt" | "timeZone">,
  { t, locale }: Pick<Reader, "t" | "locale">,
  now: Date,
  organizer: string,
): string {
  return drawAt !== null && Date.parse(drawAt) > now.getTime()
    ? t("gather.status.at", { when: formatMoment(drawAt, locale, timeZone, now) })
    : naming(t, organizer)("byHand");
}
