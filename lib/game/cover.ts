import { isSouthern } from "./hemisphere.ts";
import type { Cover, Game } from "./types.ts";

/** Words for occasions in the service's languages; the first match wins. */
const WORDS: readonly [Cover, RegExp][] = [
  [
    "birthday",
    /birthday|geburtstag|anniversaire|cumpleaños|aniversário|compleanno|verjaardag|誕生|生日/,
  ],
  ["sinterklaas", /sinterklaas|pakjesavond|nikolaus|saint[- ]nicolas|san nicol[òa]|聖ニコラス/],
  [
    "newyear",
    /new year|silvester|neujahr|nouvel an|réveillon|año nuevo|fin de año|ano[- ]novo|capodanno|oud en nieuw|nieuwjaar|正月|新年|忘年|元旦|春节|跨年/,
  ],
  [
    "office",
    /\boffice|\bteam\b|\bwork\b|company|colleague|büro|firma|firmen|kolleg|betrieb|bureau|entreprise|collègue|oficina|empresa|trabajo|escritório|trabalho|ufficio|aziendal|lavoro|colleghi|kantoor|bedrijf|werkvloer|会社|職場|オフィス|社内|公司|办公|同事/,
  ],
  [
    "christmas",
    /christmas|xmas|santa|weihnacht|heiligabend|wichtel|advent(?!ur)|noël|navid|natal|kerst|クリスマス|圣诞|聖誕/,
  ],
  [
    "spring",
    /easter|spring\b|ostern|frühling|pâques|printemps|pascua|primavera|páscoa|pasqua|^pasen\b|met pasen\b|paas|\blente(?:feest)?\b|イースター|復活祭|春|复活节/,
  ],
];

/** Covers by day of the year; each row ends with its MM-DD, inclusive. */
const SEASONS: readonly [string, Cover][] = [
  ["01-06", "newyear"],
  ["02-29", "winter"],
  ["05-31", "spring"],
  ["11-14", "neutral"],
  ["12-09", "winter"],
  ["12-26", "christmas"],
  ["12-31", "newyear"],
];

/** Covers that a day implies only north of the equator. */
const NORTHERN: readonly Cover[] = ["winter", "spring"];

/** The parts of a game that its cover depends on. */
export type CoverGame = Pick<Game, "cover" | "name" | "date" | "language" | "timeZone">;

/**
 * Returns the chosen cover of a game, or one guessed from its name and date. South of the equator no season is guessed.
 *
 * @param region ISO 3166, used if the game has no time zone; default: the main region of its language
 */
export function coverOf(
  { cover, name, date, language, timeZone }: CoverGame,
  region?: string,
): Cover {
  if (cover !== "") return cover;
  const words = name.normalize("NFKC").toLowerCase();
  const named = WORDS.find(([, pattern]) => pattern.test(words));
  if (named) return named[0];
  const day = date.slice(5);
  if (language === "nl" && (day === "12-05" || day === "12-06")) return "sinterklaas";
  const season = SEASONS.find(([last]) => day <= last)?.[1] ?? "neutral";
  if (!NORTHERN.includes(season)) return season;
  const place = region ?? new Intl.Locale(language).maximize().region ?? "";
  return isSouthern(timeZone, place) ? "neutral" : season;
}
