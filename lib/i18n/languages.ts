import Negotiator from "negotiator";
import { type Language, LANGUAGES } from "../game/types.ts";

/** The best of the nine for an Accept-Language header; `en` where none fits. */
export function negotiateLanguage(headers: Headers): Language {
  const negotiator = new Negotiator({
    headers: { "accept-language": headers.get("accept-language") ?? undefined },
  });
  const best = negotiator.language([...LANGUAGES]);
  return isLanguage(best) ? best : "en";
}

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text);
}
