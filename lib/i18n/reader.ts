import type { Language } from "../game/types.ts";
import type { Translate } from "./translate.ts";

/** Light, dark, or as the reader's system has it. */
export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number] | null;

/** For whom a page is written. */
export interface Reader {
  language: Language;
  /** Whether they chose the language here; then no game's language takes its place. */
  hasChosenLanguage: boolean;
  /** The language that the page's own address names, which links to other public pages go on in. */
  addressLanguage: Language | null;
  /** By which dates, times and money are written: the language, as it is used where the reader is. */
  locale: string;
  theme: Theme;
  t: Translate;
}
