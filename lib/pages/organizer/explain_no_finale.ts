import { formatDate, formatMoment } from "../../browser/format.ts";
import { closingDay } from "../../game/calendar.ts";
import { overAt } from "../../game/finale.ts";
import type { Game } from "../../game/types.ts";
import type { Reader } from "../../i18n/reader.ts";

/** Says that a game closes before its pairs may be shown: see `closesBeforeFinale`. */
export function explainNoFinale(game: Game, { t, locale }: Reader): string {
  return t("finale.tooSoon", {
    when: formatMoment(new Date(overAt(game)).toISOString(), locale, game.timeZone),
    date: formatDate(closingDay(game), locale),
  });
}
