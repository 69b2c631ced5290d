/** Attributes whose values never hold user text, a link or an address. */
const OWN_VALUES = new Set([
  ...["class", "type", "role", "aria-current", "aria-haspopup", "aria-hidden"],
]);

/** The start of a tag that shows one of our drawings; its attributes hold only the drawing's name and position. */
const DRAWING = "<use ";

/**
 * Matches a tag as the renderer writes it. Matches a comment or script as a whole, because it contains no tags. Trusted
 * parts never contain a NUL.
 */
const TAG =
  /<!--[^]*?-->|<script\b[^]*?<\/script>|<\/?[a-z][\w-]*(?: [^\s"'<>=/\0]+(?:="[^"\0]*")?)* ?\/?>/iy;

/**
 * Finds the parts of a page that do not come from our templates alone: texts, scripts, comments, and attribute values
 * that may contain user text, a link or an address. Unrecognized markup counts as such a part, too. Yields them one by
 * one, because a long page has very many. Relies on `<` and `"` being escaped in texts and values, as Preact does.
 *
 * @returns the start and end of each part, in order. No part is empty, and one may start where another ends.
 */
export function* foreignParts(html: string): Generator<[start: number, end: number]> {
  let text = 0;
  let tag = html.indexOf("<");
  let equals = html.indexOf('="');
  while (tag >= 0) {
    TAG.lastIndex = tag;
    if (!TAG.test(html)) {
      tag = html.indexOf("<", tag + 1);
      continue;
    }
    const end = TAG.lastIndex;
    if (isTag(html, tag)) {
      if (text < tag) yield [text, tag];
      text = end;
      if (equals >= 0 && equals < tag) equals = html.indexOf('="', tag);
      const isDrawing = html.startsWith(DRAWING, tag);
      while (equals >= 0 && equals < end) {
        const value = equals + 2;
        const valueEnd = html.indexOf('"', value);
        const name = html.slice(html.lastIndexOf(" ", equals) + 1, equals);
        if (value < valueEnd && !isDrawing && !OWN_VALUES.has(name)) yield [value, valueEnd];
        equals = html.indexOf('="', valueEnd);
      }
    }
    tag = html.indexOf("<", end);
  }
  if (text < html.length) yield [text, html.length];
}

/** True if a tag starts there, and not a comment or a script. */
function isTag(html: string, start: number): boolean {
  return html[start + 1] !== "!" && html.slice(start + 1, start + 7).toLowerCase() !== "script";
}
