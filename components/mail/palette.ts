import { COVER_COLORS } from "@/components/art/palette.ts";
import type { Cover } from "@/lib/game/types.ts";

/**
 * Colours of mails in the light theme, in addition to a cover's; each text colour has a contrast of at least
 * 4.5 (WCAG AA).
 */
export const COLORS = {
  paper: "#fbf7f0",
  card: "#ffffff",
  soft: "#f6f1e7",
  line: "#e6ddcc",
  ink: "#1f2a24",
  muted: "#5f6a62",
} as const;

/** Installed fonts, including those for Japanese and Chinese, because mail programs load none. */
export const FONT =
  `-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Hiragino Sans', 'PingFang SC', 'Noto Sans CJK JP', 'Microsoft YaHei', sans-serif`;

/** Fonts for headings. */
export const DISPLAY_FONT =
  `Fraunces, Georgia, 'Times New Roman', 'Hiragino Mincho ProN', 'Songti SC', 'Noto Serif CJK JP', serif`;

/** Styles of text. */
export const PLAIN = {
  margin: 0,
  fontFamily: FONT,
  fontSize: "16px",
  lineHeight: "25px",
  overflowWrap: "anywhere",
} as const;
export const TEXT = { ...PLAIN, color: COLORS.ink, textWrap: "pretty" } as const;
export const SMALL = {
  ...TEXT,
  fontSize: "13px",
  lineHeight: "24px",
  color: COLORS.muted,
} as const;

/** Turns off text scaling by mail programs, and reduces the margins on a phone. */
const RESET = `
body{-webkit-text-size-adjust:100%;text-size-adjust:100%}
@media (max-width:480px){.frame{padding:0 0 16px!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important}
.cover{border-radius:0!important}.words{padding:24px 20px 28px!important}.foot{padding:20px 20px 0!important}
.host{text-align:center!important}
.wide{width:100%!important}.wide a{display:block!important;padding-left:12px!important;padding-right:12px!important;text-align:center!important}}`;

/** The style sheet of an email, with its colours in dark mode for mail programs that have one. Greys suit any cover. */
export function styleOf(cover: Cover): string {
  const { primary, primaryContent, secondary } = COVER_COLORS[cover].dark;
  return `${RESET}
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:#121214!important}
.card{background-color:#1c1c1e!important;border-color:#39393d!important}
.cover{filter:brightness(.88)}
.soft{background-color:#29292c!important}
.heading,.text,.value{color:#f3ecdf!important}
.muted,.label{color:#bbbdb2!important}
.over{color:${secondary}!important}
.quote{background-color:${secondary}!important}
.link{color:${primary}!important}
.button{background-color:${primary}!important}
.button a{color:${primaryContent}!important;border-color:${primary}!important;background-color:${primary}!important}
.outlined,.outlined a{color:${primary}!important;border-color:${primary}!important;background-color:#1c1c1e!important}
}`;
}
