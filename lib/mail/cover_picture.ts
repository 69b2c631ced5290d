import type { Cover } from "../game/types.ts";

/** Cached: eight pictures of some ten kilobytes. */
const pictures = new Map<Cover, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * Reads a cover's picture as PNG. It is attached to each mail, because mail programs do not show SVG and often block
 * remote pictures, which would also reveal when a mail is read. Made by `tests/gallery/mail_covers.ts`.
 */
export function readCover(cover: Cover): Promise<Uint8Array<ArrayBuffer>> {
  return pictures.getOrInsertComputed(cover, async () => {
    try {
      return await Deno.readFile(new URL(`./covers/${cover}.png`, import.meta.url));
    } catch (error) {
      pictures.delete(cover);
      throw error;
    }
  });
}
