import assert from "node:assert/strict";
import { inDays, makeGame, tokens } from "@/tests/support/games.ts";
import { progressOf } from "../../game/progress.ts";
import type { Game } from "../../game/types.ts";
import { organizerView } from "../../game/views.ts";
import { greeting } from "./greeting.ts";
import { readerOf } from "../../http/reader.ts";

const now = new Date();
const reader = readerOf({ req: new Request("http://localhost/"), state: {} });

function greet(patch: Partial<Game>, { opened = 0, confirmed = 0, isStuck = false } = {}): string {
  const game = { ...makeGame(4), organizerName: "Olga", ...patch };
  for (const [index, one] of game.participants.entries()) {
    if (index < opened) one.viewedAt = now.toISOString();
    one.hasConfirmedAssignment = index < confirmed;
  }
  const view = organizerView(game, tokens, now);
  return greeting({ game, view, reader }, progressOf(game, view, false, now), now, isStuck);
}

Deno.test("greeting() depends on how far the game has come", () => {
  const gathering = { isGathering: true };
  assert.match(greet({ ...gathering, participants: [] }), /^Hello, Olga! .*Send them the link/);
  const two = makeGame(4).participants.slice(0, 2).map((one) => ({ ...one, receiver: null }));
  assert.match(greet({ ...gathering, participants: two }), /good start/);
  assert.match(greet(gathering), /Enough people are in/);
  const problem = { ...gathering, drawProblem: "DRAW_IMPOSSIBLE" } as const;
  assert.equal(greet(problem, { isStuck: true }), "Hello, Olga!", "the warning says the rest");
  assert.match(greet(problem), /Enough people are in/, "its rules have been changed");
  const failed = { ...gathering, participants: two, drawProblem: "TOO_FEW_PARTICIPANTS" } as const;
  assert.equal(greet(failed), "Hello, Olga!");
  assert.match(greet({}), /Gifts opened: 0\sof\s4\./);
  const changed = makeGame(4).participants.map((one) => ({
    ...one,
    receiverChange: "left" as const,
  }));
  assert.equal(greet({ participants: changed }), "Hello, Olga!", "they had opened theirs");
  assert.match(greet({}, { opened: 1 }), /Gifts opened: 1\u00a0of\u00a04\./);
  assert.match(greet({}, { opened: 3 }), /Gifts opened: 3\sof\s4\./);
  assert.match(greet({}, { opened: 4 }), /Every gift is open/);
  assert.match(greet({ date: inDays(0) }), /Enjoy the day/);
  assert.match(greet({ date: inDays(-1) }), /We hope you had a great time/);
  assert.equal(greet({ archivedAt: now.toISOString() }), "Hello, Olga! Thank you for organizing!");
  assert.match(greet({ organizerName: "" }), /^The names have been drawn/);
});

Deno.test("greeting() of a sealed game is the same whether or not people have agreed", () => {
  const sealed = { isSealed: true };
  assert.equal(
    greet(sealed, { opened: 4, confirmed: 4 }),
    greet(sealed, { opened: 4, confirmed: 0 }),
  );
});
