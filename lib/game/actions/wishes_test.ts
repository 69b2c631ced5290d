import assert from "node:assert/strict";
import { makeGame } from "@/tests/support/games.ts";
import { updateWish } from "./wishes.ts";

Deno.test("updateWish() changes what comes, and tells only of something new", () => {
  const game = makeGame(3);
  const participantId = game.participants[1]?.id ?? "";
  const { game: after, events } = updateWish(game, { participantId, wish: "Tea" });
  assert.deepEqual([after.participants[1]?.wish, after.participants[1]?.desiredGift], ["Tea", ""]);
  assert.deepEqual(events, [{ type: "wishChanged", participant: 2 }]);
  assert.deepEqual(updateWish(after, { participantId, wish: "Tea" }), { game: after, events: [] });
  const gift = updateWish(after, { participantId, desiredGift: "A hat" });
  assert.deepEqual(
    [gift.game.participants[1]?.wish, gift.game.participants[1]?.desiredGift],
    ["Tea", "A hat"],
  );
  assert.throws(() => updateWish(game, { participantId: "nobody" }), {
    code: "PARTICIPANT_NOT_FOUND",
  });
});
