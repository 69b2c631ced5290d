import assert from "node:assert/strict";
import { accessOf, decisionContext, makeGame, tokens } from "@/tests/support/games.ts";
import { setExclusions } from "./actions/exclusions.ts";
import { drawNames } from "./actions/gather.ts";
import { addParticipant, removeParticipant } from "./actions/people.ts";
import { forceReassignParticipant, reassignAll } from "./actions/reassignment.ts";
import type { Game, Participant } from "./types.ts";
import { organizerView, participantView } from "./views.ts";

const NOW = decisionContext.now.toISOString();

/** What the organizer and a participant see of how often all names were drawn. */
function draws(game: Game): unknown[] {
  const [participant] = game.participants;
  assert(participant);
  const views = [
    organizerView(game, tokens, decisionContext.now),
    participantView(game, accessOf(participant), tokens, decisionContext.now),
  ].map(({ drawCount, lastDrawnAt }) => [drawCount, lastDrawnAt]);
  assert.deepEqual(views[0], views[1]);
  return views[0] ?? [];
}

Deno.test("everyone sees how often all names were drawn, and when last", () => {
  const gathering = makeGame(5, { isSealed: true, draw: "later" });
  assert.deepEqual(draws(gathering), [0, null]);
  const drawn = drawNames(gathering, { action: "drawNames" }, decisionContext).game;
  assert.deepEqual(draws(drawn), [1, NOW]);
  const later = { ...decisionContext, now: new Date(Date.parse(NOW) + 1000) };
  const again = reassignAll(drawn, { action: "reassignAll" }, later).game;
  assert.deepEqual(draws(again), [2, later.now.toISOString()]);
  const [one, other] = again.participants;
  assert(one && other);
  const ruled = setExclusions(again, {
    action: "setExclusions",
    exclusions: [[one.id, other.id]],
  }, later);
  assert.equal(draws(ruled.game)[0], 3);
});

Deno.test("a change that draws a sealed game from scratch counts as a draw of all names", () => {
  const countAfter = (game: Game) => {
    const joined = addParticipant(game, {
      action: "addParticipant",
      participantName: "Zed",
      participantEmail: "",
      desiredGift: "",
      wish: "",
    }, decisionContext).game;
    const target = (one: Participant | undefined) => ({ participantId: one?.id ?? "" });
    const [first, second] = joined.participants;
    const forced = forceReassignParticipant(joined, {
      action: "forceReassignParticipant",
      ...target(first),
    }, decisionContext).game;
    const left = removeParticipant(forced, {
      action: "removeParticipant",
      ...target(second),
    }, decisionContext).game;
    return [joined, forced, left].map((after) => draws(after)[0]);
  };
  assert.deepEqual(countAfter(makeGame(5, { isSealed: true })), [2, 3, 4]);
  assert.deepEqual(countAfter(makeGame(5)), [1, 1, 1], "an open game");
  assert.deepEqual(countAfter(makeGame(12, { isSealed: true })), [2, 3, 4], "a larger one");
});

Deno.test("a game that an earlier release drew was drawn once, at an unknown time", () => {
  const old = { ...makeGame(4), drawCount: 0, lastDrawnAt: null };
  assert.deepEqual(draws(old), [1, null]);
  const again = reassignAll(old, { action: "reassignAll" }, decisionContext).game;
  assert.deepEqual(draws(again), [2, NOW]);
});
