import type { ComponentChildren } from "preact";
import { formatDate, formatMoney, formatTime } from "@/lib/browser/format.ts";
import { GAME_FORM, SHOWN_FIELDS, type ShownField } from "@/lib/browser/game_form.ts";
import { momentOf } from "@/lib/game/calendar.ts";
import type { Game } from "@/lib/game/types.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { foreignZone } from "@/lib/i18n/time_zone.ts";
import EventTime from "../(_islands)/EventTime.tsx";

type ShownEvent = Pick<Game, ShownField | "currency" | "timeZone">;

/** The event's fields that are set and have an icon in the table of fields. */
export function eventFacts(view: ShownEvent, reader: Reader) {
  const { t, locale } = reader;
  const written = {
    date: formatDate(view.date, locale),
    sendBy: view.sendBy && formatDate(view.sendBy, locale),
    time: timeOf(view, reader),
    amount: formatMoney(view.amount, view.currency, locale),
  };
  return SHOWN_FIELDS.flatMap((field) => {
    const { icon, label } = GAME_FORM[field];
    const value: ComponentChildren = { ...view, ...written }[field];
    return value ? [{ icon, label: t(label), value }] : [];
  });
}

/** The start time; with its time zone if the reader may live in another one. */
export function timeOf(
  { date, time, timeZone }: Pick<Game, "date" | "time" | "timeZone">,
  { t, locale }: Pick<Reader, "t" | "locale">,
): ComponentChildren {
  const zone = foreignZone(timeZone, date, locale);
  if (time === "" || timeZone === null || zone === "") return formatTime(time, locale);
  const there = formatTime(time, locale);
  return (
    <EventTime
      time={there}
      inZone={t("game.timeIn", { time: there, zone })}
      at={momentOf(date, time, timeZone)}
      locale={locale}
      yours={t("game.yourTime", { time: "{{time}}" })}
    />
  );
}
