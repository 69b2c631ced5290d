import { yieldToEventLoop } from "../work/work_queue.ts";
import { FONT, GAME_PICTURE_SIZE } from "./card.tsx";

/** Renders SVG as PNG. */
interface SvgRenderer {
  /** Returns the width of a line in pixels at a font size of 100. */
  measure(text: string): number;
  /**
   * Draws a picture, and yields to the event loop in between: rendering takes about 30 ms and compression 15 ms.
   *
   * @param svg must not refer to external pictures or fonts, because nothing is loaded.
   */
  draw(svg: string): Promise<Uint8Array<ArrayBuffer>>;
}

let hired: Promise<SvgRenderer> | undefined;

/** Returns the renderer of all pictures. Loaded on first use, because it takes about 50 MB of memory. */
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
  return {
    measure: (text) => {
      using drawing = freed(new Resvg(textAlone(text), options));
      return drawing.value.getBBox()?.width || 1;
    },
    draw: async (svg) => {
      await yieldToEventLoop();
      const fitTo = { mode: "width", value: GAME_PICTURE_SIZE.width } as const;
      using drawing = freed(new Resvg(svg, { ...options, fitTo }));
      using image = freed(drawing.value.render());
      await yieldToEventLoop();
      return new Uint8Array(image.value.asPng());
    },
  };
}

/** Frees a value in WebAssembly's memory, which is not garbage-collected. */
function freed<Value extends { free(): void }>(value: Value): Disposable & { value: Value } {
  return { value, [Symbol.dispose]: () => value.free() };
}

function textAlone(text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1">` +
    `<text font-family="${FONT}" font-size="100">${escaped}</text></svg>`;
}
