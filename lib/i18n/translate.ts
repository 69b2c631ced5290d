import i18next, { type TFunction } from "i18next";
import de from "@/locales/de.json" with { type: "json" };
import en from "@/locales/en.json" with { type: "json" };
import es from "@/locales/es.json" with { type: "json" };
import fr from "@/locales/fr.json" with { type: "json" };
import it from "@/locales/it.json" with { type: "json" };
import ja from "@/locales/ja.json" with { type: "json" };
import nl from "@/locales/nl.json" with { type: "json" };
import pt from "@/locales/pt.json" with { type: "json" };
import zh from "@/locales/zh.json" with { type: "json" };
import { type Language, LANGUAGES } from "../game/types.ts";

/** Every text of the service by language; all have the same keys. */
export const LOCALES = { en, es, pt, fr, it, ja, zh, de, nl };

const i18n = i18next.createInstance();
await i18n.init({
  resources: Object.fromEntries(
    LANGUAGES.map((language) => [language, { translation: LOCALES[language] }]),
  ),
  fallbackLng: false,
  returnNull: false,
  // Preact escapes what it renders; escaping here too would show entities to people.
  interpolation: { escapeValue: false },
});

/** Translates a key of the locales, with its placeholders and plural filled in. */
export type Translate = TFunction;

/** The translation function of one language. */
export function translator(language: Language): Translate {
  return i18n.getFixedT(language);
}
