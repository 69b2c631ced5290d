import type { Game, Language } from "../game/types.ts";

/** A language as it is written in America, and elsewhere, where the language alone does not say enough. */
const REGIONS: Partial<Record<Language, { america?: string; elsewhere?: string }>> = {
  en: { elsewhere: "en-GB" },
  es: { america: "es-419" },
  fr: { america: "fr-CA" },
};

/**
 * How dates, times and money are written for who is told of a game and has not asked for a page: nobody but the
 * event's time zone says where they are.
 *
 * @returns a BCP 47 tag.
 */
export function gameLocale({ timeZone }: Pick<Game, "timeZone">, language: Language): string {
  if (timeZone === null) return language;
  const { america, elsewhere } = REGIONS[language] ?? {};
  return (/^(America|US|Pacific\/Honolulu)/.test(timeZone) ? america : elsewhere) ?? language;
}
