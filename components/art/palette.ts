import type { Cover } from "@/lib/game/types.ts";

/** The colours of a cover, as hex. */
export interface CoverColors {
  /** For buttons and links; readable on paper and as background of `primaryContent`. */
  primary: string;
  /** For text on `primary`. */
  primaryContent: string;
  /** For small headings and marks; readable on paper. */
  secondary: string;
  /** For decoration only. */
  accent: string;
}

function colors(
  primary: string,
  primaryContent: string,
  secondary: string,
  accent: string,
): CoverColors {
  return { primary, primaryContent, secondary, accent };
}

/** The colours of each cover, on light and on dark paper. */
export const COVER_COLORS: Record<Cover, Record<"light" | "dark", CoverColors>> = {
  christmas: {
    light: colors("#14532d", "#fdfaf3", "#b4232a", "#c8923a"),
    dark: colors("#97d8ac", "#07200f", "#ff9d92", "#e8c275"),
  },
  sinterklaas: {
    light: colors("#7d2018", "#fff8f1", "#a8450c", "#dfa02c"),
    dark: colors("#ffb7a0", "#3b0d05", "#f6bd60", "#f3cf7a"),
  },
  winter: {
    light: colors("#1d4e75", "#f5fafd", "#86386a", "#7fb4d4"),
    dark: colors("#a9d5f0", "#06243a", "#f2b5d5", "#bfe0f2"),
  },
  office: {
    light: colors("#134e4a", "#f3fbf9", "#b0431d", "#dda233"),
    dark: colors("#8fd8cf", "#04211e", "#ffb195", "#f0cd7c"),
  },
  birthday: {
    light: colors("#8a2253", "#fff7fb", "#b73d0b", "#efb02e"),
    dark: colors("#ffb3d2", "#3d0722", "#ffb68f", "#f7d27e"),
  },
  newyear: {
    light: colors("#2d2c70", "#f8f7ff", "#865706", "#d5a436"),
    dark: colors("#c5c4ff", "#14134a", "#f0cf7e", "#f3d995"),
  },
  spring: {
    light: colors("#2f6112", "#f9fdf3", "#ab2c5c", "#e6b543"),
    dark: colors("#b9e08d", "#142704", "#ffb0c8", "#f2d787"),
  },
  neutral: {
    light: colors("#4a3566", "#fbf8ff", "#a3392c", "#c8923a"),
    dark: colors("#d6c2f5", "#22123a", "#ffab9c", "#e8c275"),
  },
};

/** CSS declarations that make a cover's colours those of the page. */
export function declareColors(cover: Cover): Record<"light" | "dark", string> {
  const { light, dark } = COVER_COLORS[cover];
  const declare = ({ primary, primaryContent, secondary, accent }: CoverColors) =>
    `--color-primary:${primary};--color-primary-content:${primaryContent};` +
    `--color-secondary:${secondary};--color-accent:${accent}`;
  return { light: declare(light), dark: declare(dark) };
}
