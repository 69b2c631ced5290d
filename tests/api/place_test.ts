import assert from "node:assert/strict";
import { testAppOnBoth } from "../support/app.ts";
import { refuses } from "../support/client.ts";
import { people } from "../support/games.ts";
import { assertValidDraw, named, ownRecord, receivers } from "../support/views.ts";

testAppOnBoth(
  "replacing a participant redraws nothing and ends the old link",
  async ({ client }) => {
    const game = await client.createGame({
      participants: people(5),
      exclusions: [["P1", "P2"]],
      households: [["P2", "P3"]],
      isProtected: true,
    });
    const leaver = named(game, "P2");
    const before = receivers(game);
    const giverName = [...before].find(([, receiver]) => receiver === "P2")?.[0] ?? "";
    const giver = named(game, giverName);
    await client.readAsParticipant(game, { participantToken: giver.token });
    await client.act(game, "updateWish", { participantId: leaver.id, wish: "Tea" });
    const after = await client.manage(game, "replaceParticipant", {
      participantId: leaver.id,
      participantName: "Zoe",
      participantEmail: "zoe@example.org",
    });
    const stored = await client.readAsOrganizer(game);
    assert.deepEqual(stored.assignments, after.assignments);
    assertValidDraw(stored);
    const zoe = named(stored, "Zoe");
    const renamed = (name: string) => name === "P2" ? "Zoe" : name;
    const expected = [...before].map(([giver, receiver]) => [renamed(giver), renamed(receiver)]);
    assert.deepEqual([...receivers(stored)].toSorted(), expected.toSorted());
    assert.equal(stored.exclusions.length, 1);
    assert(stored.exclusions[0]?.includes(zoe.id));
    assert(stored.households[0]?.includes(zoe.id));
    assert.deepEqual([zoe.wish, zoe.viewedAt, zoe.email], ["", null, "zoe@example.org"]);
    assert.equal(named(stored, giverName).viewedAt, null, "they have not seen the new name");
    refuses(await client.getGame(game, { participantToken: leaver.token }), 403, "INVALID_TOKEN");
    const own = await client.readAsParticipant(game, { participantToken: zoe.token });
    assert.equal(own.receiver?.name, before.get("P2"));
    const seen = await client.readAsParticipant(game, { participantToken: giver.token });
    assert.equal(seen.receiver?.name, "Zoe");
    const again = {
      action: "replaceParticipant",
      organizerToken: game.organizerToken,
      participantId: leaver.id,
      participantName: "Max",
    };
    refuses(await client.patchGame(game, again), 404, "PARTICIPANT_NOT_FOUND");
    refuses(
      await client.patchGame(game, { ...again, participantId: zoe.id, participantName: "p1" }),
      400,
      "NAME_TAKEN",
    );
  },
);

testAppOnBoth(
  "a participant can be replaced repeatedly, whether or not the rules are kept",
  async ({ client }) => {
    const game = await client.createGame({ participants: people(3), exclusions: [] });
    for (let round = 0; round < 4; round++) {
      const view = await client.readAsOrganizer(game);
      const [first, , third] = view.participants;
      assert(first && third);
      await Promise.all(
        [first, third].map(({ id }, index) =>
          client.manage(game, "replaceParticipant", {
            participantId: id,
            participantName: `N${round}-${index}`,
            keepRules: round % 2 === 0,
          })
        ),
      );
      assertValidDraw(await client.readAsOrganizer(game));
    }
  },
);

testAppOnBoth("a request to leave is shown to the organizer to decide", async ({ client }) => {
  const game = await client.createGame({ participants: people(4), allowReassignment: false });
  const ana = named(game, "P1");
  const { token: participantToken, id: participantId } = ana;
  const ask = (shown: Record<string, string>) =>
    client.patchGame(game, { action: "leaveGame", ...shown });
  refuses(await ask({ participantId }), 401, "TOKEN_REQUIRED");
  refuses(await ask({ participantToken: "x" }), 403, "INVALID_TOKEN");
  const other = named(game, "P2");
  refuses(await ask({ participantToken, participantId: other.id }), 403, "INVALID_TOKEN");
  const first = await client.act(game, "leaveGame", { participantToken });
  assert(ownRecord(first).hasAskedToLeave && !ownRecord(first).hasPendingReassignmentRequest);
  const view = await client.readAsOrganizer(game);
  const [request, ...more] = view.reassignmentRequests;
  assert(request && more.length === 0);
  assert.deepEqual([request.kind, request.participantId], ["leave", participantId]);
  await client.act(game, "leaveGame", { participantToken });
  const same = await client.readAsOrganizer(game);
  assert.deepEqual(same.reassignmentRequests, view.reassignmentRequests, "twice is once");
  const approval = { action: "approveReassignment", participantId };
  const { organizerToken } = game;
  refuses(
    await client.patchGame(game, { ...approval, organizerToken }),
    400,
    "NO_PENDING_REQUEST",
  );
  const approved = await client.approveAll(game);
  assert.deepEqual(approved.reassignmentRequests, view.reassignmentRequests);
  assert.deepEqual(approved.unserved, []);
  const anew = await client.manage(game, "reassignAll", {});
  assert.deepEqual(anew.reassignmentRequests, view.reassignmentRequests);
  const stays = await client.act(game, "cancelReassignmentRequest", {
    participantToken,
    participantId,
  });
  assert(!ownRecord(stays).hasAskedToLeave);
  await client.act(game, "leaveGame", { participantToken });
  const declined = await client.manage(game, "cancelReassignmentRequest", { participantId });
  assert.deepEqual(declined.reassignmentRequests, []);
  await client.act(game, "leaveGame", { participantToken });
  await client.manage(game, "updateGameDetails", { allowReassignment: true });
  await client.act(game, "requestReassignment", { participantToken, participantId });
  const cancel = { action: "cancelReassignmentRequest", participantId, organizerToken };
  refuses(await client.patchGame(game, { ...cancel, kind: "any" }), 400, "VALIDATION_FAILED");
  const one = await client.manage(game, "cancelReassignmentRequest", {
    participantId,
    kind: "reassign",
  });
  assert.deepEqual(one.reassignmentRequests.map(({ kind }) => kind), ["leave"]);
  const left = await client.manage(game, "removeParticipant", { participantId });
  assert.deepEqual(left.reassignmentRequests, []);
});
