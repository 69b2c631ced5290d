/** In a browser, the id is part of the URL of this module or its bundle. */
let buildId = /\/_fresh\/js\/(\w+)\//.exec(import.meta.url)?.[1] ?? "development";

/** The identifier of the build that this process serves, derived from the content it sends. */
export function getBuildId(): string {
  return buildId;
}

/**
 * Adds a build's id to the URL of a static file, so that it can be cached forever. URLs of other origins, relative URLs
 * and those with an id are returned unchanged.
 * @example `tieToBuild("/a.css#b", "c0de")` gives `/a.css?__frsh_c=c0de#b`.
 */
export function tieToBuild(path: string, id: string): string {
  if (!path.startsWith("/") || path.startsWith("//") || path.includes("__frsh_c=")) return path;
  const [address = "", ...fragment] = path.split("#");
  return [`${address}${address.includes("?") ? "&" : "?"}__frsh_c=${id}`, ...fragment].join("#");
}

/** Sets the build that this process serves. State of the process, never of a request. */
export function setBuildId(id: string): void {
  buildId = id;
}
