/** The part of the API that components and islands may import, on the server and in the browser. */
import type { ComponentChildren } from "preact";
import { getBuildId, tieToBuild } from "./build_id.ts";

/** True in a browser, false on the server. */
export const IS_BROWSER: boolean = typeof document !== "undefined";

/**
 * Adds this build's id to the path of a static file, so that it can be cached forever. URLs of other origins, relative
 * paths and paths with an id are returned unchanged.
 * @example `<link rel="stylesheet" href={asset("/styles.css")} />`
 */
export function asset(path: string): string {
  return tieToBuild(path, getBuildId());
}

/**
 * Moves its children to the document's head; on the server, render.ts does it.
 * @example `<Head><title>{title}</title></Head>`
 */
export function Head({ children }: { children?: ComponentChildren }): ComponentChildren {
  return IS_BROWSER ? null : children;
}
