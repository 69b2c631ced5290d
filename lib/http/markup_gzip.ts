import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { Deflate } from "./deflate.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";
import { trustedMarkup } from "./trusted_markup.ts";
import { Lz77Matcher, SINGLE } from "./lz77_matcher.ts";

/** What is compressed at a time, in bytes: some five milliseconds. */
export const SLICE = 256 * 1024;

/** All lengths are multiples of it, in bytes, so that some letters more or less are seldom seen in them. */
const STEP = 1024;

/** Of gzip: DEFLATE, with a name, at no time, by an unknown system (RFC 1952, 2.3). */
const HEADER = [0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 255];

/**
 * Compresses a page in which secrets stand beside words that others have chosen, so that its length does not
 * tell how much the two are alike (BREACH): only {@linkcode trustedMarkup} is written as repetitions, and only of
 * itself; any other byte costs the same whatever else is there.
 */
export async function gzipMarkup(html: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(html);
  const repetitions = new Lz77Matcher(bytes);
  const deflate = new Deflate(bytes.length);
  let at = 0;
  let rested = 0;
  for (const { text, isOwn } of trustedMarkup(html)) {
    const end = at + Buffer.byteLength(text);
    while (at < end) {
      const { length, distance } = isOwn ? repetitions.next(at, end) : SINGLE;
      if (distance > 0) deflate.repetition(length, distance);
      else deflate.literal(bytes[at]!);
      at += length;
    }
    if (at - rested > SLICE) {
      await yieldToEventLoop();
      rested = at;
    }
  }
  return gzip(deflate.finish(), bytes);
}

/** Puts what was compressed into a file of gzip, whose name makes its length a multiple of {@linkcode STEP}. */
function gzip(deflated: Uint8Array, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const least = HEADER.length + 1 + deflated.length + 8;
  const file = new Uint8Array(Math.ceil(least / STEP) * STEP);
  file.fill("-".charCodeAt(0), HEADER.length, HEADER.length + file.length - least);
  file.set(HEADER);
  file.set(deflated, file.length - 8 - deflated.length);
  const trailer = new DataView(file.buffer, file.length - 8);
  trailer.setUint32(0, crc32(bytes), true);
  trailer.setUint32(4, bytes.length, true);
  return file;
}
