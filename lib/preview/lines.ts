/** One line of a preview. */
interface Line {
  part: "over" | "title" | "date";
  text: string;
  /** Font size in pixels. */
  size: number;
  /** Position of the baseline in pixels from the top of the paper. */
  y: number;
}

/** Maximum font sizes in pixels: of a title in one line, of a title in two, and of the other lines. */
const SIZES = { one: 64, two: 46, over: 34, date: 34 };

/** Font size in pixels below which a title is set in two lines instead of one. */
const SMALLEST_ALONE = 48;

/** Line height as a multiple of the font size, and the margin above and below all lines in pixels. */
const LEADING = 1.28;
const MARGIN = 23;

/** Fraction of its maximum size below which a text is illegible and left out. */
const SMALLEST = 0.5;

/** Characters that the font has: Latin letters of Europe and Vietnam with their diacritics, and punctuation. */
const DRAWABLE =
  /^[ -~\u00a0-\u0148\u014a-\u017e\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1e80-\u1e85\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac]*$/;

/** Emoji, which a title can do without. */
const PICTURES =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\ufe0f\u200d]/gu;

/** Removes emoji and repeated spaces from a text; "" if the font lacks a letter of the rest. */
export function drawable(text: string): string {
  const plain = text.normalize("NFC").replaceAll(PICTURES, " ")
    .replaceAll(/\s+/g, " ").trim();
  return DRAWABLE.test(plain) ? plain : "";
}

/** Lines laid out on the paper. */
interface Setting {
  lines: Line[];
  /** Height of the paper in pixels; 0 if there are no lines. */
  height: number;
}

/**
 * Lays out lines below each other, as large as they fit. A long title takes two lines; a line that would be too small
 * to read is left out.
 *
 * @param width of a line in pixels.
 * @param measure returns the width of a line in pixels at a font size of 100.
 */
export function setLines(
  texts: Readonly<Record<Line["part"], string>>,
  width: number,
  measure: (text: string) => number,
): Setting {
  const fit = (text: string, size: number) => Math.min(size, 100 * width / measure(text));
  const set = (part: Line["part"], size: number, lines: readonly string[]) =>
    lines.filter(Boolean).map((text) => ({ part, text, size: fit(text, size) }))
      .filter((line) => line.size >= size * SMALLEST);
  const title = drawable(texts.title);
  const halves = title && fit(title, SIZES.one) < SMALLEST_ALONE ? halve(title) : null;
  const lines = [
    ...set("over", SIZES.over, [drawable(texts.over)]),
    ...halves ? set("title", SIZES.two, halves) : set("title", SIZES.one, [title]),
    ...set("date", SIZES.date, [drawable(texts.date)]),
  ];
  let y = MARGIN;
  const placed = lines.map((line) => {
    y += line.size * LEADING;
    return { ...line, size: Math.round(line.size), y: Math.round(y - line.size * (LEADING - 1)) };
  });
  return { lines: placed, height: lines.length > 0 ? Math.ceil(y) + MARGIN : 0 };
}

/** Splits a text into two lines of words, as even as possible; null if it is only one word. */
function halve(text: string): [string, string] | null {
  const gaps = [...text.matchAll(/ /g)].map(({ index }) => index);
  if (gaps.length === 0) return null;
  const middle = text.length / 2;
  const gap = gaps.reduce((best, one) =>
    Math.abs(one - middle) < Math.abs(best - middle) ? one : best
  );
  return [text.slice(0, gap), text.slice(gap + 1)];
}
