import { LIMITS } from "./types.ts";

/** Maximum number of scans in a progressive JPEG: encoders make about ten, and each is a pass for the decoder. */
const MAX_SCANS = 64;

export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

/** What a file holds, by its structure. */
interface Structure {
  width: number;
  height: number;
  /** Holds something besides one picture: a date, a place, a name, a comment, a colour profile, a thumbnail. */
  hasMetadata: boolean;
}

/** Thrown if a file is not of the type of its first bytes, is cut off, or has bytes after its end. */
class BrokenPhoto extends Error {}

/**
 * Checks every byte of a photo, without decoding the picture.
 *
 * Only what a picture needs may be there. ICC profiles count as metadata: they hold free text, such as the name of a
 * screen, and the browser makes photos in sRGB, which needs none.
 *
 * @returns its type; "PHOTO_TYPE" if it is not one whole still picture of at most 1,024 pixels a side.
 */
export function checkPhoto(
  bytes: Uint8Array,
): { type: PhotoType } | "PHOTO_TYPE" | "PHOTO_HAS_METADATA" {
  const reader = new Reader(bytes);
  for (const type of PHOTO_TYPES) {
    if (!FORMATS[type].starts(reader)) continue;
    try {
      const { width, height, hasMetadata } = FORMATS[type].walk(reader);
      if (hasMetadata) return "PHOTO_HAS_METADATA";
      const fits = Math.min(width, height) >= 1 && Math.max(width, height) <= LIMITS.photoSide;
      return fits ? { type } : "PHOTO_TYPE";
    } catch (error) {
      if (error instanceof BrokenPhoto) return "PHOTO_TYPE";
      throw error;
    }
  }
  return "PHOTO_TYPE";
}

/** Reads bytes with bounds. Multi-byte numbers: `u` big-endian, `le` little-endian. */
class Reader {
  readonly length: number;
  readonly #view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.length = bytes.length;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** @throws {BrokenPhoto} if the file ends earlier. */
  part(start: number, length: number): Uint8Array {
    this.#within(start, length);
    return this.bytes.subarray(start, start + length);
  }

  u8 = (at: number) => this.#within(at, 1).getUint8(at);
  u16 = (at: number) => this.#within(at, 2).getUint16(at);
  u32 = (at: number) => this.#within(at, 4).getUint32(at);
  le16 = (at: number) => this.#within(at, 2).getUint16(at, true);
  le24 = (at: number) => this.le16(at) + 65536 * this.u8(at + 2);
  le32 = (at: number) => this.#within(at, 4).getUint32(at, true);

  text(start: number, length: number): string {
    return String.fromCharCode(...this.part(start, length));
  }

  has(start: number, text: string): boolean {
    return start + text.length <= this.length && this.text(start, text.length) === text;
  }

  #within(start: number, length: number): DataView {
    require(start + length <= this.length);
    return this.#view;
  }
}

function require(condition: boolean): asserts condition {
  if (!condition) throw new BrokenPhoto();
}

const FORMATS: Record<
  PhotoType,
  { starts(reader: Reader): boolean; walk(reader: Reader): Structure }
> = {
  "image/jpeg": { starts: (reader) => reader.has(0, "\xff\xd8\xff"), walk: walkJpeg },
  "image/png": { starts: (reader) => reader.has(0, "\x89PNG\r\n\x1a\n"), walk: walkPng },
  "image/webp": {
    starts: (reader) => reader.has(0, "RIFF") && reader.has(8, "WEBP"),
    walk: walkWebp,
  },
};

/** Markers of JPEG (ITU T.81, table B.1). */
const JPEG = { sof0: 0xc0, sof2: 0xc2, dht: 0xc4, eoi: 0xd9, sos: 0xda, dqt: 0xdb, dri: 0xdd };

/** The largest segments of tables: four of quantization with 16 bits, eight of Huffman codes. */
const MAX_TABLES = new Map([[JPEG.dqt, 2 + 4 * 129], [JPEG.dht, 2 + 8 * 273], [JPEG.dri, 4]]);

/** Baseline, extended and progressive JPEG with Huffman coding, which is what browsers show. */
function walkJpeg(reader: Reader): Structure {
  const found = { width: 0, height: 0, hasMetadata: false };
  let components = 0;
  let scans = 0;
  for (let at = 2;;) {
    require(reader.u8(at) === 0xff);
    const marker = reader.u8(at + 1);
    at += 2;
    if (marker === JPEG.eoi) {
      require(scans > 0 && at === reader.length);
      return found;
    }
    const length = reader.u16(at);
    require(length >= 2 && at + length <= reader.length);
    if (marker >= JPEG.sof0 && marker <= JPEG.sof2) {
      require(components === 0 && reader.u8(at + 2) === 8);
      components = reader.u8(at + 7);
      require([1, 3, 4].includes(components) && length === 8 + 3 * components);
      Object.assign(found, { height: reader.u16(at + 3), width: reader.u16(at + 5) });
    } else if (marker === JPEG.sos) {
      require(components > 0 && ++scans <= MAX_SCANS);
      require(length === 6 + 2 * reader.u8(at + 2) && reader.u8(at + 2) <= components);
    } else if (isApplication(marker)) {
      found.hasMetadata ||= !isPlainApplication(reader, marker, at, length);
    } else {
      require(length <= (MAX_TABLES.get(marker) ?? 0));
    }
    at += length;
    if (marker === JPEG.sos) at = endOfScan(reader, at);
  }
}

/** APP0 to APP15, and comments. */
function isApplication(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}

/** True for JFIF's header without a thumbnail, and Adobe's, which says how colours are kept. */
function isPlainApplication(reader: Reader, marker: number, at: number, length: number): boolean {
  return (marker === 0xe0 && length === 16 && reader.has(at + 2, "JFIF\0")) ||
    (marker === 0xee && length === 14 && reader.has(at + 2, "Adobe"));
}

/** Skips coded data: up to the first marker that is neither a stuffed byte nor a restart. */
function endOfScan({ bytes }: Reader, start: number): number {
  for (let at = start;;) {
    at = bytes.indexOf(0xff, at);
    const next = bytes[at + 1];
    require(at >= 0 && next !== undefined);
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at += 2;
  }
}

/** Chunks that only describe pixels; any other one is metadata, or belongs to an animation. */
const PLAIN_CHUNKS = new Map([
  ["PLTE", 768],
  ["tRNS", 256],
  ["sRGB", 1],
  ["gAMA", 4],
  ["cHRM", 32],
  ["sBIT", 4],
  ["bKGD", 6],
  ["pHYs", 9],
]);
const ANIMATION = ["acTL", "fcTL", "fdAT"];

/** PNG, see W3C's specification, sections 5 and 11. */
function walkPng(reader: Reader): Structure {
  require(reader.u32(8) === 13 && reader.has(12, "IHDR"));
  const found = { width: reader.u32(16), height: reader.u32(20), hasMetadata: false };
  const seen = new Set<string>();
  let previous = "";
  for (let at = 8;;) {
    const length = reader.u32(at);
    const type = reader.text(at + 4, 4);
    at += 12 + length;
    require(at <= reader.length);
    const isMore = type === "IDAT" && previous === "IDAT";
    require(isMore || !seen.has(type) || !isPictureChunk(type));
    seen.add(type);
    previous = type;
    if (type === "IEND") {
      require(length === 0 && seen.has("IDAT") && at === reader.length);
      return found;
    }
    if (type === "IHDR" || type === "IDAT") continue;
    // The case of the first letter tells what a decoder may skip.
    require(
      !ANIMATION.includes(type) && (PLAIN_CHUNKS.has(type) || /^[a-z][A-Za-z]{3}$/.test(type)),
    );
    found.hasMetadata ||= length > (PLAIN_CHUNKS.get(type) ?? -1);
  }
}

function isPictureChunk(type: string): boolean {
  return type === "IHDR" || type === "IDAT" || PLAIN_CHUNKS.has(type);
}

/** Flags of WebP's extended header; all others stand for metadata. */
const WEBP = { animation: 0x02, alpha: 0x10 };
/** Where the chunk after the extended header begins: the only place for transparency. */
const AFTER_EXTENDED = 30;

/** WebP, see RFC 9649: a simple file, or an extended one with nothing but transparency. */
function walkWebp(reader: Reader): Structure {
  require(reader.le32(4) + 8 === reader.length);
  const found = { width: 0, height: 0, hasMetadata: false };
  let extended: { width: number; height: number } | undefined;
  let isDone = false;
  for (let at = 12; at < reader.length;) {
    const type = reader.text(at, 4);
    const size = reader.le32(at + 4);
    const body = at + 8;
    require(body + size <= reader.length);
    if (type === "VP8X") {
      require(at === 12 && size === 10 && (reader.u8(body) & WEBP.animation) === 0);
      found.hasMetadata ||= (reader.u8(body) & ~WEBP.alpha) !== 0;
      extended = { width: reader.le24(body + 4) + 1, height: reader.le24(body + 7) + 1 };
    } else if (type === "VP8 " || type === "VP8L") {
      require(!isDone && (extended !== undefined || at === 12));
      isDone = true;
      Object.assign(found, type === "VP8 " ? lossySize(reader, body) : losslessSize(reader, body));
    } else {
      require(extended !== undefined && type !== "ANIM" && type !== "ANMF");
      found.hasMetadata ||= type !== "ALPH" || at !== AFTER_EXTENDED;
    }
    if (size % 2 === 1) require(reader.u8(body + size) === 0);
    at = body + size + size % 2;
  }
  require(isDone);
  require(!extended || (extended.width === found.width && extended.height === found.height));
  return found;
}

/** @param at where the VP8 bitstream begins (RFC 6386, 9.1): a key frame that is shown. */
function lossySize(reader: Reader, at: number): { width: number; height: number } {
  require((reader.u8(at) & 0x11) === 0x10 && reader.has(at + 3, "\x9d\x01\x2a"));
  return { width: reader.le16(at + 6) & 0x3fff, height: reader.le16(at + 8) & 0x3fff };
}

/** @param at where the lossless bitstream begins (RFC 9649, 3.4). */
function losslessSize(reader: Reader, at: number): { width: number; height: number } {
  const bits = reader.le32(at + 1);
  require(reader.u8(at) === 0x2f && bits >>> 29 === 0);
  return { width: (bits & 0x3fff) + 1, height: (bits >>> 14 & 0x3fff) + 1 };
}
