/** When run as a script (`deno task icons`), rewrites `static/icons.svg`. */
import nodes from "lucide-static/icon-nodes.json" with { type: "json" };
import { ICON_NAMES } from "@/components/icon_names.ts";

export const SPRITE = new URL("../../static/icons.svg", import.meta.url);

const shapes = new Map<string, unknown>(Object.entries(nodes));

/** All icons as one SVG file of symbols: each is sent once, and islands contain none. */
export function iconSprite(): string {
  const symbols = ICON_NAMES.map((name) =>
    `<symbol id="${name}" viewBox="0 0 24 24">${drawing(name)}</symbol>\n`
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">
<!-- Icons of Lucide (ISC license), those of components/icon_names.ts; written by \`deno task icons\`. -->
${symbols.join("")}</svg>
`;
}

/** Draws an icon. @throws {Error} if the icon set does not have the name */
function drawing(name: string): string {
  const shape = shapes.get(name);
  if (!Array.isArray(shape)) throw new Error(`The icon set has no icon "${name}"`);
  return shape.map(([tag, attributes]: [string, Record<string, string>]) => {
    const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
    return `<${tag}${list.join("")}/>`;
  }).join("");
}

if (import.meta.main) await Deno.writeTextFile(SPRITE, iconSprite());
