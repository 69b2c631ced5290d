const UNRELEASED = "## [Unreleased]\n";

/** The changelog once what is unreleased is this release. @throws where nothing is said of it */
export function releasedChangelog(text: string, version: string, date: string): string {
  const [before, after] = text.split(UNRELEASED);
  if (before === undefined || after === undefined) {
    throw new Error(`CHANGELOG.md needs one heading ${UNRELEASED}`);
  }
  if (/^\s*(?:## |$)/.test(after)) throw new Error(`CHANGELOG.md says nothing of ${version}`);
  return `${before}${UNRELEASED}\n## [${version}] - ${date}\n${after}`;
}

/** deno.json with this version. */
export function releasedConfig(text: string, version: string): string {
  return text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`);
}

/** True if a version is above another, both by semver without pre-releases. */
export function isGreater(version: string, other: string): boolean {
  return version.localeCompare(other, "en", { numeric: true }) > 0;
}
