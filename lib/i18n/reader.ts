import type { Language } from "../game/types.ts";
import type { Translate } from "./translate.ts";

/** Light, dark, or the reader's system setting. */
export const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number] | null;

/** The reader of a page. */
export interface Reader {
  language: Language;
  /** True if they chose the language here; then a game's language does not override it. */
  hasChosenLanguage: boolean;
  /** Their browser's language, offered if the page is in the game's language instead; null: nothing to offer. */
  ownLanguage: Language | null;
  /** The language in the page's URL, which links to other public pages keep. */
  addressLanguage: Language | null;
  /** The locale for dates, times and money: the language with the reader's region. */
  locale: string;
  theme: Theme;
  /** The operator's name for the site; null: `common.siteName` of the locales. */
  siteName: string | null;
  t: Translate;
}
