import assert from "node:assert/strict";
import { isGreater, releasedChangelog, releasedConfig } from "./support/release_stamp.ts";
import { sourceUrl } from "./support/sources.ts";

const read = (path: string) => Deno.readTextFile(new URL(sourceUrl(path)));

Deno.test("a release stamps the changelog and deno.json, each in one place", async () => {
  // Right after a release, the next one has no entries yet.
  const noted = (await read("CHANGELOG.md"))
    .replace("## [Unreleased]\n", "$&\n### Added\n\n- Something.\n");
  const changelog = releasedChangelog(noted, "8.7.6", "2027-01-02");
  assert.match(changelog, /\n## \[Unreleased\]\n\n## \[8\.7\.6\] - 2027-01-02\n\n### /);
  assert.throws(
    () => releasedChangelog(changelog, "8.7.7", "2027-01-03"),
    /says nothing of 8\.7\.7/,
  );
  assert.throws(() => releasedChangelog("# Changelog\n", "1.0.0", "2027-01-03"), /one heading/);
  const config = await read("deno.json");
  const released = releasedConfig(config, "8.7.6");
  assert.equal(JSON.parse(released).version, "8.7.6");
  assert.equal(released.length - config.length, "8.7.6".length - JSON.parse(config).version.length);
});

Deno.test("a release is higher than those before it, number by number", () => {
  assert(isGreater("1.10.0", "1.9.9"));
  assert(isGreater("2.0.0", "1.99.99"));
  assert(!isGreater("1.9.9", "1.10.0"));
  assert(!isGreater("1.2.3", "1.2.3"));
});
