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
  theme: Theme;
  t: Translate;
}
