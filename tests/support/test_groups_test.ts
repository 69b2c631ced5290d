import assert from "node:assert/strict";
import { groupTests } from "./test_groups.ts";

Deno.test("groupTests() puts every file into one group, and those that need a browser first", () => {
  const files = Array.from({ length: 40 }, (_, index) => [
    `tests/${index}_browser_test.ts`,
    `tests/api/${index}_test.ts`,
    `lib/game/${index}_test.tsx`,
    `lib/fresh/${index}_browser_test.ts`,
  ]).flat();
  const groups = groupTests(files);
  assert.deepEqual(groups.flatMap((group) => group.files).toSorted(), files.toSorted());
  assert.equal(new Set(groups.map(({ name }) => name)).size, groups.length);
  const [first, second] = groups;
  // Tests that serve a build of their own are kept apart from those that serve the app's.
  assert(first?.files.every((file) => file.startsWith("lib/fresh/")));
  assert(second?.files.every((file) => /^tests\/\d+_browser/.test(file)));
  assert.deepEqual(groupTests(["lib/a_test.ts"]), [{ name: "unit_1", files: ["lib/a_test.ts"] }]);
});
