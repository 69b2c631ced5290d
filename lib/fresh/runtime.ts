/** What components and islands may import, on the server and in the browser. */
import type { ComponentChildren } from "preact";
import { getBuildId, tieToBuild } from "./build_id.ts";

/** True in a browser, false on the server. */
export const IS_BROWSER: boolean = typeof document !== "undefined";

/**
 * Ties the path of a static file to this build, so that it may be cached for ever. Addresses of
 * other origins, relative paths and paths already tied come back unchanged.
 * @example `<link rel="stylesheet" href={asset("/styles.css")} />`
 */
export function asset(path: string): string {
  return tieToBuild(path, getBuildId());
}

/**
 * Its children are lifted into the document's head, for which render.ts cares on the server.
 * @example `<Head><title>{title}</title></Head>`
 */
export function Head({ children }: { children?: ComponentChildren }): ComponentChildren {
  return IS_BROWSER ? null : children;
}
