import assert from "node:assert/strict";
import { participantViewSchema, publicViewSchema } from "@/lib/game/view_schemas.ts";
import { startApp, testAppOnBoth } from "../support/app.ts";
import { refuses, succeeds } from "../support/client.ts";
import { TIME, UUID } from "../support/patterns.ts";
import { assertValidDraw, named, ownRecord, receiverOf } from "../support/views.ts";

testAppOnBoth(
  "GET /api/games/{code} shows each caller their view of an unprotected game",
  async ({ client }) => {
    const game = await client.createGame();
    const answer = await client.getGame(game);
    const open = succeeds(answer, publicViewSchema);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.equal(open.view, "public");
    assert.deepEqual(open.assignments, []);
    assert.deepEqual(Object.keys(open.participants[0] ?? {}).toSorted(), [
      "desiredGift",
      "id",
      "name",
      "wish",
    ]);

    const { id, token } = named(game, "P1");
    for (const shown of [{ participantId: id }, { participantToken: token }]) {
      const own = await client.readAsParticipant(game, shown);
      assert.equal(own.authenticatedParticipantId, id);
      assert.deepEqual(own.assignments, [{ giverId: id, receiverId: receiverOf(game, id) }]);
    }
    const nobody = { participantId: crypto.randomUUID() };
    assert.equal((await client.getGame(game, nobody)).status, 404);
    refuses(await client.getGame(game, { participantToken: "nobody" }), 403, "INVALID_TOKEN");
    refuses(await client.getGame(game, { organizerToken: "nobody" }), 403, "INVALID_TOKEN");
    const seen = await client.readAsOrganizer(game);
    const viewed = seen.participants.filter((one) => one.viewedAt);
    assert.deepEqual(viewed.map((one) => one.name), ["P1"]);
  },
);

testAppOnBoth(
  "a protected game opens to tokens alone, and ids open nothing of others",
  async ({ client }) => {
    const game = await client.createGame({ isProtected: true });
    const { id, token } = named(game, "P1");
    refuses(await client.getGame(game), 401, "PROTECTED_GAME");
    refuses(await client.getGame(game, { participantId: id }), 401, "PROTECTED_GAME");

    const read = () => client.get(`/api/games/${game.code}`, { "x-participant-token": token });
    const own = succeeds(await read(), participantViewSchema);
    const realIds = new Set(game.participants.map((one) => one.id));
    const others = own.participants.filter((one) => one.name !== "P1");
    assert.equal(others.length, 3);
    for (const other of others) {
      assert.match(other.id, UUID);
      assert(!realIds.has(other.id), "the id of another participant got out");
      assert.deepEqual(
        Object.keys(other).toSorted(),
        other.id === own.receiver?.id ? ["desiredGift", "id", "name", "wish"] : ["id", "name"],
      );
      const tried = await client.patchGame(game, {
        action: "updateWish",
        participantId: other.id,
        wish: "stolen",
      });
      refuses(tried, 404, "PARTICIPANT_NOT_FOUND");
    }
    const again = succeeds(await read(), participantViewSchema);
    assert.deepEqual(again.participants, own.participants, "aliases are stable");
    assert(own.receiver, "the receiver is shown");
    // Wish items are only in the receiver's entry.
    const { wishes: _, markedWishes: __, ...receiver } = own.receiver;
    assert.deepEqual(named(own, receiver.name), receiver);
    assert.equal(own.assignments[0]?.receiverId, own.receiver.id);

    const crossed = await client.patchGame(game, {
      action: "updateWish",
      participantId: named(game, "P2").id,
      participantToken: token,
      wish: "x",
    });
    refuses(crossed, 403, "INVALID_TOKEN");
  },
);

testAppOnBoth(
  "participant actions in a protected game show the assignment only with the token",
  async ({ client }) => {
    const game = await client.createGame({ isProtected: true });
    const { id: participantId, token: participantToken } = named(game, "P1");
    const blind = await client.act(game, "updateWish", { participantId, wish: "Tea" });
    assert.deepEqual([blind.assignments, blind.receiver], [[], null]);
    const seeing = await client.act(game, "updateWish", {
      participantId,
      wish: "Tea",
      participantToken,
    });
    assert.equal(seeing.assignments.length, 1);
    assert.equal(ownRecord(seeing).wish, "Tea");
  },
);

testAppOnBoth(
  "turning protection on renews the ids that everyone has seen",
  async ({ client }) => {
    const game = await client.createGame();
    const known = named(game, "P1").id;
    const closed = await client.manage(game, "updateGameDetails", { isProtected: true });
    assert.notEqual(named(closed, "P1").id, known);
    assert.equal(named(closed, "P1").token, named(game, "P1").token, "personal links stay good");
    const tried = await client.patchGame(game, {
      action: "updateParticipantEmail",
      participantId: known,
      email: "thief@example.org",
    });
    assert.equal(tried.status, 404);
    assertValidDraw(closed);
  },
);

Deno.test("HEAD of a game does not open a gift", async () => {
  await using app = await startApp();
  const { client } = app;
  const game = await client.createGame();
  const participantToken = named(game, "P1").token;
  await client.send("HEAD", `/api/games/${game.code}?participantToken=${participantToken}`);
  assert.equal(named(await client.readAsOrganizer(game), "P1").viewedAt, null);
  const own = await client.readAsParticipant(game, { participantToken });
  assert.match(ownRecord(own).viewedAt ?? "", TIME);
});
