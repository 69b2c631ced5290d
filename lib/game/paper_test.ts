import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { paperOf, PAPERS, papersOf } from "./paper.ts";

Deno.test("paperOf() gives people different papers as long as there are some, in another order in each game", () => {
  const papersIn = (game: string) =>
    Array.from({ length: PAPERS }, (_, index) => paperOf(game, index + 1));
  const papers = papersIn("0190c1e2-0000-7000-8000-000000000001");
  assert.equal(new Set(papers).size, PAPERS);
  assert.ok(papers.every((paper) => paper >= 0 && paper < PAPERS));
  assert.notDeepEqual(papersIn("0190c1e2-0000-7000-8000-000000000002"), papers);
});

Deno.test("the order of papersOf() reveals neither whose paper is whose nor who gives to whom", () => {
  const { id, participants } = makeGame(8);
  const papers = papersOf({ id, participants });
  assert.deepEqual(papers, papers.toSorted((one, other) => one - other));
  assert.deepEqual(papersOf({ id, participants: participants.toReversed() }), papers);
  assert.equal(papers.length, 8);
});
