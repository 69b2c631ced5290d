/**
 * Renders the service's link previews in each language: `deno run -A tests/gallery/site_previews.tsx`. Uses a browser,
 * which has fonts for all of them.
 */
import { Buffer } from "node:buffer";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { render } from "preact-render-to-string";
import { COVER_COLORS } from "@/components/art/palette.ts";
import { languageTag } from "@/lib/browser/format.ts";
import { type Language, LANGUAGES } from "@/lib/game/types.ts";
import { translator } from "@/lib/i18n/translate.ts";
import { edge, PREVIEW_SIZE, Scene } from "@/lib/preview/card.tsx";
import { TestSite } from "../support/browser.ts";
import { palettePng } from "./palette_png.ts";

const COVER = "neutral";
const PAPER_TOP = 420;
const FONT = await Deno.readFile("static/fonts/fraunces-latin-600-normal.woff2");
const STYLE = `
@font-face{font-family:Fraunces;src:url(data:font/woff2;base64,${
  Buffer.from(FONT).toString("base64")
})}
*{margin:0} body{width:1200px;height:630px;overflow:hidden;position:relative}
svg{position:absolute;inset:0}
div{position:absolute;inset:${PAPER_TOP}px 60px 0;display:grid;place-content:center;text-align:center;gap:14px;
 font-family:Fraunces,'Noto Serif CJK JP',serif;font-weight:600;text-wrap:balance}
h1{font-size:72px;line-height:1.1;color:${COVER_COLORS[COVER].light.primary}}
p{font-size:32px;line-height:1.25;color:#3d463f}`;

await initWasm(Deno.readFile(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
await using site = await TestSite.open();
const page = await site.visit({});
await page.setViewportSize(PREVIEW_SIZE);
for (const language of LANGUAGES) {
  await page.setContent(`<!DOCTYPE html>${render(<Preview language={language} />)}`);
  await page.evaluate("document.fonts.ready");
  const { pixels, width, height } = read(await page.screenshot());
  const png = palettePng(pixels, width, height);
  await Deno.writeFile(new URL(`../../static/preview/${language}.png`, import.meta.url), png);
  console.log(`${(png.length / 1024).toFixed(1).padStart(6)} KB  ${language}`);
}
Deno.exit(0);

function Preview({ language }: { language: Language }) {
  const t = translator(language);
  return (
    <html lang={languageTag(language)}>
      <head>
        <style>{STYLE}</style>
      </head>
      <body>
        <Scene cover={COVER} height={PAPER_TOP + 28} />
        <svg viewBox={`0 0 ${PREVIEW_SIZE.width} ${PREVIEW_SIZE.height}`}>
          <path d={edge(PAPER_TOP - 8)} fill="#000" fill-opacity="0.18" />
          <path d={edge(PAPER_TOP)} fill="#fbf7f0" />
        </svg>
        <div>
          <h1>{t("common.siteName")}</h1>
          <p>{t("home.heading")}</p>
        </div>
      </body>
    </html>
  );
}

/** Decodes a browser's screenshot. */
function read(png: Uint8Array) {
  const { width, height } = PREVIEW_SIZE;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<image width="${width}" height="${height}" href="data:image/png;base64,${
      Buffer.from(png).toString("base64")
    }"/></svg>`;
  return new Resvg(svg).render();
}
