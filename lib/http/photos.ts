import { LIMITS } from "../game/types.ts";
import type { StoredPhoto } from "../store/store.ts";
import { GameError } from "../game/errors.ts";
import { readBytes } from "./body.ts";

/** Responds with a photo that caches must not store and other sites cannot embed, sandboxed if it is opened alone. */
export function photoAnswer({ type, bytes }: Pick<StoredPhoto, "type" | "bytes">): Response {
  return new Response(bytes, {
    headers: {
      "content-type": type,
      "content-disposition": `inline; filename="photo.${type.slice("image/".length)}"`,
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    },
  });
}

/** Reads the body of a photo. @throws {GameError} as `readBytes`, and 413 above 100 KiB. */
export async function readPhoto(req: Request): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBytes(req);
  if (bytes.length > LIMITS.photoBytes) throw new GameError("PHOTO_TOO_LARGE");
  return bytes;
}
