import { GAME_CODE } from "../game/types.ts";

/** What is longer is neither: the pattern for a link tries each of its beginnings in a text up to the end. */
const LONGEST = 500;

/**
 * Finds the page for a typed code or a pasted link of a game.
 *
 * @returns a path of this site; null if the text is neither.
 */
export function gameAddress(typed: string): string | null {
  const text = typed.trim();
  if (text.length > LONGEST) return null;
  const link = /\/games\/(\d+)(\/organize|\/join|\/c\/[\w-]+)?\/?(\?\S*)?$/.exec(text);
  if (link && GAME_CODE.test(link[1] ?? "")) {
    // A Location header takes nothing that is not encoded.
    const { pathname, search } = new URL(link[0], "http://localhost");
    return pathname.replace(/\/$/, "") + search;
  }
  // NFKC makes the wide digits of Asian keyboards plain ones.
  const code = text.normalize("NFKC").replace(/[\s\-–]/g, "");
  return GAME_CODE.test(code) ? `/games/${code}` : null;
}
