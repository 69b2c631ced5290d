/** Attributes whose values never hold user text, a link or an address. */
const OWN_VALUES = new Set([
  ...["class", "type", "role", "aria-current", "aria-haspopup", "aria-hidden"],
]);

/**
 * Tags as the renderer writes them; comments and scripts as a whole, because they contain no tags. Nothing
 * trusted holds a NUL.
 */
const TAG =
  /<!--[^]*?-->|<script\b[^]*?<\/script>|<\/?[a-z][\w-]*(?:\s+[^\s"'<>=/\0]+(?:="[^"\0]*")?)*\s*\/?>/gi;

/** An attribute with a value. */
const ATTRIBUTE = /\s([^\s"=]+)="([^"]*)"/g;

/** A piece of a page, from `start` to before `end`. */
export interface Piece {
  start: number;
  end: number;
  /** Whether it depends on our templates alone. */
  isOwn: boolean;
}

/**
 * Splits a page into trusted markup, which depends on our templates alone, and everything else: texts,
 * scripts, comments, and attribute values that may hold user text, a link or an address. Unrecognized parts
 * are not trusted. Finds them one by one: a long page has very many. Relies on `<` and `"` being escaped in texts and
 * values, as Preact does.
 */
export function* trustedMarkup(html: string): Generator<Piece> {
  let at = 0;
  for (const [start, end] of findOther(html)) {
    if (start === end) continue;
    if (at < start) yield { start: at, end: start, isOwn: true };
    yield { start, end, isOwn: false };
    at = end;
  }
  if (at < html.length) yield { start: at, end: html.length, isOwn: true };
}

/** Where what is not trusted starts and ends; some are empty. */
function* findOther(html: string): Generator<[start: number, end: number]> {
  // One for the whole page: `matchAll` copies its expression for each tag.
  const attributes = new RegExp(ATTRIBUTE);
  let text = 0;
  for (const { 0: tag, index } of html.matchAll(TAG)) {
    if (tag.startsWith("<!--") || /^<script/i.test(tag)) continue;
    yield [text, index];
    text = index + tag.length;
    if (!tag.includes('"')) continue;
    for (let found; (found = attributes.exec(tag));) {
      const [, name = "", value = ""] = found;
      if (OWN_VALUES.has(name)) continue;
      const end = index + attributes.lastIndex - 1;
      yield [end - value.length, end];
    }
  }
  yield [text, html.length];
}
