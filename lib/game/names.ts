import { normalizedKey } from "./identity.ts";

/** Invisible characters and those that reverse the text direction. U+2800 is the blank braille pattern. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE, "gu");

/** Scripts that use ZWJ and ZWNJ (RFC 5892, appendix A, defines the contexts). */
const JOINING = `\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nko}\\p{scx=Deva}\\p{scx=Beng}` +
  `\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}` +
  `\\p{scx=Sinh}\\p{scx=Mymr}\\p{scx=Khmr}\\p{scx=Tibt}`;

/** Virama signs, after which a joiner may also end a word, as in Sinhala and Malayalam. */
const VIRAMA =
  "\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2";

const SYMBOL = "\\p{Emoji}[\\ufe0e\\ufe0f]?\\p{Emoji_Modifier}?\\u20e3?";

/**
 * Contexts in which invisible characters are legitimate: in an emoji, between joining letters, at a variation
 * sequence.
 */
const RIGHTLY_INVISIBLE = new RegExp(
  [
    // Flags of regions, spelled with tag characters after a black flag: England, Scotland, Wales.
    "(?<=\\u{1f3f4})[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{2,6}\\u{e007f}",
    `(?<=${SYMBOL})\\u200d(?=\\p{Extended_Pictographic})`,
    "(?<=\\p{Emoji}\\p{Emoji_Modifier}?)[\\ufe0e\\ufe0f]",
    "(?<=\\p{Ideographic})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]",
    "(?<=\\p{scx=Mong})[\\u180b-\\u180d\\u180f]",
    `(?<=[${VIRAMA}])[\\u200c\\u200d]`,
    `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
  ].join("|"),
  "gu",
);

/** More combining marks on a letter than any language uses, after composition. */
const PILED_MARKS = /[\p{Mn}\p{Me}]{5}/u;

/** Alphabets with look-alike letters: a word that mixes them can imitate another. */
const ALPHABETS = ["Latn", "Cyrl", "Grek", "Armn", "Cher", "Copt"]
  .map((script) => new RegExp(`\\p{sc=${script}}`, "u"));
const OTHER_ALPHABETS = /[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Cher}\p{sc=Copt}]/u;

/** The common case in most of our languages: always valid. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 .'-]*$/;

/**
 * The reason why a name is unreadable or can imitate another; null if it is fine. Emoji, and the joiners that
 * Persian or Hindi need, are allowed. Stored names may violate this; they are still read.
 */
export function problemOfName(name: string): string | null {
  if (PLAIN.test(name)) return null;
  const seen = name.replace(RIGHTLY_INVISIBLE, "");
  if (INVISIBLE.test(seen)) return "must not contain invisible characters";
  if (PILED_MARKS.test(seen.normalize("NFC"))) return "has too many marks on one letter";
  if (seen !== "" && !/[\p{L}\p{N}\p{P}\p{S}]/u.test(seen)) return "must show something";
  const written = seen.normalize("NFKC");
  // Checking words is slow, and few names use a second alphabet at all.
  if (!OTHER_ALPHABETS.test(written)) return null;
  const alphabets = ALPHABETS.filter((alphabet) => alphabet.test(written));
  if (alphabets.length < 2) return null;
  for (const word of written.split(/[^\p{L}\p{M}]+/u)) {
    if (alphabets.filter((alphabet) => alphabet.test(word)).length > 1) {
      return "must not mix letters of several alphabets in one word";
    }
  }
  return null;
}

/** Lower-case Cyrillic and Greek letters, each above its Latin look-alike. */
const ALIKE = "аеорсухіјѕһԁԛԝӏкмтвнгοανρτυικχεηω";
const LATIN = "aeopcyxijshdqwlkmtbhroavptuikxenw";
const LOOKALIKES = new Map([...ALIKE].map((letter, index) => [letter, LATIN.charAt(index)]));
const ALL_ALIKE = new RegExp(`[${ALIKE}]`, "g");

/** Text without invisible characters and look-alikes. */
const ASCII = /^[ -~]*$/;

/**
 * A key that is equal for names that look the same: `normalizedKey` without invisible characters, with
 * uniform spaces, and with Latin letters for their look-alikes. Only checked for new names; the database
 * enforces `normalizedKey`.
 *
 * Not the skeletons of UTS 39: the packages for them are unmaintained, and they equate "rn" with "m" and "1"
 * with "l", although the names of one family may differ in these.
 */
export function confusableKey(name: string): string {
  if (ASCII.test(name)) return normalizedKey(name).replace(/ {2,}/g, " ");
  const key = normalizedKey(name.replace(ALL_INVISIBLE, "")).replace(/\s+/g, " ").trim();
  return key.replace(ALL_ALIKE, (letter) => LOOKALIKES.get(letter) ?? letter);
}
