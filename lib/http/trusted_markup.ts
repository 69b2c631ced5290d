/** Attributes whose values are never someone's words, a link or an address. */
const OWN_VALUES = new Set([
  ...["class", "type", "role", "aria-current", "aria-haspopup", "aria-hidden"],
]);

/** Tags as the renderer writes them; comments and scripts as wholes, as nothing in them is a tag. */
const TAG =
  /<!--[^]*?-->|<script\b[^]*?<\/script>|(?<tag><\/?[a-z][\w-]*(?:\s+[^\s"'<>=/]+(?:="[^"]*")?)*\s*\/?>)/gi;

const ATTRIBUTE = /\s(?<name>[^\s"=]+)="(?<value>[^"]*)"/g;

/**
 * Cuts a page into the markup on which the source of its templates alone decides, and all else: texts, scripts,
 * comments, and values of attributes that may hold what someone wrote, a link or an address. What is not
 * recognized is of the second kind. Counts on `<` and `"` being escaped in texts and values, as Preact does.
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
