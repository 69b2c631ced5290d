/** Renders the covers for mails: `deno run -A tests/gallery/mail_covers.ts`. */
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { COVERS } from "@/lib/game/types.ts";
import { palettePng } from "./palette_png.ts";

/** Two pixels for each of the mail's, for high-density screens. */
const WIDTH = 1120;

await initWasm(Deno.readFile(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
for (const cover of COVERS) {
  // From what hangs in the sky to the ground, and on at the sides.
  const svg = Deno.readTextFileSync(new URL(`../../static/covers/${cover}.svg`, import.meta.url))
    .replace('viewBox="0 0 800 420"', 'viewBox="-82 36 964 374"');
  const { pixels, width, height } = new Resvg(svg, { fitTo: { mode: "width", value: WIDTH } })
    .render();
  const png = palettePng(pixels, width, height);
  await Deno.writeFile(new URL(`../../lib/mail/covers/${cover}.png`, import.meta.url), png);
  console.log(`${(png.length / 1024).toFixed(1).padStart(6)} KB  ${cover}`);
}
