import assert from "node:assert/strict";
import { COVER_COLORS } from "./palette.ts";

/** Background colors behind text, as in static/styles.css: base-100 and base-200. */
const PAPER = { light: ["#fffdf9", "#fbf7f0"], dark: ["#18251e", "#0f1914"] };

/** Minimum for text that is not large: WCAG 2.2, 1.4.3. */
const ENOUGH = 4.5;

Deno.test("COVER_COLORS are readable on paper and on buttons", () => {
  for (const [cover, themes] of Object.entries(COVER_COLORS)) {
    for (const theme of ["light", "dark"] as const) {
      const { primary, primaryContent, secondary } = themes[theme];
      const pairs = [
        [primaryContent, primary],
        ...PAPER[theme].flatMap((paper) => [[primary, paper], [secondary, paper]]),
      ];
      for (const [text = "", ground = ""] of pairs) {
        const contrast = contrastOf(text, ground);
        assert.ok(contrast >= ENOUGH, `${cover}, ${theme}: ${text} on ${ground}: ${contrast}`);
      }
    }
  }
});

/** Contrast ratio as WCAG 2.2 defines it, 1 to 21. */
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminanceOf).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
