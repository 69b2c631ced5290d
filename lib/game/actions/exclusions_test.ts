import assert from "node:assert/strict";
import { seededRandom } from "@/tests/support/draws.ts";
import { decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { organizerView } from "../views.ts";
import type { Game } from "../types.ts";
import { setExclusions } from "./exclusions.ts";
import { setKeepers } from "./keepers.ts";

const action = "setExclusions" as const;

Deno.test("setExclusions() changes pairs only if it breaks one, and notifies those who had opened", () => {
  const game = makeGame(7);
  for (const one of game.participants) one.viewedAt = game.createdAt;
  game.participants.forEach((one, index) => one.receiver = (index + 1) % 7 + 1);
  const kept = setExclusions(
    game,
    { action, exclusions: [["P1", "P3"]], households: [["P4", "P6"]] },
    decisionContext,
  );
  assert.deepEqual(kept.events, []);
  assert.deepEqual([kept.game.exclusions, kept.game.households], [[[1, 3]], [[4, 6]]]);
  const broken = setExclusions(
    kept.game,
    { action, exclusions: [["P1", "P2"]], households: [] },
    decisionContext,
  );
  assert.deepEqual(
    [broken.game.exclusions, broken.game.households],
    [[[1, 2]], []],
    "the whole list",
  );
  assert(
    broken.events.some((event) => event.type === "receiverChanged" && event.participant === 1),
  );
  assert(
    broken.game.participants.every(({ number, receiver }) =>
      !(number === 1 && receiver === 2) && !(number === 2 && receiver === 1)
    ),
  );
});

Deno.test("setExclusions() accepts the exclusions that a view returns", () => {
  const game = makeGame(8, {
    households: [["P1", "P2", "P3"]],
    exclusions: [["P1", "P2"], ["P4", "P1"]],
  });
  const { exclusions, households } = organizerView(game, tokens, new Date());
  assert.deepEqual([exclusions.length, households.length], [1, 1]);
  const { game: after } = setExclusions(game, { action, exclusions, households }, decisionContext);
  const sorted = ({ exclusions }: Game) => exclusions.map(String).toSorted();
  assert.deepEqual(sorted(after), sorted(game));
  assert.deepEqual({ ...after, exclusions: [] }, { ...game, exclusions: [] });
});

Deno.test("setExclusions() restores exclusions that a household had covered, once it is removed", () => {
  const game = makeGame(8, { exclusions: [["P1", "P2"]] });
  const act = (game: Game, households: string[][]) =>
    setExclusions(game, { action, households }, decisionContext).game;
  const covered = act(game, [["P1", "P2", "P3"]]);
  assert.deepEqual(organizerView(covered, tokens, new Date()).exclusions, []);
  assert.deepEqual(act(covered, []).exclusions, game.exclusions);
});

Deno.test("setExclusions() keeps exclusions that a household still covers, and none of a removed household", () => {
  const covered = makeGame(8, {
    households: [["P1", "P2", "P3"], ["P4", "P5", "P6"]],
    exclusions: [["P1", "P2"], ["P4", "P5"]],
  });
  const act = (exclusions: [string, string][], households?: string[][]) =>
    setExclusions(covered, { action, exclusions, ...households && { households } }, decisionContext)
      .game;
  const none = act([], []);
  assert.deepEqual([none.exclusions, none.households], [[], []]);
  assert.deepEqual(act([["P2", "P1"]], []).exclusions, [[1, 2]], "the whole list");
  assert.deepEqual(act([]).exclusions, covered.exclusions);
  assert.deepEqual(act([["P1", "P2"]]).exclusions, covered.exclusions, "each once");
  assert.deepEqual(act([], [["P1", "P2", "P3", "P7"]]).exclusions, [[1, 2]]);
});

Deno.test("setExclusions() names a group that could not be served, and unknown people", () => {
  const game = makeGame(5);
  const set = (households: string[][]) =>
    setExclusions(game, { action, exclusions: [], households }, decisionContext);
  assert.throws(() => set([["P1", "P2", "P3"]]), {
    code: "DRAW_IMPOSSIBLE",
    message: /P1, P2 and P3 may only give to P4 and P5/,
  });
  assert.throws(() => set([["P1", "Zoe"]]), { code: "UNKNOWN_PERSON", message: /Zoe/ });
});

Deno.test("setExclusions() and setKeepers() keep the requests of a sealed game, whoever is moved", () => {
  const made = makeGame(6, { isSealed: true });
  const participants = made.participants.map((one) => ({
    ...one,
    viewedAt: one.number % 2 === 0 ? made.createdAt : null,
    reassignmentRequestedAt: one.number < 5 ? made.createdAt : null,
    keeps: one.number === 6 ? [5] : [],
  }));
  const game = { ...made, participants };
  for (let seed = 0; seed < 40; seed++) {
    const context = { ...decisionContext, random: seededRandom(seed) };
    for (
      const { game: after } of [
        setExclusions(game, { action, exclusions: [["P1", "P2"]] }, context),
        setKeepers(game, { action: "setKeepers", keepers: [] }, context),
      ]
    ) {
      assert.equal(after.drawCount, game.drawCount + 1);
      assert.deepEqual(
        after.participants.map((one) => one.reassignmentRequestedAt),
        participants.map((one) => one.reassignmentRequestedAt),
      );
    }
  }
});
