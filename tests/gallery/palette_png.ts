import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

/** Number of colours in a picture: pictures of cut paper have few, plus the blends at edges. */
const COLORS = 64;

/**
 * Encodes a picture with few colours as a small PNG: its most frequent colours form a palette, and the nearest of them
 * replaces each other colour.
 *
 * @param pixels RGBA, all opaque.
 */
export function palettePng(pixels: Uint8Array, width: number, height: number): Uint8Array {
  const counts = new Map<number, number>();
  const colorAt = (at: number) =>
    (pixels[at] ?? 0) << 16 | (pixels[at + 1] ?? 0) << 8 | (pixels[at + 2] ?? 0);
  for (let at = 0; at < pixels.length; at += 4) {
    const color = colorAt(at);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const palette = [...counts].toSorted((one, other) => other[1] - one[1]).slice(0, COLORS)
    .map(([color]) => color);
  const nearest = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const color = colorAt((y * width + x) * 4);
      const index = nearest.get(color) ?? nearestOf(palette, color);
      nearest.set(color, index);
      rows[y * (width + 1) + 1 + x] = index;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk(
      "PLTE",
      Buffer.from(palette.flatMap((color) => [color >> 16, color >> 8 & 255, color & 255])),
    ),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function nearestOf(palette: readonly number[], color: number): number {
  const distance = (other: number) =>
    [16, 8, 0].reduce(
      (sum, shift) => sum + ((color >> shift & 255) - (other >> shift & 255)) ** 2,
      0,
    );
  let best = 0;
  palette.forEach((one, index) => {
    if (distance(one) < distance(palette[best] ?? 0)) best = index;
  });
  return best;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(typed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}
