/** In a browser it is part of the address that this module, or the bundle with it, comes from. */
let buildId = /\/_fresh\/js\/(\w+)\//.exec(import.meta.url)?.[1] ?? "development";

/** The identifier of the build that this process serves, derived from the content it sends. */
export function getBuildId(): string {
  return buildId;
}

/** Declares which build this process serves. A property of the process, never of a request. */
export function setBuildId(id: string): void {
  buildId = id;
}
