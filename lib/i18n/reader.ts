import type { Language } from "../game/types.ts";
import type { Translate } from "./translate.ts";

/** Light, dark, or the reader's system setting. */
export const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number] | null;

/** The reader of a page. */
export interface Reader {
  language: Language;
  /** True if the reader chose the language on this site; a game's language does not override it then. */
  hasChosenLanguage: boolean;
  /** The browser's language, offered if the page is in the game's language instead; null if there is none to offer. */
  ownLanguage: Language | null;
  /** The language in the page's URL, which links to other public pages preserve. */
  addressLanguage: Language | null;
  /** The locale for dates, times and money: the language with the reader's region. */
  locale: string;
  theme: Theme;
  /** The operator's name for the site; null to use `common.siteName` of the locales. */
  siteName: string | null;
  t: Translate;
}
