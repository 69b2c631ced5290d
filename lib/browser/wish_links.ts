/** Parses what people type or paste as wishes: lines, links, or both. Pure, for the server and for browsers. */
import { cleanLink, parseUrl } from "../game/clean_link.ts";
import { WISH_LIMITS } from "../game/wish_limits.ts";
import { linkify } from "./linkify.ts";

export { cleanLink };

/** How much of a text is read, in UTF-16 code units and lines: far more than a list can hold. */
const MAX_TEXT = 50_000;
const MAX_LINES = 500;

/** The parts of a wish in a line of text; "" for those it does not have. */
export interface TypedWish {
  title: string;
  /** Cleaned by `cleanLink`. */
  url: string;
  /** The rest of a very long line, which the title cannot hold. */
  note: string;
  price: { amount: string; currency: string } | null;
}

/** Bullets of a list, as in "- " and "• ". */
const LIST_MARK = /^\s*[-*+•·–—☐✓・]\s+/u;

/** Numbers of a list, as in "3. " and "3) ", or of something else, as in "3. Staffel" and "24. Dezember". */
const LIST_NUMBER = /^\s*(\d{1,2})[.)]\s+/;

/** A price as written by `readHandedWish`: "(49.99 EUR)". */
const PRICE = /\s*\((\d{1,10}(?:\.\d{1,2})?) ([A-Z]{3})\)$/;

/**
 * Characters between a title and its link, or left where the link was. The group captures those between words, which
 * are kept; it takes a whole run at once, because trying each character as a start would cost the time of a run.
 */
const LEFT_OVER = /[(（[]\s*[)）\]]|^[\s:：,;|–—→>-]+|[\s:：,;|–—→>-]+[.。]?$|([\s:：,;|–—→>-]+)/gu;

/**
 * Reads wishes from text, one from each line that is not empty. A link becomes the wish’s URL; without other words, the
 * title is made from the link. A line of several links becomes one wish each. A URL that `cleanLink` refuses stays in
 * the title as typed. Nothing of a text that fits in a list is lost.
 */
export function parseWishLines(text: string): TypedWish[] {
  const lines = text.slice(0, MAX_TEXT).split(/\r\n?|[\n\u2028\u2029]/, MAX_LINES);
  return withoutNumbers(lines).flatMap((line) => {
    const pieces = linkify(line.replace(LIST_MARK, ""));
    const links = pieces.flatMap(({ href }) => (href && cleanLink(href)) || []);
    const words = pieces.flatMap(({ text, href }) => href && cleanLink(href) ? [] : [text]);
    const title = words.join(" ").replace(/\s+/g, " ").replace(LEFT_OVER, "$1").trim();
    if (!/[\p{L}\p{N}\p{S}]/u.test(title)) return links.map((url) => wishOf(titleOf(url), url));
    const [url = "", ...others] = links;
    const [priced, amount, currency] = PRICE.exec(title) ?? [];
    // Only text handed over with a link has its price in this form: elsewhere, "(8 AAA)" may mean anything.
    if (url === "" || !priced || !amount || !currency) {
      return [wishOf([title, ...others].join(" "), url)];
    }
    const named = title.slice(0, -priced.length) || titleOf(url) || title;
    return [wishOf([named, ...others].join(" "), url, { amount, currency })];
  });
}

/** Removes numbers that count from 1 to at least 2, whatever is between them; other numbers may mean something. */
function withoutNumbers(lines: readonly string[]): string[] {
  let counted = 0;
  const isCounted = lines.map((line) => {
    const [, number] = LIST_NUMBER.exec(line) ?? [];
    if (Number(number) !== counted + 1) return false;
    counted++;
    return true;
  });
  return lines.map((line, index) => {
    const rest = line.replace(LIST_NUMBER, "");
    return rest === "" || isCounted[index] && counted > 1 ? rest : line;
  });
}

/** The title for a bare link: the words of its path, or its host. */
function titleOf(url: string): string {
  return titleFromLink(url) || hostOf(url);
}

/** Puts what the title cannot hold into the note. Loses nothing, even if both are then too long. */
function wishOf(text: string, url: string, price: TypedWish["price"] = null): TypedWish {
  const title = atWord(text, WISH_LIMITS.wishTitle);
  return { title, url, note: text.slice(title.length).trim(), price };
}

/** The start of a text, if possible up to the end of a word. @param max UTF-16 code units */
export function atWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max + 1).replace(/\s+\S*$/u, "");
  // Half a surrogate pair is not valid text.
  return start.length <= max ? start : text.slice(0, max).replace(/[\ud800-\udbff]$/, "");
}

/**
 * The host of a web address for display, without "www."; "" if it has none. Always ASCII, `xn--…` for other letters,
 * which could imitate the name of another shop.
 */
export function hostOf(url: string): string {
  return parseUrl(url)?.hostname.replace(/^www\./, "") ?? "";
}

/** Path segments that do not name a product. */
const COMMON =
  /^(albums?|apps?|artikel(details)?|articles?|books?|buy|catalog|categor(y|ies)|collections?|details?|home|index|items?|listings?|livres?|music|pages?|playlists?|produ[ck]te?n?|produc?to?s?|products?|produits?|productpage|projects?|search|shops?|stores?|tracks?|videos?|view|watch)$/i;

const EXTENSION = /\.(html?|php|aspx?|jsp)$/i;
/** A language or a country: "de", "en-us", "intl-de". */
const LOCALE = /^([a-z]{2,4}[-_])?[a-z]{2}$/i;
/** Two-part catalogue numbers: "MLB-1234567890-" at the start, "-ni112o0b4-a11" at the end. */
const CATALOGUE_NUMBER = /^[a-z]{1,4}-\d{6,}-|-(?=[a-z]*\d)[a-z0-9]{9}-[a-z0-9]{3}$/gi;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** A title from the last words in a URL's path: "lego-technic-42151" is "Lego technic 42151"; "" if there are none. */
export function titleFromLink(url: string): string {
  const parts = (parseUrl(url)?.pathname ?? "").split("/").map(wordsOf).reverse();
  const words = parts.find((part) => part.length > 1) ??
    parts.find(([word = ""]) => /^(\p{L}{4,}|\p{Lo}{2,})$/u.test(word)) ?? [];
  const title = words.join(" ");
  // The first character may take two code units.
  return atWord(title.replace(/^./u, (letter) => letter.toUpperCase()), WISH_LIMITS.wishTitle);
}

/** The words of a path segment, without catalogue numbers around them; [] if it does not name a product. */
function wordsOf(part: string): string[] {
  const text = decode(part).replace(EXTENSION, "").replace(UUID, "").replace(CATALOGUE_NUMBER, "");
  if (LOCALE.test(text) || text.includes("=")) return [];
  const words = text.split(/[^\p{L}\p{M}\p{N}'’&]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  while (isNumber(words.at(-1))) words.pop();
  while (isNumber(words[0])) words.shift();
  const isNamed = words.some((word) => /\p{L}{3}|\p{Lo}{2}/u.test(word) && !COMMON.test(word));
  return isNamed ? words : [];
}

/** True for a catalogue number: many digits, digits among letters, or a single letter ("p-12345678"). */
function isNumber(word: string | undefined): boolean {
  return word !== undefined && /^(\d{6,}|(?=.*\d)(?=.*[a-z])\w{7,}|[a-z])$/i.test(word);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
