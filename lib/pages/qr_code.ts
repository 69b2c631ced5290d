import { encode } from "uqr";

/** Modules of quiet zone that readers need around a code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/**
 * Computes a QR code to draw: dark runs of one module's height, in a square with its quiet zone. uqr's own SVG draws
 * each module separately: a sheet of a thousand slips is three times the size, and has hairlines between modules.
 *
 * @param text at most about 2,000 characters.
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
