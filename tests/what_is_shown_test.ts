import assert from "node:assert/strict";
import fc from "fast-check";
import { participantView, viewGame } from "@/lib/game/views.ts";
import type { Game } from "@/lib/game/types.ts";
import { accessOf, makeGame, tokens } from "./support/games.ts";

/** A game of people whose texts have equal length, so that nothing but the pairs can differ. */
function game(isProtected: boolean): Game {
  return makeGame(6, { isProtected });
}

/** The same game after another draw, with different people who have opened, confirmed and asked. */
function otherwise(game: Game, draw: readonly number[], opened: readonly boolean[]): Game {
  return {
    ...game,
    participants: game.participants.map((one, index) => ({
      ...one,
      receiver: game.participants[draw[index] ?? 0]?.number ?? 0,
      viewedAt: opened[index] ? "2026-12-01T10:00:00.000Z" : null,
      hasConfirmedAssignment: opened[index] ?? false,
      reassignmentRequestedAt: opened[index] ? "2026-12-02T10:00:00.000Z" : null,
    })),
  };
}

const draws = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6, maxLength: 6 })
  .filter((draw) => draw.every((receiver, giver) => receiver !== giver));

Deno.test("what others see does not depend on the pairs, nor on who has opened", () => {
  fc.assert(fc.property(
    fc.boolean(),
    draws,
    draws,
    fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    (isProtected, one, other, opened) => {
      const before = game(isProtected);
      // The viewer's own pair and state stay unchanged.
      const swap = other.indexOf(one[0] ?? 0);
      const mine = other.with(swap, other[0] ?? 0).with(0, one[0] ?? 0);
      if (mine.some((receiver, giver) => receiver === giver)) return;
      const states = opened.with(0, false);
      const first = otherwise(before, one, Array(6).fill(false));
      const second = otherwise(before, mine, states);
      const view = (game: Game) => {
        const [viewer] = game.participants;
        assert(viewer);
        return JSON.stringify(
          participantView(game, accessOf(viewer), tokens, new Date()),
        );
      };
      assert.equal(view(first), view(second));
      const open = (game: Game) =>
        JSON.stringify(
          viewGame({ ...game, isProtected: false }, { role: "public" }, tokens, new Date()),
        );
      assert.equal(open(first), open(second));
    },
  ));
});
