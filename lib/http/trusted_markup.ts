/** Attributes whose values never hold user text, a link or an address. */
const OWN_VALUES = new Set([
  ...["class", "type", "role", "aria-current", "aria-haspopup", "aria-hidden"],
]);

/** The start of a tag that shows a drawing of our own: its values name that, and where it is. */
const DRAWING = "<use ";

/**
 * A tag as the renderer writes it; a comment or script as a whole, because it contains no tags. Nothing trusted
 * holds a NUL.
 */
const TAG =
  /<!--[^]*?-->|<script\b[^]*?<\/script>|<\/?[a-z][\w-]*(?: [^\s"'<>=/\0]+(?:="[^"\0]*")?)* ?\/?>/iy;

/**
 * Finds the parts of a page that do not depend on our templates alone: texts, scripts, comments, and attribute
 * values that may hold user text, a link or an address. What it does not recognize is such a part, too. Finds them
 * one by one: a long page has very many. Relies on `<` and `"` being escaped in texts and values, as Preact does.
 *
 * @returns where each starts and ends, in order; none is empty, and one may start where another ends.
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

/** Whether it is a tag that starts there, neither a comment nor a script. */
function isTag(html: string, start: number): boolean {
  return html[start + 1] !== "!" && html.slice(start + 1, start + 7).toLowerCase() !== "script";
}
