import assert from "node:assert/strict";
import { testAppOnBoth } from "../support/app.ts";
import { refuses } from "../support/client.ts";
import { people } from "../support/games.ts";
import { assertValidDraw, named, receiverOf } from "../support/views.ts";

testAppOnBoth(
  "adding or removing a person moves one giver, and none who has confirmed",
  async ({ client }) => {
    const game = await client.createGame({ participants: people(6) });
    const confirmed = ["P1", "P2", "P3", "P4", "P5"].map((name) => named(game, name).id);
    for (const participantId of confirmed) {
      await client.act(game, "confirmAssignment", { participantId });
    }
    const before = await client.readAsOrganizer(game);
    const added = await client.manage(game, "addParticipant", {
      participantName: "Newcomer",
      participantEmail: "new@example.org",
    });
    assertValidDraw(added);
    const moved = before.participants.filter(({ id }) =>
      receiverOf(added, id) !== receiverOf(before, id)
    );
    assert.deepEqual(moved.map(({ name }) => name), ["P6"], "the one who had not confirmed");
    for (const id of confirmed) {
      assert(added.participants.find((one) => one.id === id)?.hasConfirmedAssignment);
    }
    const leaver = named(added, "Newcomer").id;
    const giver = added.assignments.find(({ receiverId }) => receiverId === leaver);
    assert(giver);
    const removed = await client.manage(game, "removeParticipant", { participantId: leaver });
    assertValidDraw(removed);
    assert.equal(receiverOf(removed, giver.giverId), receiverOf(added, leaver));
  },
);

testAppOnBoth("50 concurrent PATCHes of one game are all applied", async ({ client }) => {
  const game = await client.createGame({ participants: people(30) });
  const lateNames = Array.from({ length: 20 }, (_, index) => `Late ${index}`);
  const answers = await Promise.all([
    ...game.participants.map(({ id: participantId }, index) =>
      client.patchGame(game, { action: "updateWish", participantId, wish: `Wish ${index}` })
    ),
    ...lateNames.map((participantName) =>
      client.patchGame(game, {
        action: "addParticipant",
        organizerToken: game.organizerToken,
        participantName,
      })
    ),
  ]);
  assert.equal(answers.length, 50);
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  const after = await client.readAsOrganizer(game);
  assertValidDraw(after);
  assert.equal(after.participants.length, 50);
  for (let index = 0; index < 30; index++) {
    assert.equal(after.participants[index]?.wish, `Wish ${index}`);
  }
  const late = after.participants.slice(30).map(({ name }) => name);
  assert.deepEqual(late.toSorted(), lateNames.toSorted());
});

testAppOnBoth("removeParticipant leaves at least three people", async ({ client }) => {
  const game = await client.createGame({ participants: people(3) });
  const answer = await client.patchGame(game, {
    action: "removeParticipant",
    participantId: named(game, "P1").id,
    organizerToken: game.organizerToken,
  });
  const { error } = refuses(answer, 400, "TOO_FEW_PARTICIPANTS");
  assert.match(error, /at least 3/);
});

testAppOnBoth(
  "participants update their wish and address, the organizer everything about them",
  async ({ client }) => {
    const game = await client.createGame();
    const participantId = named(game, "P1").id;
    await client.act(game, "updateWish", { participantId, wish: "Tea\nand cake" });
    await client.act(game, "updateParticipantEmail", {
      participantId,
      email: " New@Example.org ",
    });
    const own = named(await client.readAsOrganizer(game), "P1");
    assert.deepEqual([own.wish, own.email], ["Tea\nand cake", "New@Example.org"]);
    const after = await client.manage(game, "updateParticipantDetails", {
      participantId,
      name: "Anna",
      email: "",
      desiredGift: "A hat",
      wish: "",
    });
    const { email, desiredGift, wish } = named(after, "Anna");
    assert.deepEqual([email, desiredGift, wish], ["", "A hat", ""]);
    assert.equal(after.participants[0]?.name, "Anna");
    assert.deepEqual(after.assignments, game.assignments);
  },
);

testAppOnBoth("one mailbox can serve several people in a game", async ({ client }) => {
  const email = "family@example.org";
  const game = await client.createGame({
    participants: [{ name: "Ana", email }, { name: "Ben", email: "Family@Example.org" }, {
      name: "Cy",
    }],
  });
  await client.manage(game, "addParticipant", { participantName: "Dee", participantEmail: email });
  const participantId = named(game, "Cy").id;
  await client.manage(game, "updateParticipantDetails", { participantId, email });
  const { participants } = await client.readAsOrganizer(game);
  assert.deepEqual(
    participants.map((one) => one.email.toLowerCase()),
    [email, email, email, email],
  );
});
