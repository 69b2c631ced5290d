import { crc32 } from "node:zlib";

/** Small photos made with libvips and with a canvas. */
// deno-fmt-ignore
const MADE = [
  ["JPEG of a canvas", "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUE/8QAHRAAAQQDAQEAAAAAAAAAAAAAAwECBBIABRFBQv/EABUBAQEAAAAAAAAAAAAAAAAAAAQC/8QAGhEAAgIDAAAAAAAAAAAAAAAAABEBEgMTIf/aAAwDAQACEQMRAD8AvbjbTo2zMEB6jbXiUavyi+pjT7adJ2YQnPYbrdSjU+VXxMtSNTBkmcY4LEdzq3cnnPFxH1MGMZpgAqRveLdy+c9XDqWM24qKvUbcYxlhT//Z"],
  ["progressive JPEG", "/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABQAG/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwL/2gAMAwEAAhADEAAAAdAI2ITt1UP/xAAXEAEBAQEAAAAAAAAAAAAAAAACEgEU/9oACAEBAAEFAlsntdHaKyjxOjkn/8QAFxEAAwEAAAAAAAAAAAAAAAAAAxASQv/aAAgBAwEBPwEUaX//xAAWEQADAAAAAAAAAAAAAAAAAAABEBH/2gAIAQIBAT8BNX//xAAZEAACAwEAAAAAAAAAAAAAAAAAAQIRQTL/2gAIAQEABj8CcnhyqFJaOL06VCisP//EABgQAQADAQAAAAAAAAAAAAAAAAEAETFx/9oACAEBAAE/ITzAtm/jh5gWQ8wKZl64eYFE/9oADAMBAAIAAwAAABAMP//EABcRAAMBAAAAAAAAAAAAAAAAAAABESH/2gAIAQMBAT8QxYcuH//EABURAQEAAAAAAAAAAAAAAAAAABBR/9oACAECAQE/EJH/xAAaEAEAAwADAAAAAAAAAAAAAAARAAFRYXGB/9oACAEBAAE/EFleWVOQe073yLKdsuLK8suco9p1vsWU7ZU//9k="],
  ["grey JPEG", "/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAJABEDASIAAhEBAxEB/8QAFwABAAMAAAAAAAAAAAAAAAAAAAMFBv/EABwQAAEFAQEBAAAAAAAAAAAAAAEAAgMEEQUxQf/EABQBAQAAAAAAAAAAAAAAAAAAAAD/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwDV9eSzFzpH0wTKM8GkD7gUHAmuTUnOuh2h2MLhhIVoiAiIg//Z"],
  ["JPEG without subsampling", "/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAQABADAREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDW1nV2sXWGFVaQjcS3QCsZSsdVGipq7DR9Xa+doZlVZANwK9CKIyuFaioK62DWNIa+dZoWVZANpDdCKJRuFGsoKz2F0fSGsXaaZlaQjaAvQCiMbBWrKastj//Z"],
  ["transparent PNG", "iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAYAAAAMJL+VAAAASUlEQVR4AeyQsQkAMAgEQwZJmW2c1m1SZpI09voQBUXhsXnQuzmcJ+4A78VIrOBxBNaP0F4TqMYKKaJzCYnqRgqFFAnR95Vf0QMAAP//f4mjRQAAAAZJREFUAwAGfDAhXc2DKwAAAABJRU5ErkJggg=="],
  ["opaque PNG", "iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAIAAACDRijCAAAAS0lEQVR4AeyQoREAIAwDuQ7EchhGwLAcEzACBo+pTioqIujFpZf2Y/fsFFlJGg9arVPhix6ElyLuD+ItyXZU56DCeLJo+O2Iq4f2AAAA//8007VLAAAABklEQVQDAPC9ZplH9vdLAAAAAElFTkSuQmCC"],
  ["PNG with a palette", "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAAP1BMVEX18ODjt6nu28uzJx/v3M3v3c67PTSzJh60KCDu3MzitqnHY1rIZlvIZVvIZ1zjuKvv3c/JaF27PjTitajjuKotAg7XAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAWklEQVQYlY2PyQ7AIAhEsS4DLt3//1ubqNimJ+f2XgIDRJNxV/QfXJIFuMjggJqgJjUGcmOxKrjticrAXYV5xdYq+TdCRcXRW6TXnk4PkcwAr4OJyBuzz775AMD0A1CgjAE/AAAAAElFTkSuQmCC"],
  ["lossy WebP", "UklGRm4AAABXRUJQVlA4IGIAAACQAwCdASoUAAwAPu1iqU2ppaOiMAgBMB2JbACdACFxyedvw2DAAP7v1VVIwOCwe8jHspo/TYk5Q4LE3q+5t43UKPDEwRVGss/iUzDGTmotBWt3L2IlhYts4Ojv90HRRgAAAA=="],
  ["lossless WebP", "UklGRogAAABXRUJQVlA4THwAAAAvE8ACAHdgJJKU2cGRhjL09ygkjhoK2jZyWh2B44/oCO37YSSSlL9zlKEQ5dE0wM1/rO/p8z/uvbaRUgAAFABR2oICIcAm23ZcflqYjII8JiIYrTYNNNBFExHOdZL4ixDR/wkQr20aetXBrSLMlYd8UFcBvlUDs7Lll6uH"],
  ["transparent WebP", "UklGRqwAAABXRUJQVlA4WAoAAAAQAAAAEwAACwAAQUxQSEgAAAABX6CojRQ4uRfwQwJeiIjAsp46kgO2tW3DMhQhFaqFTpRBGVIi8R9Pe6YSIvo/AeK0bVGPErjRBWH0Q18ooxvCKIMZ2erl6CBWUDggPgAAAPACAJ0BKhQADAA+7WKpTamlo6IwCAEwHYlsALsALXIAAP7paLKrKlEsvAfdv39y7kV2KsOXA9H+lRdyAAAA"],
] as const;

/** Ten photos that are accepted, by name. */
export const PHOTOS: ReadonlyMap<string, Uint8Array<ArrayBuffer>> = new Map(
  MADE.map(([name, base64]) => [name, Uint8Array.fromBase64(base64)]),
);

/** A camera's JPEG, 80 × 40: red and blue, to be rotated right, with its location in the Exif data. */
export const PHOTO_WITH_PLACE = Uint8Array.fromBase64(
  // deno-fmt-ignore
  "/9j/4QFCRXhpZgAASUkqAAgAAAAIAA8BAgAHAAAAfgAAABIBAwABAAAABgAAABoBBQABAAAAbgAAABsBBQABAAAAdgAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAhgAAACWIBAABAAAA1AAAAAAAAABIAAAAAQAAAEgAAAABAAAAQ2FtZXJhAAAGAACQBwAEAAAAMDIxMAGRBwAEAAAAAQIDAACgBwAEAAAAMDEwMAGgAwABAAAA//8AAAKgBAABAAAAUAAAAAOgBAABAAAAKAAAAAAAAAAEAAEAAgACAAAATgAAAAIABQADAAAAIgEAAAMAAgACAAAARQAAAAQABQADAAAACgEAAAAAAAANAAAAAQAAABgAAAABAAAAJAAAAAEAAAA0AAAAAQAAAB8AAAABAAAADAAAAAEAAAD/4gHwSUNDX1BST0ZJTEUAAQEAAAHgbGNtcwQgAABtbnRyUkdCIFhZWiAH4gADABQACQAOAB1hY3NwTVNGVAAAAABzYXdzY3RybAAAAAAAAAAAAAAAAAAA9tYAAQAAAADTLWhhbmR56b9WWj4BtoMjhVVG90+qAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAApkZXNjAAAA/AAAACRjcHJ0AAABIAAAACJ3dHB0AAABRAAAABRjaGFkAAABWAAAACxyWFlaAAABhAAAABRnWFlaAAABmAAAABRiWFlaAAABrAAAABRyVFJDAAABwAAAACBnVFJDAAABwAAAACBiVFJDAAABwAAAACBtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAYAAAAcAEMAQwAwAABYWVogAAAAAAAA9tYAAQAAAADTLXNmMzIAAAAAAAEMPwAABd3///MmAAAHkAAA/ZL///uh///9ogAAA9wAAMBxWFlaIAAAAAAAAG+gAAA48gAAA49YWVogAAAAAAAAYpYAALeJAAAY2lhZWiAAAAAAAAAkoAAAD4UAALbEcGFyYQAAAAAAAwAAAAJmaQAA8qcAAA1ZAAAT0AAAClv/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAoAFADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABcBAQEBAQAAAAAAAAAAAAAAAAAHCAb/xAAZEQEAAwEBAAAAAAAAAAAAAAAAB0TCgoP/2gAMAwEAAhEDEQA/AM6Acc0iAAIBfoBYYnt+e0rk2r3gAWFKgAF+Ax61SAAIBfoBYYnt+e0rk2r3gAWFKgAF+Ax61SAAIAFhie357SuTaveABYUqAAf/2Q==",
);

export interface HostilePhoto {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Code of the refusal. */
  problem: "PHOTO_TYPE" | "PHOTO_HAS_METADATA";
}

/** Files that must be refused, derived from the ten photos: more than 200, all different. */
export function hostilePhotos(): HostilePhoto[] {
  const changed = [...PHOTOS].flatMap(([name, bytes]) => {
    const kind = name.includes("JPEG") ? JPEG : name.includes("PNG") ? PNG : WEBP;
    return [
      ...Object.entries(ANY).map(([what, change]) => [what, change(bytes)] as const),
      ...SIZES.map(([width, height]) =>
        [`claims ${width} × ${height}`, kind.resized(bytes, width, height)] as const
      ),
      ...Object.entries(kind.broken).map(([what, change]) => [what, change(bytes)] as const),
    ].map(([what, made]) => hostile(`${name}: ${what}`, made, "PHOTO_TYPE")).concat(
      Object.entries(kind.told).map(([what, change]) =>
        hostile(`${name}: ${what}`, change(bytes), "PHOTO_HAS_METADATA")
      ),
    );
  });
  const other = Object.entries(OTHER).map(([name, text]) =>
    hostile(name, latin1(text), "PHOTO_TYPE")
  );
  return [...changed, ...other];
}

function hostile(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  problem: HostilePhoto["problem"],
): HostilePhoto {
  return { name, bytes, problem };
}

type Bytes = Uint8Array<ArrayBuffer>;
type Change = (photo: Bytes) => Bytes;

interface Kind {
  resized(photo: Bytes, width: number, height: number): Bytes;
  /** Changes that break its structure. */
  broken: Readonly<Record<string, Change>>;
  /** Changes that insert metadata. */
  told: Readonly<Record<string, Change>>;
}

const SIZES = [[1, 60_000], [60_000, 60_000], [1025, 16], [16, 1025]] as const;
const SCRIPT = "<script>alert(1)</script>";
const GPS = "MM\0*\0\0\0\x08\0\x01\x88\x25\0\x04\0\0\0\x01\0\0\0\0";
const XMP = "<x:xmpmeta xmlns:x='adobe:ns:meta/'>Ana, 52.52 N</x:xmpmeta>";

const ANY: Readonly<Record<string, Change>> = {
  "a byte too many": (photo) => join(photo, "\0"),
  "HTML behind it": (photo) => join(photo, SCRIPT),
  "an archive behind it": (photo) => join(photo, "PK\x03\x04", "x".repeat(40), "PK\x05\x06"),
  "twice": (photo) => join(photo, photo),
  "a byte too few": (photo) => photo.slice(0, -1),
  "half of it": (photo) => photo.slice(0, photo.length / 2),
  "its start": (photo) => photo.slice(0, 20),
  "HTML before it": (photo) => join(SCRIPT, photo),
  "its name is GIF": (photo) => join("GIF89a", photo.slice(6)),
};

const JPEG: Kind = {
  resized: (photo, width, height) =>
    replaced(photo, frameOf(photo) + 5, [...be16(height), ...be16(width)]),
  broken: {
    "lossless": (photo) => replaced(photo, frameOf(photo) + 1, [0xc3]),
    "arithmetic": (photo) => replaced(photo, frameOf(photo) + 1, [0xc9]),
    "twelve bits": (photo) => replaced(photo, frameOf(photo) + 4, [12]),
    "five components": (photo) => replaced(photo, frameOf(photo) + 9, [5]),
    "a segment that never ends": (photo) => replaced(photo, frameOf(photo) + 2, [0xff, 0xff]),
    "no coded data": (photo) => join(photo.slice(0, frameOf(photo)), "\xff\xd9"),
    "two frames": (photo) => spliced(photo, 2, segmentAt(photo, frameOf(photo))),
    "a height that comes later": (photo) =>
      spliced(photo, photo.length - 2, "\xff\xdc\0\x04\0\x10"),
    "a table of 60,000 bytes": (photo) => spliced(photo, 2, segment(0xdb, "x".repeat(60_000))),
    "scans without end": (photo) => {
      const scan = photo.slice(markerAt(photo, [0xda]), -2);
      return spliced(photo, photo.length - 2, ...Array.from({ length: 100 }, () => scan));
    },
  },
  told: {
    "Exif": (photo) => spliced(photo, 2, segment(0xe1, `Exif\0\0${GPS}`)),
    "XMP": (photo) => spliced(photo, 2, segment(0xe1, `http://ns.adobe.com/xap/1.0/\0${XMP}`)),
    "ICC": (photo) => spliced(photo, 2, segment(0xe2, "ICC_PROFILE\0\x01\x01Ana's screen")),
    "IPTC": (photo) => spliced(photo, 2, segment(0xed, "Photoshop 3.0\0" + "8BIM\x04\x04Ana")),
    "a comment": (photo) => spliced(photo, 2, segment(0xfe, "Ana")),
    "a comment behind the picture": (photo) =>
      spliced(photo, photo.length - 2, segment(0xfe, SCRIPT)),
    "a thumbnail": (photo) => spliced(photo, 2, segment(0xe0, "JFXX\0\x13\x01\x01abc")),
    "more pictures": (photo) => spliced(photo, 2, segment(0xe2, "MPF\0II*\0")),
    "Adobe with more": (photo) => spliced(photo, 2, segment(0xee, "Adobe\0\x64\0\0\0\0\0Ana")),
    "APP15": (photo) => spliced(photo, 2, segment(0xef, "Ana")),
  },
};

const PNG: Kind = {
  resized: (photo, width, height) =>
    join(
      photo.slice(0, 8),
      chunk("IHDR", be32(width), be32(height), photo.slice(24, 29)),
      photo.slice(33),
    ),
  broken: {
    "animated": (photo) => spliced(photo, 33, chunk("acTL", be32(2), be32(0))),
    "frames": (photo) => spliced(photo, photo.length - 12, chunk("fdAT", be32(1), "abc")),
    "two headers": (photo) => spliced(photo, 33, photo.slice(8, 33)),
    "an unknown critical chunk": (photo) => spliced(photo, 33, chunk("MINE", "abc")),
    "an end with text": (photo) => join(photo.slice(0, -12), chunk("IEND", SCRIPT)),
    "no picture": (photo) => join(photo.slice(0, 33), chunk("IEND")),
    "more data behind text": (photo) =>
      spliced(photo, photo.length - 12, chunk("tEXt", "a\0b"), chunk("IDAT", "abc")),
    "a chunk that never ends": (photo) => spliced(photo, 33, be32(0xffffffff), "IDAT"),
    "a chunk without a name": (photo) => spliced(photo, 33, chunk("<a/>", "abc")),
  },
  told: {
    "text": (photo) => spliced(photo, 33, chunk("tEXt", "Author\0Ana")),
    "a packed bomb": (photo) =>
      spliced(photo, 33, chunk("zTXt", "a\0\0x\x9c", "\0".repeat(50_000))),
    "international text": (photo) =>
      spliced(photo, 33, chunk("iTXt", `XML:com.adobe.xmp\0\0\0\0\0${XMP}`)),
    "Exif": (photo) => spliced(photo, 33, chunk("eXIf", GPS)),
    "ICC": (photo) => spliced(photo, 33, chunk("iCCP", "Ana's screen\0\0x\x9c")),
    "a time": (photo) => spliced(photo, 33, chunk("tIME", "\x07\xea\x0c\x18\0\0\0")),
    "text behind the picture": (photo) => spliced(photo, photo.length - 12, chunk("tEXt", "a\0b")),
    "an unknown chunk": (photo) => spliced(photo, 33, chunk("miNe", SCRIPT)),
    "gamma with more": (photo) => spliced(photo, 33, chunk("gAMA", SCRIPT)),
  },
};

const WEBP: Kind = {
  resized(photo, width, height) {
    const at = pictureAt(photo) + 8;
    const [w, h] = [Math.min(width, 16_383), Math.min(height, 16_383)];
    const isLossy = text(photo, at - 8) === "VP8 ";
    const sized = isLossy
      ? replaced(photo, at + 6, [...le16(w), ...le16(h)])
      : replaced(photo, at + 1, le32(w - 1 + (h - 1) * 2 ** 14));
    return text(photo, 12) !== "VP8X" ? sized : replaced(sized, 24, [
      ...le32(w - 1).slice(0, 3),
      ...le32(h - 1).slice(0, 3),
    ]);
  },
  broken: {
    "animated": (photo) => replaced(extended(photo), 20, [0x02]),
    "frames": (photo) => grown(extended(photo), riffChunk("ANMF", "x".repeat(24))),
    "two pictures": (photo) => grown(extended(photo), pictureOf(photo)),
    "too short for its header": (photo) => replaced(photo, 4, le32(photo.length - 10)),
    "too long for its header": (photo) => replaced(photo, 4, le32(photo.length)),
    "no picture": (photo) => grown(extended(photo).slice(0, 30)),
    "another size outside": (photo) => replaced(extended(photo), 24, [99]),
    "a chunk behind a simple file": (photo) =>
      grown(join("RIFF0000WEBP", pictureOf(photo)), riffChunk("EXIF", GPS)),
  },
  told: {
    "Exif": (photo) => grown(replaced(extended(photo), 20, [0x08]), riffChunk("EXIF", GPS)),
    "XMP": (photo) => grown(replaced(extended(photo), 20, [0x04]), riffChunk("XMP ", XMP)),
    "ICC": (photo) => grown(spliced(extended(photo), 30, riffChunk("ICCP", "Ana's screen"))),
    "Exif that no flag tells": (photo) => grown(extended(photo), riffChunk("EXIF", GPS)),
    "an unknown chunk": (photo) => grown(extended(photo), riffChunk("mine", SCRIPT)),
    "a flag alone": (photo) => replaced(extended(photo), 20, [0x20]),
  },
};

/** Files of other types, sent as photos. */
const OTHER: Readonly<Record<string, string>> = {
  "nothing": "",
  "a byte": "\xff",
  "GIF": "GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;",
  "SVG": `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`,
  "SVG of XML": `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`,
  "HTML": `<!doctype html>${SCRIPT}`,
  "BMP": "BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0",
  "TIFF": "II*\0\x08\0\0\0\0\0",
  "an icon": "\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0",
  "AVIF": "\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf",
  "HEIC": "\0\0\0\x18ftypheic\0\0\0\0mif1heic",
  "JPEG XL": "\xff\x0a\0\x10",
  "JPEG 2000": "\0\0\0\x0cjP  \r\n\x87\n",
  "PDF": "%PDF-1.7\n1 0 obj<<>>endobj",
  "an archive": "PK\x05\x06" + "\0".repeat(18),
  "a program": "\x7fELF\x02\x01\x01",
  "a sound": "RIFF\x04\0\0\0WAVE",
  "the start of a JPEG": "\xff\xd8\xff",
  "a JPEG without anything": "\xff\xd8\xff\xd9",
  "the start of a PNG": "\x89PNG\r\n\x1a\n",
  "a WebP without anything": "RIFF\x04\0\0\0WEBP",
};

function latin1(text: string): Bytes {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

type Part = Uint8Array | readonly number[] | string;

function join(...parts: readonly Part[]): Bytes {
  return Uint8Array.from(
    parts.flatMap((part) => [...typeof part === "string" ? latin1(part) : part]),
  );
}

function spliced(photo: Bytes, at: number, ...parts: readonly Part[]): Bytes {
  return join(photo.slice(0, at), ...parts, photo.slice(at));
}

function replaced(photo: Bytes, at: number, bytes: readonly number[]): Bytes {
  return join(photo.slice(0, at), bytes, photo.slice(at + bytes.length));
}

const be16 = (value: number) => [value >>> 8 & 255, value & 255];
const be32 = (value: number) => [...be16(value >>> 16), ...be16(value)];
const le16 = (value: number) => be16(value).reverse();
const le32 = (value: number) => be32(value).reverse();

function segment(marker: number, text: string): Bytes {
  return join([0xff, marker], be16(text.length + 2), text);
}

/** Offset of the first of these segments in a JPEG. */
function markerAt(photo: Bytes, markers: readonly number[]): number {
  for (let at = 2;; at += 2 + lengthAt(photo, at)) {
    if (markers.includes(photo[at + 1] ?? 0)) return at;
  }
}

function frameOf(photo: Bytes): number {
  return markerAt(photo, [0xc0, 0xc1, 0xc2]);
}

function segmentAt(photo: Bytes, at: number): Bytes {
  return photo.slice(at, at + 2 + lengthAt(photo, at));
}

function lengthAt(photo: Bytes, at: number): number {
  return new DataView(photo.buffer).getUint16(at + 2);
}

function chunk(type: string, ...parts: readonly Part[]): Bytes {
  const body = join(type, ...parts);
  return join(be32(body.length - 4), body, be32(crc32(body)));
}

function text(photo: Bytes, at: number): string {
  return String.fromCharCode(...photo.slice(at, at + 4));
}

function riffChunk(type: string, body: Part): Bytes {
  const bytes = join(body);
  return join(type, le32(bytes.length), bytes, bytes.length % 2 ? [0] : []);
}

/** A WebP file with its size field updated. */
function grown(photo: Bytes, ...parts: readonly Part[]): Bytes {
  const all = join(photo, ...parts);
  return replaced(all, 4, le32(all.length - 8));
}

/** Offset of the picture's chunk. */
function pictureAt(photo: Bytes): number {
  let at = 12;
  while (!/^VP8[ L]$/.test(text(photo, at))) at += 8 + sizeAt(photo, at);
  return at;
}

function sizeAt(photo: Bytes, at: number): number {
  const size = new DataView(photo.buffer).getUint32(at + 4, true);
  return size + size % 2;
}

function pictureOf(photo: Bytes): Bytes {
  const at = pictureAt(photo);
  return photo.slice(at, at + 8 + sizeAt(photo, at));
}

/** The same picture with an extended header. */
function extended(photo: Bytes): Bytes {
  if (text(photo, 12) === "VP8X") return photo;
  return grown(spliced(photo, 12, riffChunk("VP8X", [0, 0, 0, 0, 19, 0, 0, 11, 0, 0])));
}
