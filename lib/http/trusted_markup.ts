/** Attributes whose values never hold user text, a link or an address. */
const OWN_VALUES = new Set([
  ...["class", "type", "role", "aria-current", "aria-haspopup", "aria-hidden"],
]);

/** Tags as the renderer writes them; comments and scripts as a whole, because they contain no tags. */
const TAG =
  /<!--[^]*?-->|<script\b[^]*?<\/script>|(?<tag><\/?[a-z][\w-]*(?:\s+[^\s"'<>=/]+(?:="[^"]*")?)*\s*\/?>)/gi;

const ATTRIBUTE = /\s(?<name>[^\s"=]+)="(?<value>[^"]*)"/g;

/**
 * Splits a page into trusted markup, which depends on our templates alone, and everything else: texts,
 * scripts, comments, and attribute values that may hold user text, a link or an address. Unrecognized parts
 * are not trusted. Relies on `<` and `"` being escaped in texts and values, as Preact does.
 */
export function* trustedMarkup(html: string): Generator<{ text: string; isOwn: boolean }> {
  let at = 0;
  for (const [start, end] of otherParts(html)) {
    if (start === end) continue;
    if (at < start) yield { text: html.slice(at, start), isOwn: true };
    yield { text: html.slice(start, end), isOwn: false };
    at = end;
  }
  if (at < html.length) yield { text: html.slice(at), isOwn: true };
}

function* otherParts(html: string): Generator<[start: number, end: number]> {
  let at = 0;
  for (const { index, groups: { tag } = {} } of html.matchAll(TAG)) {
    if (tag === undefined) continue;
    yield [at, index];
    at = index + tag.length;
    for (const { 0: attribute, index: offset, groups } of tag.matchAll(ATTRIBUTE)) {
      const { name = "", value = "" } = groups ?? {};
      if (OWN_VALUES.has(name)) continue;
      const end = index + offset + attribute.length - 1;
      yield [end - value.length, end];
    }
  }
  yield [at, html.length];
}
