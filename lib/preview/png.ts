import { FONT } from "./card.tsx";

/** Draws pictures. */
export interface SvgRenderer {
  /** How wide a line is, in pixels, at a size of 100. */
  measure(text: string): number;
  /** @param svg without pictures or fonts from elsewhere: nothing is loaded. */
  draw(svg: string): Uint8Array<ArrayBuffer>;
}

let hired: Promise<SvgRenderer> | undefined;

/** Loaded only when the first picture is asked for: it takes some 50 MB of memory. */
export function svgRenderer(): Promise<SvgRenderer> {
  return hired ??= hire().catch((error) => {
    hired = undefined;
    throw error;
  });
}

async function hire(): Promise<SvgRenderer> {
  const [{ initWasm, Resvg }, wasm, font] = await Promise.all([
    import("@resvg/resvg-wasm"),
    Deno.readFile(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))),
    Deno.readFile(new URL("./fonts/fraunces-600.ttf", import.meta.url)),
  ]);
  await initWasm(wasm);
  const options = {
    font: { fontBuffers: [font], loadSystemFonts: false, defaultFontFamily: FONT },
  };
  const using = <T>(svg: string, work: (drawing: InstanceType<typeof Resvg>) => T): T => {
    const drawing = new Resvg(svg, options);
    try {
      return work(drawing);
    } finally {
      drawing.free();
    }
  };
  return {
    measure: (text) => using(textAlone(text), (drawing) => drawing.getBBox()?.width ?? 0) || 1,
    draw: (svg) =>
      using(svg, (drawing) => {
        const image = drawing.render();
        try {
          return new Uint8Array(image.asPng());
        } finally {
          image.free();
        }
      }),
  };
}

function textAlone(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">` +
    `<text font-family="${FONT}" font-size="100">${escaped}</text></svg>`;
}
