import type { ComponentChildren } from "preact";
import { formatTime } from "@/lib/browser/format.ts";
import { momentOf } from "@/lib/game/calendar.ts";
import type { Game } from "@/lib/game/types.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import { foreignZone } from "@/lib/i18n/time_zone.ts";
import EventTime from "../(_islands)/EventTime.tsx";

/** When it begins; where its reader may live by other clocks, by whose it is. */
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
