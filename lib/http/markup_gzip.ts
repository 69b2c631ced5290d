import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { Deflate } from "./deflate.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";
import { trustedMarkup } from "./trusted_markup.ts";
import { Lz77Matcher, SINGLE } from "./lz77_matcher.ts";

/** Bytes compressed in one slice, about five milliseconds of work. */
export const SLICE = 256 * 1024;

/** Output lengths are multiples of this many bytes, so that a few characters more or less rarely show. */
const STEP = 1024;

/** A gzip header: DEFLATE, with a file name, no time, unknown system (RFC 1952, 2.3). */
const HEADER = [0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 255];

/**
 * Compresses a page that holds secrets together with text that others control, so that its length does not
 * reveal how similar they are (BREACH): only {@linkcode trustedMarkup} is compressed, and only with matches
 * within itself; any other byte costs the same wherever it stands.
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

/** Wraps compressed data as gzip; a file name pads its length to a multiple of {@linkcode STEP}. */
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
