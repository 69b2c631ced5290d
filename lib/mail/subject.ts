import { formatShortDate } from "../browser/format.ts";
import { coverOf } from "../game/cover.ts";
import { todayIn } from "../game/calendar.ts";
import type { Cover, Game, Language } from "../game/types.ts";
import { localeAt } from "../i18n/time_zone.ts";
import type { Translate } from "../i18n/translate.ts";

/** The parts of a game that subjects use to tell games apart. */
export type SubjectGame = Pick<Game, "cover" | "name" | "date" | "timeZone" | "language">;

/**
 * "Christmas, Dec 25": tells the mails of different games apart. Uses only the service's own words, chosen by the
 * game's name and cover, because an unwanted mail could carry a stranger's words to anyone.
 */
export function aboutGame(game: SubjectGame, language: Language, t: Translate, now: Date): string {
  const day = dayOf(game, language, now);
  const occasion = occasionOf(game);
  return t("mail.about", {
    occasion: t(occasion ? `mail.occasions.${occasion}` : "common.siteName"),
    day,
  });
}

/** A date outside all seasons: with it, only the name decides. */
const NO_SEASON = "2000-10-01";

/**
 * Occasions that the date alone may decide. Others are ambiguous: people celebrate several days around New Year, and
 * winter in one hemisphere is summer in the other.
 */
const KNOWN_BY_DAY: readonly Cover[] = ["christmas", "sinterklaas"];

/** @returns null if neither the name nor the date points to an occasion. */
function occasionOf(game: SubjectGame): Exclude<Cover, "neutral"> | null {
  const named = coverOf({ ...game, date: NO_SEASON });
  if (named !== "neutral") return named;
  const guessed = coverOf(game);
  return guessed !== "neutral" && KNOWN_BY_DAY.includes(guessed) ? guessed : null;
}

/** "Dec 25", in the event's locale, with the year unless it is the current one. */
function dayOf({ date, timeZone }: SubjectGame, language: Language, now: Date): string {
  const hasYear = date.slice(0, 4) !== todayIn(timeZone, now).slice(0, 4);
  return formatShortDate(date, localeAt(language, timeZone), { hasYear });
}
