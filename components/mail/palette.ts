/** The colours of mails by day; each text colour has a contrast of 4.5 or more on its ground (WCAG AA). */
export const COLORS = {
  paper: "#fbf7f0",
  card: "#ffffff",
  soft: "#f4efe4",
  line: "#e6ddcc",
  ink: "#1f2a24",
  muted: "#5f6a62",
  green: "#14532d",
  berry: "#b4232a",
  onGreen: "#ffffff",
} as const;

/** Fonts that are there, those of Japanese and Chinese included: mail programs load none. */
export const FONT =
  `-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Hiragino Sans', 'PingFang SC', 'Noto Sans CJK JP', 'Microsoft YaHei', sans-serif`;

/** What mail programs should leave alone, and less room at the edges of a phone. */
export const RESET = `
body{-webkit-text-size-adjust:100%;text-size-adjust:100%}
@media (max-width:480px){.frame{padding:16px 8px!important}.card{padding:24px 18px!important}}`;

/** The same by night, for the programs that have one. */
export const DARK = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:#0f1713!important}
.card{background-color:#17221c!important;border-color:#2b3a31!important;border-top-color:#e0636a!important}
.soft{background-color:#1f2e26!important;border-color:#35483d!important}
.heading,.brand{color:#a7e0bd!important}
.text,.value{color:#e9efe9!important}
.muted,.label{color:#a9b6ad!important}
.mark{color:#f08a8f!important}
.quote{border-left-color:#f08a8f!important}
.link{color:#a7e0bd!important}
.button{background-color:#a7e0bd!important}
.button a{color:#0f1713!important;border-color:#a7e0bd!important;background-color:#a7e0bd!important}
}`;
