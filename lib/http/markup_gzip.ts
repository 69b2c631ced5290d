import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { Deflate } from "./deflate.ts";
import { yieldToEventLoop } from "../work/work_queue.ts";
import { foreignParts } from "./trusted_markup.ts";
import { Lz77Matcher } from "./lz77_matcher.ts";

/** Bytes compressed in one slice, which takes about five milliseconds. */
export const SLICE = 256 * 1024;

/** Output lengths are multiples of this many bytes, so that a difference of a few characters is rarely visible. */
const STEP = 1024;

/** A gzip header: DEFLATE, with a file name, no time, unknown system (RFC 1952, 2.3). */
const HEADER = [0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 255];

/**
 * Compresses a page that contains secrets together with text that others control, so that its length does not reveal
 * how similar they are (BREACH). Only text outside {@linkcode foreignParts foreign parts} is compressed, with matches
 * only in such text. Any other byte has a fixed cost.
 */
export async function gzipMarkup(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  // In Latin-1, string indexes equal byte offsets, and the string takes half the memory of a decoded page.
  const { buffer, byteOffset, length } = bytes;
  const html = Buffer.from(buffer, byteOffset, length).toString("latin1");
  const matcher = new Lz77Matcher(length);
  const deflate = new Deflate(length);
  let at = 0;
  let rested = 0;
  for (const [start, end] of foreignParts(html)) {
    compressOwn(at, start);
    deflate.literals(bytes, start, end);
    at = end;
    if (end - rested > SLICE) {
      await yieldToEventLoop();
      rested = end;
    }
  }
  compressOwn(at, length);

  function compressOwn(start: number, end: number) {
    if (start === end) return;
    matcher.allow(bytes.subarray(start, end), start);
    for (let at = start; at < end; at += matcher.length) {
      matcher.next(at, end);
      if (matcher.distance > 0) deflate.repetition(matcher.length, matcher.distance);
      else deflate.literals(bytes, at, at + 1);
    }
  }
  return gzip(deflate.finish(), bytes);
}

/** Wraps compressed data as gzip, with a file name that pads the length to a multiple of {@linkcode STEP}. */
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
