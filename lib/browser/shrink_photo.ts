import { WISH_LIMITS } from "../game/wish_limits.ts";

/** Longest sides in pixels, and qualities, to try until a photo is small enough: it loses quality before size. */
const SIDES = [WISH_LIMITS.photoSide, 720, 480, 320];
const QUALITIES = [0.85, 0.7, 0.5];

/** A photo that the server does not take; the message is for the reader, "" if the server gave no reason. */
class PhotoRefused extends Error {
  override name = "PhotoRefused";
}

/**
 * Makes a picture small enough to send: upright, at most 1,024 pixels a side and 100 KiB, and nothing in it but the
 * picture: where and when it was taken stays here.
 *
 * @param file any picture that the browser can show.
 * @throws if it can not.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  // Turned upright by default. Older browsers do not know that value of `imageOrientation`, and refuse it.
  const picture = await createImageBitmap(file);
  try {
    for (const side of SIDES) {
      const canvas = draw(picture, side);
      for (const quality of QUALITIES) {
        const photo = await encode(canvas, "image/webp", quality) ??
          await encode(canvas, "image/jpeg", quality);
        if (photo && photo.size <= WISH_LIMITS.photoBytes) return photo;
      }
    }
  } finally {
    picture.close();
  }
  throw new Error("The picture stays too large");
}

/**
 * Sends a photo for the person who is signed in at a game. @param path where the game takes photos
 *
 * @returns its id, for an item of their wishes.
 * @throws {PhotoRefused} if the server refuses it.
 */
export async function uploadPhoto(path: string, photo: Blob): Promise<string> {
  const answer = await fetch(path, { method: "POST", body: photo });
  // Where too many requests are refused, the answer is a page.
  const said = await answer.json().catch(() => ({ error: "" }));
  if (!answer.ok) throw new PhotoRefused(said.error);
  return said.photo;
}

function draw(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  // Without transparency a WebP file is the picture alone.
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("There is no canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** @returns null if the browser does not write this type: it writes PNG instead. */
async function encode(
  canvas: HTMLCanvasElement,
  type: "image/webp" | "image/jpeg",
  quality: number,
): Promise<Blob | null> {
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
  if (made?.type !== type) return null;
  const bytes = new Uint8Array(await made.arrayBuffer());
  const parts = type === "image/webp" ? pictureOfWebp(bytes) : pictureOfJpeg(bytes);
  return new Blob(parts, { type });
}

/** The same file without what browsers add: an ICC profile. */
function pictureOfWebp(bytes: Uint8Array<ArrayBuffer>): BlobPart[] {
  const view = new DataView(bytes.buffer);
  for (let at = 12; at < bytes.length;) {
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + size % 2;
    const isPicture = ["VP8 ", "VP8L"].includes(String.fromCharCode(...bytes.subarray(at, at + 4)));
    if (isPicture) {
      view.setUint32(4, end - at + 4, true);
      return [bytes.subarray(0, 12), bytes.subarray(at, end)];
    }
    at = end;
  }
  return [bytes];
}

/** The same file without what browsers add: an ICC profile in Chromium, Exif and IPTC in Safari. */
function pictureOfJpeg(bytes: Uint8Array<ArrayBuffer>): BlobPart[] {
  const parts = [bytes.subarray(0, 2)];
  const view = new DataView(bytes.buffer);
  let at = 2;
  for (let marker = 0; marker !== 0xda;) {
    marker = view.getUint8(at + 1);
    const end = at + 2 + view.getUint16(at + 2);
    const isMetadata = marker > 0xe0 && marker <= 0xef || marker === 0xfe;
    if (!isMetadata) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return [...parts, bytes.subarray(at)];
}
