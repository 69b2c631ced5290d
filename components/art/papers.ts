import { PAPERS } from "@/lib/game/paper.ts";

/** Positions of the marks on the front of the box, left and right of the ribbon. */
const SPOTS = [64, 84, 156, 176].flatMap((x, column) =>
  [146, 172, 198].map((y) => [x, y + (column % 2 ? -12 : 6)] as const)
);

const at = (draw: (x: number, y: number) => string) => SPOTS.map(([x, y]) => draw(x, y)).join("");

/** The prints: each a path to fill, on the front of a `GiftBox`. */
const PRINTS = [
  // dots
  at((x, y) => `M${x - 5} ${y}a5 5 0 1 0 10 0a5 5 0 1 0-10 0`),
  // stars
  at((x, y) =>
    `M${x} ${
      y - 8
    }l2.400 5.400 5.800.6-4.300 4 1.200 5.800-5.100-3-5.100 3 1.200-5.800-4.300-4 5.800-.6z`
  ),
  // stripes
  [54, 70, 86, 147, 163, 179].map((x) => `M${x} 126h7v92h-7z`).join(""),
  // twigs
  at((x, y) => `M${x} ${y + 8}c-9-3-10-10-7-16 6 3 8 9 7 16c-1-7 1-13 7-16 3 6 2 13-7 16z`),
  // bands
  [138, 160, 182, 204].map((y) => `M44 ${y}h152v6H44z`).join(""),
  // diamonds
  at((x, y) => `M${x} ${y - 8}l6 8-6 8-6-8z`),
] as const;

/** Paper, print, ribbon. */
const COLORS = [
  ["#1d6438", "#3c8a58", "#c3313a"],
  ["#b4232a", "#d4545a", "#f2c14e"],
  ["#22557d", "#4c83ad", "#f4e3c1"],
  ["#e0a83a", "#f3cc78", "#8a2253"],
  ["#6b4792", "#9273b8", "#f2a03d"],
  ["#1f6f6b", "#4b9b95", "#ef8a6f"],
  ["#f0e2c8", "#d9bf93", "#b4232a"],
  ["#c9577e", "#e58aa8", "#23505f"],
] as const;

/** The look of a wrapping paper; its marks are an SVG path. @param paper its number, from `paperOf` */
export function drawPaper(paper: number) {
  const index = ((paper % PAPERS) + PAPERS) % PAPERS;
  const [base, print, ribbon] = COLORS[index % COLORS.length] ?? COLORS[0];
  const marks = PRINTS[Math.floor(index / COLORS.length)] ?? PRINTS[0];
  return { paper: base, print, ribbon, marks };
}
