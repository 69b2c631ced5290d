import Negotiator from "negotiator";
import { languageTag } from "../browser/format.ts";
import { type Language, LANGUAGES } from "../game/types.ts";

/**
 * The best of our languages for an Accept-Language header; `en` where none fits.
 *
 * A region counts for nothing, the script for all: `de-AT` is served by `de`, but `zh-HK` and `zh-TW` stand
 * for traditional characters, which are not those of `zh`. What the header ranks first wins, however exactly
 * something later fits; `Negotiator` itself would take `en` for `de-AT,en;q=0.9,de;q=0.8`.
 */
export function negotiateLanguage(headers: Headers): Language {
  for (const tag of acceptedTags(headers)) {
    const best = BY_WRITTEN_FORM.get(writtenForm(tag));
    if (best) return best;
  }
  return "en";
}

/**
 * Where the reader most likely lives (ISO 3166, or a part of the world in UN M.49: "419"): the region of the
 * language that their Accept-Language header ranks first, else where most people of that language live.
 * Regions of further languages say nothing: `de,en-US;q=0.5` is what browsers send in Germany.
 * @param language whose country it is where the header says nothing
 */
export function likelyRegion(headers: Headers, language: Language): string {
  const locales = acceptedTags(headers).flatMap((tag) => localeOf(tag) ?? []);
  const [first = new Intl.Locale(language)] = locales;
  const named = locales.find((locale) => locale.language === first.language && locale.region);
  return (named ?? first.maximize()).region ?? "";
}

/**
 * In which form of a language dates, times and money are written for a reader: British English has no
 * "December 24". The region is where they most likely live, whichever language they have chosen.
 */
export function likelyLocale(headers: Headers, language: Language): string {
  const region = likelyRegion(headers, language);
  return new Intl.Locale(languageTag(language), region ? { region } : {}).toString();
}

/** The tags of an Accept-Language header, the most wanted first. */
function acceptedTags(headers: Headers): string[] {
  const accepted = headers.get("accept-language");
  if (!accepted) return [];
  return new Negotiator({ headers: { "accept-language": accepted } }).languages().slice(
    0,
    READ_TAGS,
  );
}

/** So many tags of a header are looked at; a person has fewer, an attacker more. */
const READ_TAGS = 20;

const BY_WRITTEN_FORM = new Map(LANGUAGES.map((language) => [writtenForm(language), language]));

/** "zh-Hans": a language and the script that it is most likely written in; "" for `*` and for nonsense. */
function writtenForm(tag: string): string {
  const locale = localeOf(tag)?.maximize();
  return locale ? `${locale.language}-${locale.script}` : "";
}

function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text);
}
