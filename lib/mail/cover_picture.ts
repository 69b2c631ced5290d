import type { Cover } from "../game/types.ts";

/** Read once each: there are eight of them, of some ten kilobytes. */
const pictures = new Map<Cover, Promise<Uint8Array<ArrayBuffer>>>();

/**
 * What mails show of a cover, as PNG. It goes with each: mail programs draw no SVG, and load pictures from elsewhere
 * late or never, which would also tell when someone reads. `tests/gallery/mail_covers.tsx` has drawn them.
 */
export function readCover(cover: Cover): Promise<Uint8Array<ArrayBuffer>> {
  const known = pictures.get(cover);
  if (known) return known;
  const picture = Deno.readFile(new URL(`./covers/${cover}.png`, import.meta.url)).catch(
    (error) => {
      pictures.delete(cover);
      throw error;
    },
  );
  pictures.set(cover, picture);
  return picture;
}
