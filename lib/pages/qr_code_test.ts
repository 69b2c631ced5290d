import { equal, ok } from "node:assert/strict";
import { encode } from "uqr";
import { drawQrCode } from "./qr_code.ts";

Deno.test("drawQrCode() draws exactly the dark modules, with a quiet zone of four", () => {
  const text = "https://gifts.example.org/games/123456?participant=abcdefghijklmnopqrstuv";
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const drawing = drawQrCode(text);
  equal(drawing.size, size);
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x, y, width] of drawing.path.matchAll(/M(\d+) (\d+)\.5h(\d+)/g)) {
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  equal(JSON.stringify(drawn), JSON.stringify(data));
  ok(data.every((row, y) => row.every((isDark, x) => !isDark || Math.min(x, y) >= 4)));
});
