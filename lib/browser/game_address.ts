import { GAME_CODE } from "../game/types.ts";

/**
 * Where a game's code, as people type it, or a link to a game, as they paste it, leads to.
 *
 * @returns a path of this site; null for what is neither.
 */
export function gameAddress(typed: string): string | null {
  const text = typed.trim();
  const link = /\/games\/(\d+)(\/organize|\/join)?\/?(\?\S*)?$/.exec(text);
  if (link && GAME_CODE.test(link[1] ?? "")) {
    return `/games/${link[1]}${link[2] ?? ""}${link[3] ?? ""}`;
  }
  // NFKC makes the wide digits of Asian keyboards plain ones.
  const code = text.normalize("NFKC").replace(/[\s\-–]/g, "");
  return GAME_CODE.test(code) ? `/games/${code}` : null;
}
