import assert from "node:assert/strict";
import { paperOf, PAPERS } from "./paper.ts";

Deno.test("paperOf() gives as many people as there are papers one each, and games others", () => {
  const papersOf = (game: string) =>
    Array.from({ length: PAPERS }, (_, index) => paperOf(game, index + 1));
  const papers = papersOf("0190c1e2-0000-7000-8000-000000000001");
  assert.equal(new Set(papers).size, PAPERS);
  assert.ok(papers.every((paper) => paper >= 0 && paper < PAPERS));
  assert.notDeepEqual(papersOf("0190c1e2-0000-7000-8000-000000000002"), papers);
});
