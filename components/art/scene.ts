import type { Cover } from "@/lib/game/types.ts";

/** The elements of a cover's picture, `static/covers/NAME.svg`, 800 by 420; its night layer is hidden, ground and sky reach 200 further on both sides. */
export function readScene(cover: Cover): string {
  const svg = Deno.readTextFileSync(new URL(`../../static/covers/${cover}.svg`, import.meta.url));
  return svg.slice(svg.indexOf(">") + 1, svg.lastIndexOf("<"));
}
