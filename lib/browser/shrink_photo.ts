import { WISH_LIMITS } from "../game/wish_limits.ts";
import { shownTo } from "./sent_form.ts";

/** Maximum sides in pixels, and qualities, tried until a photo is small enough: quality is reduced before size. */
const SIDES = [WISH_LIMITS.photoSide, 720, 480, 320];
const QUALITIES = [0.85, 0.7, 0.5];

/** A photo that the server refuses; the message is for the reader, "" if the server gave no reason. */
class PhotoRefused extends Error {
  override name = "PhotoRefused";
}

/**
 * Makes a picture small enough to upload: upright, at most 1,024 pixels a side and 100 KiB. Drops all metadata, such as
 * where and when it was taken.
 *
 * @param file any picture that the browser can show.
 * @throws if the browser cannot show it.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  // Upright by default. Older browsers reject that value of `imageOrientation`.
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
 * Uploads a photo for the person who is signed in to a game. @param path of the game's photos
 *
 * @returns the photo's id, for an item of their wish list.
 * @throws {PhotoRefused} if the server refuses it.
 */
export async function uploadPhoto(path: string, photo: Blob): Promise<string> {
  const answer = await fetch(path, { method: "POST", headers: shownTo(), body: photo });
  // Someone else is signed in now: the next page explains it.
  if (answer.redirected) location.assign(answer.url);
  // If too many requests are refused, the response is an HTML page.
  const said = await answer.json().catch(() => ({ error: "" }));
  if (!answer.ok || !said.photo) throw new PhotoRefused(said.error);
  return said.photo;
}

function draw(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  // Without transparency, a WebP file contains nothing but the picture.
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("There is no canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Encodes the canvas. @returns null if the browser cannot write this type and writes PNG instead */
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

/** Removes what browsers add to a WebP file: an ICC profile. */
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

/** Removes what browsers add to a JPEG file: an ICC profile in Chromium, Exif and IPTC in Safari. */
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
