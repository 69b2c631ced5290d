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
  const other = function* (start: number, end: number): Generator<Piece> {
    if (start === end) return;
    if (at < start) yield { start: at, end: start, isOwn: true };
    yield { start, end, isOwn: false };
    at = end;
  };
  let text = 0;
  for (const { 0: tag, index } of html.matchAll(TAG)) {
    if (tag.startsWith("<!--") || /^<script/i.test(tag)) continue;
    yield* other(text, index);
    text = index + tag.length;
    if (!tag.includes('"')) continue;
    for (
      const { 0: attribute, 1: name = "", 2: value = "", index: offset } of tag.matchAll(ATTRIBUTE)
    ) {
      if (OWN_VALUES.has(name)) continue;
      const end = index + offset + attribute.length - 1;
      yield* other(end - value.length, end);
    }
  }
  yield* other(text, html.length);
  if (at < html.length) yield { start: at, end: html.length, isOwn: true };
}
