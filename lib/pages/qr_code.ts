import { encode } from "uqr";

/** Modules of quiet zone that readers need around a code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/**
 * A QR code to draw: dark runs of one module's height in a square with its quiet zone. Drawn by rows: uqr's own SVG
 * draws each module by itself, three times the size on a sheet of a thousand slips, and shows hairlines between them.
 *
 * @param text at most some 2,000 characters.
 * @returns its width and height in modules, and the data of an SVG path whose stroke is one module wide.
 */
export function drawQrCode(text: string) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET_ZONE });
  const runs = data.flatMap((row, y) =>
    [...row.map((isDark) => isDark ? "1" : "0").join("").matchAll(/1+/g)]
      .map((run) => `M${run.index} ${y}.5h${run[0].length}`)
  );
  return { size, path: runs.join("") };
}
