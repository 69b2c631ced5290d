import Negotiator from "negotiator";
import { type Language, LANGUAGES } from "../game/types.ts";

/**
 * The best of our languages for an Accept-Language header; `en` where none fits.
 *
 * A region counts for nothing, the script for all: `de-AT` is served by `de`, but `zh-HK` and `zh-TW` stand
 * for traditional characters, which are not those of `zh`. What the header ranks first wins, however exactly
 * something later fits; `Negotiator` itself would take `en` for `de-AT,en;q=0.9,de;q=0.8`.
 */
export function negotiateLanguage(headers: Headers): Language {
  const accepted = headers.get("accept-language");
  if (!accepted) return "en";
  const negotiator = new Negotiator({ headers: { "accept-language": accepted } });
  for (const tag of negotiator.languages().slice(0, READ_TAGS)) {
    const best = BY_WRITTEN_FORM.get(writtenForm(tag));
    if (best) return best;
  }
  return "en";
}

/** So many tags of a header are looked at; a person has fewer, an attacker more. */
const READ_TAGS = 20;

const BY_WRITTEN_FORM = new Map(LANGUAGES.map((language) => [writtenForm(language), language]));

/** "zh-Hans": a language and the script that it is most likely written in; "" for `*` and for nonsense. */
function writtenForm(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return "";
  }
}

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text);
}
