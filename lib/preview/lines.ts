/** One line of a preview. */
export interface Line {
  part: "over" | "title" | "date";
  text: string;
  /** In pixels. */
  size: number;
  /** Of its base line, from the top of the paper. */
  y: number;
}

/** The most that a title's line is high where it is one, and where it has to be two; and the others'. */
const SIZES = { one: 64, two: 46, over: 34, date: 28 };

/** A title that would be smaller than this in one line is set in two. */
const SMALLEST_ALONE = 48;

/** How high the paper is that they stand on, and the room between lines as a part of their size. */
const PAPER = 206;
const LEADING = 1.28;

/** The letters that the font has: Latin ones, with their marks, of Europe and Vietnam. */
const DRAWABLE =
  /^[ -~\u00a0-\u0148\u014a-\u017e\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u1e80-\u1e85\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac]*$/;

/** Pictures among the letters, which a title can do without. */
const PICTURES = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\ufe0f\u200d]/gu;

/** A text as the font can set it; "": it cannot. */
export function drawable(text: string): string {
  const plain = text.normalize("NFC").replaceAll(PICTURES, " ")
    .replaceAll("\u202f", "\u00a0").replaceAll(/\s+/g, " ").trim();
  return DRAWABLE.test(plain) ? plain : "";
}

/** Sets what is said one below the other, in the middle of the paper. */
export function setLines(
  texts: Readonly<Record<Line["part"], string>>,
  width: number,
  measure: (text: string) => number,
): Line[] {
  const fit = (text: string, size: number) => Math.min(size, 100 * width / measure(text));
  const set = (part: Line["part"], size: number, lines: readonly string[]) =>
    lines.filter(Boolean).map((text) => ({ part, text, size: fit(text, size) }));
  const title = drawable(texts.title);
  const halves = title && fit(title, SIZES.one) < SMALLEST_ALONE ? halve(title, measure) : null;
  const lines = [
    ...set("over", SIZES.over, [drawable(texts.over)]),
    ...halves ? set("title", SIZES.two, halves) : set("title", SIZES.one, [title]),
    ...set("date", SIZES.date, [drawable(texts.date)]),
  ];
  const heights = lines.map(({ size }) => size * LEADING);
  let y = (PAPER - heights.reduce((sum, height) => sum + height, 0)) / 2;
  return lines.map((line, index) => {
    y += heights[index] ?? 0;
    return { ...line, size: Math.round(line.size), y: Math.round(y - line.size * (LEADING - 1)) };
  });
}

/** Two lines of words, as even as can be; null: there is only one word. */
function halve(text: string, measure: (text: string) => number): [string, string] | null {
  const words = text.split(" ");
  let best: [string, string] | null = null;
  let least = Infinity;
  for (let cut = 1; cut < words.length; cut++) {
    const halves: [string, string] = [words.slice(0, cut).join(" "), words.slice(cut).join(" ")];
    const widest = Math.max(...halves.map(measure));
    if (widest < least) [best, least] = [halves, widest];
  }
  return best;
}
