import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { checkPhoto } from "@/lib/game/photo_bytes.ts";
import { LIMITS } from "@/lib/game/types.ts";
import { BROWSER_TEST, TestSite } from "./support/browser.ts";
import { PHOTO_WITH_PLACE } from "./support/photos.ts";

const SOURCE = fileURLToPath(new URL("../lib/browser/shrink_photo.ts", import.meta.url));

Deno.test(
  "shrinkPhoto() turns any picture upright, and leaves nothing in it that the server refuses",
  BROWSER_TEST,
  async () => {
    assert.equal(checkPhoto(PHOTO_WITH_PLACE), "PHOTO_HAS_METADATA");
    await using site = await TestSite.open();
    const page = await site.visit();
    const built = await esbuild.build({
      entryPoints: [SOURCE],
      bundle: true,
      write: false,
      format: "iife",
      globalName: "photos",
    });
    await page.addScriptTag({ content: built.outputFiles[0]?.text ?? "" });
    const shrink = async (file: string) => {
      const made = await page.evaluate<{ type: string; bytes: string; at: number[][] }>(
        `(async () => {
          const photo = await photos.shrinkPhoto(${file});
          const bitmap = await createImageBitmap(photo);
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
          canvas.drawImage(bitmap, 0, 0);
          const { width, height } = bitmap;
          const at = [0.1, 0.9].map((part) => [...canvas.getImageData(width / 2, height * part, 1, 1).data]);
          const bytes = new Uint8Array(await photo.arrayBuffer());
          return { type: photo.type, bytes: btoa(bytes.reduce((text, one) => text + String.fromCharCode(one), "")),
            at: [[width, height], ...at] };
        })()`,
      );
      const bytes = Uint8Array.fromBase64(made.bytes);
      assert.ok(bytes.length <= LIMITS.photoBytes, `${bytes.length} bytes`);
      assert.deepEqual(checkPhoto(bytes), { type: made.type });
      return made;
    };
    const camera = `new Blob([Uint8Array.fromBase64("${PHOTO_WITH_PLACE.toBase64()}")])`;
    const assertUpright = ({ at: [size, top = [], bottom = []] }: { at: number[][] }) => {
      assert.deepEqual(size, [40, 80]);
      assert.ok((top[0] ?? 0) > 200 && (top[2] ?? 255) < 80, `red above: ${top}`);
      assert.ok((bottom[2] ?? 0) > 200 && (bottom[0] ?? 255) < 80, `blue below: ${bottom}`);
    };
    const webp = await shrink(camera);
    assert.equal(webp.type, "image/webp");
    assertUpright(webp);

    // Chrome before 112, Firefox before 111 and Safari 15 know only the other two values.
    await page.evaluate(`{
      const { createImageBitmap } = window;
      window.createImageBitmap = async (file, { imageOrientation = "none" } = {}) => {
        if (imageOrientation === "from-image") throw new TypeError("Not a valid enum value");
        return await createImageBitmap(file);
      };
    }`);
    assertUpright(await shrink(camera));

    const noise = await shrink(`(() => {
      const canvas = new OffscreenCanvas(1500, 1200);
      const context = canvas.getContext("2d");
      const pixels = context.createImageData(1500, 1200);
      for (let at = 0; at < pixels.data.length; at += 4) {
        pixels.data.set([at * 7 ^ at >> 5, at * 13 ^ at >> 9, at * 29 ^ at >> 7, 255], at);
      }
      context.putImageData(pixels, 0, 0);
      return canvas.convertToBlob();
    })()`.replace(/^/, "await "));
    assert.ok(Math.max(...noise.at[0] ?? []) <= LIMITS.photoSide);

    await assert.rejects(shrink(`new Blob(["<svg></svg>"])`));

    // Safari cannot encode WebP.
    await page.evaluate(`{
      const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
        toBlob.call(this, done, type === "image/webp" ? "image/png" : type, quality);
      };
    }`);
    const jpeg = await shrink(camera);
    assert.equal(jpeg.type, "image/jpeg");
    assertUpright(jpeg);
  },
);
