/** What components and islands may import, on the server and in the browser. */
import type { ComponentChildren } from "preact";
import { getBuildId } from "./build_id.ts";

export { HttpError } from "./error.ts";

/** True in a browser, false on the server. */
export const IS_BROWSER: boolean = typeof document !== "undefined";

/**
 * Ties the path of a static file to this build, so that it may be cached for ever. Addresses of
 * other origins, relative paths and paths already tied come back unchanged.
 */
export function asset(path: string, basePath = ""): string {
  if (!path.startsWith("/") || path.startsWith("//") || path.includes("__frsh_c=")) return path;
  const [address = "", ...fragment] = path.split("#");
  const tied = `${address}${address.includes("?") ? "&" : "?"}__frsh_c=${getBuildId()}`;
  return basePath + [tied, ...fragment].join("#");
}

/** Applies {@linkcode asset} to every address of a `srcset` attribute. */
export function assetSrcSet(srcset: string, basePath = ""): string {
  return srcset.split(",").map((candidate) =>
    candidate.replace(/^(\s*)(\S+)/, (_, space, path) => space + asset(path, basePath))
  ).join(",");
}

/** Its children are lifted into the document's head, for which render.ts cares on the server. */
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
 */
export function Partial({ children }: PartialProps): ComponentChildren {
  return children;
}
