const UNRELEASED = "## [Unreleased]\n";

/** The changelog with its unreleased section turned into this release. @throws if that section is empty */
export function releasedChangelog(text: string, version: string, date: string): string {
  const [before, after] = text.split(UNRELEASED);
  if (before === undefined || after === undefined) {
    throw new Error(`CHANGELOG.md needs one heading ${UNRELEASED}`);
  }
  if (/^\s*(?:## |$)/.test(after)) throw new Error(`CHANGELOG.md says nothing of ${version}`);
  return `${before}${UNRELEASED}\n## [${version}] - ${date}\n${after}`;
}

/** deno.json or client/package.json with this version. */
export function releasedConfig(text: string, version: string): string {
  return text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`);
}

/** True if a version is greater than another, both semver without pre-releases. */
export function isGreater(version: string, other: string): boolean {
  return version.localeCompare(other, "en", { numeric: true }) > 0;
}
