/** A wish handed over as text by a shop’s page, through the bookmarklet, or by the share sheet of another app. Pure. */
import { WISH_LIMITS } from "../game/wish_limits.ts";
import { linkify } from "./linkify.ts";
import { atWord, cleanLink, parseWishLines } from "./wish_links.ts";

/** The data handed over, all of it untrusted. */
export interface HandedWish {
  /** One or more lines that `parseWishLines` reads; "" if nothing was handed over. */
  text: string;
  /** URL of a picture, which is never loaded; "" for none. */
  picture: string;
}

/** Maximum length of text without a link, in UTF-16 code units. */
const MAX_TEXT = 2000;

/** Control characters, and those that hide text or change its direction. */
const UNSEEN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * Reads the fields of a form or a fragment: `title`, `text`, `url`, and from the bookmarklet also `price`, `currency`
 * and `image`. With a link the result is one wish; shared text without a link may be several.
 */
export function readHandedWish(given: URLSearchParams): HandedWish {
  const text = (name: string) => oneLine(given.get(name) ?? "");
  const shared = (given.get("text") ?? "").slice(0, MAX_TEXT).split(/\r\n?|\n/).map(oneLine)
    .filter(Boolean).join("\n");
  const linked = parseWishLines(shared).find(({ url }) => url);
  const url = cleanLink(text("url")) ?? linked?.url ?? "";
  const title = withoutLinks(text("title")) || withoutLinks(linked?.title ?? "");
  const picture = cleanLink(text("image")) ?? "";
  if (url === "") return { text: shared || title, picture };
  const currency = text("currency").toUpperCase();
  const amount = amountOf(text("price"), currency);
  const price = amount && /^[A-Z]{3}$/.test(currency) ? `(${amount} ${currency})` : "";
  return {
    text: [atWord(title, WISH_LIMITS.wishTitle), price, url].filter(Boolean).join(" "),
    picture,
  };
}

/** Currencies with three decimals. */
const THREE_DECIMALS = new Set(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]);

/**
 * A shop's price in plain digits with a point: "1.299,00 €" is "1299.00"; "" if it is not a price. The last separator
 * is the decimal one, unless it separates thousands, as in "1.299". More than two decimals are rounded.
 */
export function amountOf(price: string, currency: string): string {
  const [figure = ""] = /\d[\d.,'’\s]*/u.exec(price) ?? [];
  const [, before = "", mark = "", after = ""] =
    /^(.*?)(?:([.,])(\d+))?$/s.exec(figure.trim().replace(/\D+$/, "")) ?? [];
  const isThousands = after.length === 3 && /^[1-9]\d{0,2}$/.test(before) &&
    !THREE_DECIMALS.has(currency);
  const hasDecimals = mark !== "" &&
    (after.length <= 2 || !before.includes(mark) && !isThousands);
  const part = hasDecimals ? after : "";
  const whole = (hasDecimals ? before : before + after).replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  const amount = part.length > 2
    ? Number(`${whole}.${part}`).toFixed(2)
    : [whole, part].filter(Boolean).join(".");
  return /^\d{1,10}(\.|$)/.test(amount) ? amount : "";
}

function oneLine(text: string): string {
  return text.slice(0, 2 * MAX_TEXT).replace(UNSEEN, " ").replace(/\s+/g, " ")
    .trim();
}

/** Removes links and beginnings of links, because a title must not contain any. */
function withoutLinks(title: string): string {
  return linkify(title).map(({ text, href }) => href ? " " : text).join("")
    .replace(/https?:\/\/|www\./gi, " ").replace(/\s+/g, " ").trim();
}
