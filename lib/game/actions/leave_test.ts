import assert from "node:assert/strict";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { viewProposals } from "../proposals.ts";
import { leaveGame } from "./leave.ts";

Deno.test("leaveGame() asks the organizer once, and leaves at once only while the game gathers", () => {
  const game = makeGame(4);
  const participantId = game.participants[0]?.id ?? "";
  const asked = leaveGame(game, { participantId }, decisionContext);
  assert.deepEqual(asked.events, [{ type: "leaveRequested", participant: 1 }]);
  const later = { ...decisionContext, now: new Date(decisionContext.now.getTime() + 1000) };
  assert.deepEqual(leaveGame(asked.game, { participantId }, later), {
    game: asked.game,
    events: [],
  });
  const gathering = {
    ...game,
    isGathering: true,
    participants: game.participants.map((one) => ({
      ...one,
      receiver: null,
      livesWith: ["p1 Miller", "P3"],
    })),
  };
  const left = leaveGame(gathering, { participantId }, decisionContext);
  assert.deepEqual([left.game.participants.map(({ number }) => number), left.events], [
    [2, 3, 4],
    [],
  ]);
  assert.deepEqual(left.game.participants[0]?.livesWith, ["P3"], "nothing of theirs stays");
  const byFirstName = {
    ...gathering,
    participants: gathering.participants.map((one) => ({
      ...one,
      name: one.number === 1 ? "Ben Miller" : one.number === 4 ? "Ben" : one.name,
      livesWith: one.number === 2 ? ["Ben"] : [],
    })),
  };
  const early = { ...byFirstName, participants: byFirstName.participants.slice(0, 3) };
  const after = leaveGame(early, { participantId }, decisionContext).game;
  const joined = {
    ...after,
    participants: [...after.participants, ...byFirstName.participants.slice(3)],
  };
  assert.deepEqual(
    viewProposals(joined).map(({ withParticipantIds }) => withParticipantIds),
    [[byFirstName.participants[3]?.id]],
    "the first name may be another person's",
  );
});
