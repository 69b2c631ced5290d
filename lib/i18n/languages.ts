import Negotiator from "negotiator";
import { languageTag } from "../browser/format.ts";
import { keeping } from "../browser/formatters.ts";
import { type Language, LANGUAGES } from "../game/types.ts";

/**
 * Returns the best supported language for an Accept-Language header; `en` if none matches.
 *
 * The region is ignored, but not the script: `de-AT` gets `de`, but `zh-HK` and `zh-TW` mean traditional characters,
 * which our `zh` does not use. The header's first match wins, even if a later one matches more exactly; `Negotiator`
 * itself would choose `en` for `de-AT,en;q=0.9,de;q=0.8`.
 */
export function negotiateLanguage(headers: Headers): Language {
  return bestOf(readAccepted(headers), null);
}

const bestOf = keeping((accepted, _options: null): Language => {
  for (const tag of acceptedTags(accepted)) {
    const best = BY_WRITTEN_FORM.get(writtenForm(tag)) ?? KIN.get(localeOf(tag)?.language);
    if (best) return best;
  }
  return "en";
});

/**
 * Returns the reader's most likely region (ISO 3166, or UN M.49 such as "419"): the region of the first language in
 * their Accept-Language header, otherwise the main region of that language. Regions of further languages are ignored,
 * because browsers in Germany send `de,en-US;q=0.5`.
 * @param language decides if the header has none
 */
export function likelyRegion(headers: Headers, language: Language): string {
  return regionOf(readAccepted(headers), language);
}

const regionOf = keeping((accepted, language: Language): string => {
  const locales = acceptedTags(accepted).flatMap((tag) => localeOf(tag) ?? []);
  const [first = new Intl.Locale(language)] = locales;
  const named = locales.find((locale) => locale.language === first.language && locale.region);
  return (named ?? first.maximize()).region ?? "";
});

/**
 * Returns the locale for a reader's dates, times and money, because British English does not write "December 24". The
 * region is the one where the reader most likely lives, whatever language they choose.
 */
export function likelyLocale(headers: Headers, language: Language): string {
  return localeIn(languageTag(language), likelyRegion(headers, language));
}

/** Returns the locale for texts, with the region of this language in the header, otherwise the most likely region. */
export function wordsLocale(headers: Headers, language: Language): string {
  const region = ownRegionOf(readAccepted(headers), language);
  return region ? localeIn(languageTag(language), region) : likelyLocale(headers, language);
}

const ownRegionOf = keeping((accepted, language: Language): string => {
  const locales = acceptedTags(accepted).flatMap((tag) => localeOf(tag) ?? []);
  return locales.find((one) => one.language === language && one.region)?.region ?? "";
});

const localeIn = keeping((tag, region: string) =>
  new Intl.Locale(tag, region ? { region } : {}).toString()
);

/** Reads only the beginning of an Accept-Language header, because parsing a long one takes many milliseconds. */
function readAccepted(headers: Headers): string {
  return headers.get("accept-language")?.slice(0, READ_LENGTH) ?? "";
}

/** Maximum number of characters read from a header; only attackers send more. */
const READ_LENGTH = 1000;

/** The tags of an Accept-Language header, the most preferred first. */
function acceptedTags(accepted: string): string[] {
  if (!accepted) return [];
  return new Negotiator({ headers: { "accept-language": accepted } }).languages().slice(
    0,
    READ_TAGS,
  );
}

/** Maximum number of tags read from a header; only attackers send more. */
const READ_TAGS = 20;

const BY_WRITTEN_FORM = new Map(LANGUAGES.map((language) => [writtenForm(language), language]));

/** Unsupported languages, with the supported language that their speakers also read. */
const KIN = new Map<string | undefined, Language>([
  ["ca", "es"],
  ["gl", "es"],
  ["gsw", "de"],
  ["lb", "de"],
]);

/** A language with its most likely script, "zh-Hans"; "" for `*` and invalid tags. */
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
