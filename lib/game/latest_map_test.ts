import assert from "node:assert/strict";
import { LatestMap } from "./latest_map.ts";

Deno.test("LatestMap forgets the entry that was set longest ago", () => {
  const map = new LatestMap<string, number>(2);
  map.set("a", 1).set("b", 2).set("a", 3).set("c", 4);
  assert.deepEqual([...map], [["a", 3], ["c", 4]]);
});
