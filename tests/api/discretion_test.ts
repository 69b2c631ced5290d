import assert from "node:assert/strict";
import { testAppOnBoth } from "../support/app.ts";
import { succeeds } from "../support/client.ts";
import { people } from "../support/games.ts";
import { assertValidDraw, named, receiverOf } from "../support/views.ts";
import { participantViewSchema } from "@/lib/game/view_schemas.ts";

testAppOnBoth("only an answer that contains the pair opens the gift", async ({ client }) => {
  const game = await client.createGame({ isProtected: true, participants: people(5) });
  const viewedAt = async (name: string) => named(await client.readAsOrganizer(game), name).viewedAt;
  const { id: participantId, token: participantToken } = named(game, "P1");
  await client.act(game, "updateWish", { participantId, wish: "Tea" });
  assert.equal(await viewedAt("P1"), null, "an id alone is not answered with the pair");
  const answer = await client.patchGame(game, {
    action: "updateWish",
    participantId,
    participantToken,
    wish: "Coffee",
  });
  assert.ok(succeeds(answer, participantViewSchema).receiver);
  assert.notEqual(await viewedAt("P1"), null);
  const { invitationToken } = game;
  await client.join(game, { invitationToken, participantName: "Zoe" });
  assert.notEqual(await viewedAt("Zoe"), null);
  assert.equal(await viewedAt("P2"), null);
});

testAppOnBoth(
  "people who have looked keep their receivers while others can move",
  async ({ client }) => {
    const game = await client.createGame({ isProtected: true, participants: people(7) });
    const looked = ["P1", "P2", "P3"].map((name) => named(game, name));
    for (const { token } of looked) {
      await client.readAsParticipant(game, { participantToken: token });
    }
    let before = await client.readAsOrganizer(game);
    for (const participantName of ["X", "Y", "Z"]) {
      const after = await client.manage(game, "addParticipant", { participantName });
      assertValidDraw(after);
      for (const { id } of looked) assert.equal(receiverOf(after, id), receiverOf(before, id));
      before = after;
    }
    assert.deepEqual(
      before.participants.filter((one) => one.viewedAt).map(({ name }) => name),
      ["P1", "P2", "P3"],
    );
  },
);

testAppOnBoth("repeated requests for another name reach everyone once", async ({ client }) => {
  const game = await client.createGame({ participants: people(6) });
  const { id: participantId } = named(game, "P1");
  const had = [receiverOf(game, participantId)];
  for (let i = 0; i < 4; i++) {
    await client.act(game, "requestReassignment", { participantId });
    const after = await client.manage(game, "approveReassignment", { participantId });
    had.push(receiverOf(after, participantId));
  }
  assert.equal(new Set(had).size, 5, "all but themselves");
  await client.act(game, "requestReassignment", { participantId });
  const after = await client.manage(game, "approveReassignment", { participantId });
  assert.equal(receiverOf(after, participantId), had[0], "then the one of longest ago");
  assert.doesNotMatch(JSON.stringify(after), /earlier/);
});
