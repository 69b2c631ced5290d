import { keeping } from "./formatters.ts";

/** Hebrew, Arabic and the other right-to-left scripts, and control characters that change the direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202a-\u202e\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const ISOLATED = /\u2068[^\u2069]*\u2069/g;

/** Scripts written right to left, as named by `Intl.Locale`, because Firefox has no `getTextInfo`. */
const SCRIPTS = ["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"];

const scriptOf = keeping((locale, options: Intl.LocaleOptions) =>
  new Intl.Locale(locale, options).maximize().script ?? ""
);

/** Writing direction of a language, for `dir`. @param locale BCP 47 tag */
export function directionOf(locale: string): "ltr" | "rtl" {
  return SCRIPTS.includes(scriptOf(locale, {})) ? "rtl" : "ltr";
}

/** True if a text contains right-to-left letters. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/**
 * Wraps a value in FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE if it could otherwise reorder the words and numbers
 * around it, such as a Hebrew name in an English sentence. Other values and parts already isolated stay unchanged.
 *
 * @param isWithinRightToLeft true if the sentence itself is written right to left.
 */
export function isolate(value: string, isWithinRightToLeft = false): string {
  const bare = value.replaceAll(ISOLATED, "");
  const isForeign = isWithinRightToLeft ? /[\p{L}\p{N}]/u.test(bare) : isRightToLeft(bare);
  return isForeign ? `\u2068${value}\u2069` : value;
}

/** Removes the isolates from text that programs read, such as names in mail headers. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, "");
}
