import assert from "node:assert/strict";
import { nextVersion, SKIPPED_LINKS } from "./link_versions.ts";

Deno.test("nextVersion() counts on, and skips versions that restores have skipped", () => {
  const next = (reserved: number, version: number) =>
    nextVersion({ organizerTokenReserved: reserved }, version);
  assert.equal(next(0, 0), 1);
  assert.equal(next(7, 1), 2);
  assert.equal(next(SKIPPED_LINKS + 7, 3), SKIPPED_LINKS + 1);
  assert.equal(next(SKIPPED_LINKS + 7, SKIPPED_LINKS + 1), SKIPPED_LINKS + 2);
  assert.equal(next(3 * SKIPPED_LINKS + 8, SKIPPED_LINKS + 2), 3 * SKIPPED_LINKS + 1);
});
