import type { Cover } from "@/lib/game/types.ts";

/** The colours of each cover, as hex. */
export interface CoverColors {
  /** Of buttons and links; on paper and under `primaryContent` it can be read. */
  primary: string;
  /** Of what stands on `primary`. */
  primaryContent: string;
  /** Of small headings and marks; on paper it can be read. */
  secondary: string;
  /** Of decoration alone. */
  accent: string;
}

/** Of each family of covers, on light and on dark paper. */
export const COVER_COLORS: Record<Cover, Record<"light" | "dark", CoverColors>> = {
  christmas: {
    light: {
      primary: "#14532d",
      primaryContent: "#fdfaf3",
      secondary: "#b4232a",
      accent: "#c8923a",
    },
    dark: {
      primary: "#97d8ac",
      primaryContent: "#07200f",
      secondary: "#ff9d92",
      accent: "#e8c275",
    },
  },
  sinterklaas: {
    light: {
      primary: "#7d2018",
      primaryContent: "#fff8f1",
      secondary: "#a8450c",
      accent: "#dfa02c",
    },
    dark: {
      primary: "#ffb7a0",
      primaryContent: "#3b0d05",
      secondary: "#f6bd60",
      accent: "#f3cf7a",
    },
  },
  winter: {
    light: {
      primary: "#1d4e75",
      primaryContent: "#f5fafd",
      secondary: "#86386a",
      accent: "#7fb4d4",
    },
    dark: {
      primary: "#a9d5f0",
      primaryContent: "#06243a",
      secondary: "#f2b5d5",
      accent: "#bfe0f2",
    },
  },
  office: {
    light: {
      primary: "#134e4a",
      primaryContent: "#f3fbf9",
      secondary: "#b0431d",
      accent: "#dda233",
    },
    dark: {
      primary: "#8fd8cf",
      primaryContent: "#04211e",
      secondary: "#ffb195",
      accent: "#f0cd7c",
    },
  },
  birthday: {
    light: {
      primary: "#8a2253",
      primaryContent: "#fff7fb",
      secondary: "#b73d0b",
      accent: "#efb02e",
    },
    dark: {
      primary: "#ffb3d2",
      primaryContent: "#3d0722",
      secondary: "#ffb68f",
      accent: "#f7d27e",
    },
  },
  newyear: {
    light: {
      primary: "#2d2c70",
      primaryContent: "#f8f7ff",
      secondary: "#865706",
      accent: "#d5a436",
    },
    dark: {
      primary: "#c5c4ff",
      primaryContent: "#14134a",
      secondary: "#f0cf7e",
      accent: "#f3d995",
    },
  },
  spring: {
    light: {
      primary: "#2f6112",
      primaryContent: "#f9fdf3",
      secondary: "#ab2c5c",
      accent: "#e6b543",
    },
    dark: {
      primary: "#b9e08d",
      primaryContent: "#142704",
      secondary: "#ffb0c8",
      accent: "#f2d787",
    },
  },
  neutral: {
    light: {
      primary: "#4a3566",
      primaryContent: "#fbf8ff",
      secondary: "#a3392c",
      accent: "#c8923a",
    },
    dark: {
      primary: "#d6c2f5",
      primaryContent: "#22123a",
      secondary: "#ffab9c",
      accent: "#e8c275",
    },
  },
};
