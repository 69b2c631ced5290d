import { normalizedKey } from "./identity.ts";

/** What shows nothing or turns the order of letters, wherever it stands. U+2800 is braille's blank. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE, "gu");

/** The scripts whose letters join, or do not, by ZWJ and ZWNJ (RFC 5892, appendix A, names the contexts). */
const JOINING = `\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nko}\\p{scx=Deva}\\p{scx=Beng}` +
  `\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}` +
  `\\p{scx=Sinh}\\p{scx=Mymr}\\p{scx=Khmr}\\p{scx=Tibt}`;

/** The signs that silence a vowel, behind which a joiner may also end a word: Sinhala and Malayalam do. */
const VIRAMA =
  "\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca\\u1039\\u17d2";

const SYMBOL = "\\p{Emoji}[\\ufe0e\\ufe0f]?\\p{Emoji_Modifier}?\\u20e3?";

/** Where something invisible has its place: within an emoji, between letters that join, at a variant of one. */
const RIGHTLY_INVISIBLE = new RegExp(
  [
    // A region's flag, spelt out behind a black one: England, Scotland, Wales.
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

/** More marks on one letter than any language writes, once those that have a letter of their own are in it. */
const PILED_MARKS = /[\p{Mn}\p{Me}]{5}/u;

/** Alphabets whose letters look alike, so that a word which mixes them only seems to be another one. */
const ALPHABETS = ["Latn", "Cyrl", "Grek", "Armn", "Cher", "Copt"]
  .map((script) => new RegExp(`\\p{sc=${script}}`, "u"));
const OTHER_ALPHABETS = /[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Cher}\p{sc=Copt}]/u;

/** Most names of most of our languages; nothing is wrong with them. */
const PLAIN = /^[A-Za-z0-9][A-Za-z0-9 .'-]*$/;

/**
 * Why a name of one line cannot be told from another, or cannot be read; null where nothing is wrong.
 * Emoji, and the joiners that Persian or Hindi need, are welcome. Old names may break it: they are read.
 */
export function problemOfName(name: string): string | null {
  if (PLAIN.test(name)) return null;
  const seen = name.replace(RIGHTLY_INVISIBLE, "");
  if (INVISIBLE.test(seen)) return "must not contain invisible characters";
  if (PILED_MARKS.test(seen.normalize("NFC"))) return "has too many marks on one letter";
  if (seen !== "" && !/[\p{L}\p{N}\p{P}\p{S}]/u.test(seen)) return "must show something";
  const written = seen.normalize("NFKC");
  // Words are long to look through, and few names are of two alphabets at all, so of any but ours.
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

/** Small Cyrillic and Greek letters, each above the Latin one that it looks like in most typefaces. */
const ALIKE = "аеорсухіјѕһԁԛԝӏкмтвнгοανρτυικχεηω";
const LATIN = "aeopcyxijshdqwlkmtbhroavptuikxenw";
const LOOKALIKES = new Map([...ALIKE].map((letter, index) => [letter, LATIN.charAt(index)]));
const ALL_ALIKE = new RegExp(`[${ALIKE}]`, "g");

/** Nothing of it is invisible, or looks like a letter of ours without being it. */
const ASCII = /^[ -~]*$/;

/**
 * The same for names that look the same: `normalizedKey` without what is invisible, spaces of one width, and
 * Latin letters for those of other alphabets that look like them. A rule for new names alone; what the
 * database holds to is `normalizedKey`.
 *
 * Why not the skeletons of UTS 39: the packages that have them are no longer kept, and they take "rn" for
 * "m" and "1" for "l", which names of one family differ in.
 */
export function confusableKey(name: string): string {
  if (ASCII.test(name)) return normalizedKey(name).replace(/ {2,}/g, " ");
  const key = normalizedKey(name.replace(ALL_INVISIBLE, "")).replace(/\s+/g, " ").trim();
  return key.replace(ALL_ALIKE, (letter) => LOOKALIKES.get(letter) ?? letter);
}
