/** In a browser bundle the bundler writes the build's identifier here. */
declare const FRESH_BUILD_ID: string | undefined;

let buildId = typeof FRESH_BUILD_ID === "string" ? FRESH_BUILD_ID : "development";

/** The identifier of the build that this process serves, derived from the content it sends. */
export function getBuildId(): string {
  return buildId;
}

/** Declares which build this process serves. A property of the process, never of a request. */
export function setBuildId(id: string): void {
  buildId = id;
}
