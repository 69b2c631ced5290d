import { GAME_CODE } from "../game/types.ts";

/** Maximum length in UTF-16 code units. The pattern for a link searches to the end from each possible beginning. */
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
    // A Location header must be encoded.
    const { pathname, search } = new URL(link[0], "http://localhost");
    return pathname.replace(/\/$/, "") + search;
  }
  // NFKC turns the full-width digits of Asian keyboards into plain ones.
  const code = text.normalize("NFKC").replace(/[\s\-–]/g, "");
  return GAME_CODE.test(code) ? `/games/${code}` : null;
}
