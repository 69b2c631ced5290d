/** What components and islands may import, on the server and in the browser. */
import type { ComponentChildren } from "preact";
import { getBuildId, tieToBuild } from "./build_id.ts";

export { HttpError } from "./error.ts";

/** True in a browser, false on the server. */
export const IS_BROWSER: boolean = typeof document !== "undefined";

/**
 * Ties the path of a static file to this build, so that it may be cached for ever. Addresses of
 * other origins, relative paths and paths already tied come back unchanged.
 * @example `<link rel="stylesheet" href={asset("/styles.css")} />`
 */
export function asset(path: string, basePath = ""): string {
  const tied = tieToBuild(path, getBuildId());
  return tied === path ? path : basePath + tied;
}

/**
 * Applies {@linkcode asset} to every address of a `srcset` attribute.
 * @example `<img srcset={assetSrcSet("/small.png 1x, /large.png 2x")} />`
 */
export function assetSrcSet(srcset: string, basePath = ""): string {
  return srcset.split(",").map((candidate) =>
    candidate.replace(/^(\s*)(\S+)/, (_, space, path) => space + asset(path, basePath))
  ).join(",");
}

/**
 * Its children are lifted into the document's head, for which render.ts cares on the server.
 * @example `<Head><title>{title}</title></Head>`
 */
export function Head({ children }: { children?: ComponentChildren }): ComponentChildren {
  return IS_BROWSER ? null : children;
}

interface PartialProps {
  name: string;
  mode?: "replace" | "prepend" | "append";
  children?: ComponentChildren;
}

/**
 * A named region of a page. There is no navigation by parts in this implementation: the children
 * are rendered in place, and every navigation loads a whole page.
 * @example `<Partial name="list"><List items={items} /></Partial>`
 */
export function Partial({ children }: PartialProps): ComponentChildren {
  return children;
}
