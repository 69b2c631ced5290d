import assert from "node:assert/strict";
import { decisionContext, makeGame } from "@/tests/support/games.ts";
import { todayIn } from "../calendar.ts";
import { updateWish } from "./wishes.ts";

Deno.test("updateWish() changes what comes, and tells only of something new", () => {
  const game = makeGame(3);
  const participantId = game.participants[1]?.id ?? "";
  const { game: after, events } = updateWish(game, { participantId, wish: "Tea" }, decisionContext);
  assert.deepEqual([after.participants[1]?.wish, after.participants[1]?.desiredGift], ["Tea", ""]);
  assert.deepEqual(events, [{
    type: "wishChanged",
    participant: 2,
    day: todayIn(null, decisionContext.now),
  }]);
  assert.deepEqual(updateWish(after, { participantId, wish: "Tea" }, decisionContext), {
    game: after,
    events: [],
  });
  const gift = updateWish(after, { participantId, desiredGift: "A hat" }, decisionContext);
  assert.deepEqual(
    [gift.game.participants[1]?.wish, gift.game.participants[1]?.desiredGift],
    ["Tea", "A hat"],
  );
  assert.throws(() => updateWish(game, { participantId: "nobody" }, decisionContext), {
    code: "PARTICIPANT_NOT_FOUND",
  });
});
