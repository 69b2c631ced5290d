/** In a browser it is part of the address that this module, or the bundle with it, comes from. */
let buildId = /\/_fresh\/js\/(\w+)\//.exec(import.meta.url)?.[1] ?? "development";

/** The identifier of the build that this process serves, derived from the content it sends. */
export function getBuildId(): string {
  return buildId;
}

/**
 * Adds a build's id to the address of a static file, so that it may be cached for ever. Addresses of
 * other origins, relative ones and those with an id come back unchanged.
 * @example `tieToBuild("/a.css#b", "c0de")` gives `/a.css?__frsh_c=c0de#b`.
 */
export function tieToBuild(path: string, id: string): string {
  if (!path.startsWith("/") || path.startsWith("//") || path.includes("__frsh_c=")) return path;
  const [address = "", ...fragment] = path.split("#");
  return [`${address}${address.includes("?") ? "&" : "?"}__frsh_c=${id}`, ...fragment].join("#");
}

/** Declares which build this process serves. A property of the process, never of a request. */
export function setBuildId(id: string): void {
  buildId = id;
}
