import { formatShortDate } from "../browser/format.ts";
import { coverOf } from "../game/cover.ts";
import { todayIn } from "../game/calendar.ts";
import type { Cover, Game, Language } from "../game/types.ts";
import { localeAt } from "../i18n/time_zone.ts";
import type { Translate } from "../i18n/translate.ts";

/** What of a game decides how subjects tell it from others. */
export type SubjectGame = Pick<Game, "cover" | "name" | "date" | "timeZone" | "language">;

/**
 * "Christmas, Dec 25": what tells the mails of one game from those of another. These are words of ours alone, which
 * the game's name and cover only choose among, as a stranger's could reach anyone by an unasked mail.
 */
export function aboutGame(game: SubjectGame, language: Language, t: Translate, now: Date): string {
  const day = dayOf(game, language, now);
  const occasion = occasionOf(game);
  return t("mail.about", {
    occasion: t(occasion ? `mail.occasions.${occasion}` : "common.siteName"),
    day,
  });
}

/** A day of no season: what is guessed of a game on it is in its name. */
const NO_SEASON = "2000-10-01";

/**
 * What the day alone is enough for. About New Year people celebrate other days, too, and while it is winter here, it
 * is summer elsewhere.
 */
const KNOWN_BY_DAY: readonly Cover[] = ["christmas", "sinterklaas"];

/** @returns null where the cover tells no more than the day. */
function occasionOf(game: SubjectGame): Exclude<Cover, "neutral"> | null {
  const named = coverOf({ ...game, date: NO_SEASON });
  if (named !== "neutral") return named;
  const guessed = coverOf(game);
  return guessed !== "neutral" && KNOWN_BY_DAY.includes(guessed) ? guessed : null;
}

/** "Dec 25", as it is written where the event is, with its year where that is not the present one. */
function dayOf({ date, timeZone }: SubjectGame, language: Language, now: Date): string {
  const hasYear = date.slice(0, 4) !== todayIn(timeZone, now).slice(0, 4);
  return formatShortDate(date, localeAt(language, timeZone), { hasYear });
}
