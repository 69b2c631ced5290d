import assert from "node:assert/strict";
import { organizerViewSchema } from "@/lib/game/view_schemas.ts";
import { testAppOnBoth } from "../support/app.ts";
import { refuses, succeeds } from "../support/client.ts";
import { people } from "../support/games.ts";
import { assertValidDraw, named, receiverOf } from "../support/views.ts";

testAppOnBoth(
  "a reassignment is requested, withdrawn, declined and approved",
  async ({ client }) => {
    const game = await client.createGame({ participants: people(3) });
    const participantId = named(game, "P1").id;
    const ask = () => client.act(game, "requestReassignment", { participantId });
    const requests = async () => (await client.readAsOrganizer(game)).reassignmentRequests;

    await ask();
    const [request] = await requests();
    assert.deepEqual([request?.participantId, request?.participantName], [participantId, "P1"]);
    await ask();
    assert.deepEqual(await requests(), [request], "repeating changes nothing");

    await client.act(game, "cancelReassignmentRequest", { participantId });
    assert.equal((await requests()).length, 0);
    await ask();
    await client.manage(game, "cancelReassignmentRequest", { participantId });
    assert.equal((await requests()).length, 0);
    await ask();
    const declined = await client.send(
      "PATCH",
      `/api/games/${game.code}`,
      { action: "cancelReassignmentRequest", participantId },
      { "x-organizer-token": game.organizerToken },
    );
    assert.deepEqual(succeeds(declined, organizerViewSchema).reassignmentRequests, []);

    const none = await client.patchGame(game, {
      action: "approveReassignment",
      participantId,
      organizerToken: game.organizerToken,
    });
    refuses(none, 400, "NO_PENDING_REQUEST");
    await ask();
    const before = receiverOf(await client.readAsOrganizer(game), participantId);
    const approved = await client.manage(game, "approveReassignment", { participantId });
    assert.notEqual(receiverOf(approved, participantId), before);
    assert.deepEqual(approved.reassignmentRequests, []);
    assertValidDraw(approved);

    await client.manage(game, "updateGameDetails", { allowReassignment: false });
    const refused = await client.patchGame(game, { action: "requestReassignment", participantId });
    refuses(refused, 400, "REASSIGNMENT_NOT_ALLOWED");
  },
);

testAppOnBoth(
  "approveAllReassignments gives every requester someone else",
  async ({ client }) => {
    const game = await client.createGame({ participants: people(7) });
    const requesters = ["P2", "P4", "P5"].map((name) => named(game, name).id);
    for (const participantId of requesters) {
      await client.act(game, "requestReassignment", { participantId });
    }
    const after = await client.approveAll(game);
    assertValidDraw(after);
    for (const id of requesters) assert.notEqual(receiverOf(after, id), receiverOf(game, id));
    assert.deepEqual([after.reassignmentRequests, after.unserved], [[], []]);
    const same = await client.approveAll(game);
    assert.deepEqual(same.assignments, after.assignments, "nobody asked, nothing moves");
  },
);

testAppOnBoth(
  "approveAllReassignments serves everyone it can, and names the others with the reason",
  async ({ client }) => {
    // P1 may give only to P2.
    const exclusions: [string, string][] = ["P3", "P4", "P5", "P6"].map((name) => ["P1", name]);
    const game = await client.createGame({ participants: people(6), exclusions });
    const [first, third] = [named(game, "P1").id, named(game, "P3").id];
    for (const participantId of [first, third]) {
      await client.act(game, "requestReassignment", { participantId });
    }
    const after = await client.approveAll(game);
    assertValidDraw(after);
    assert.notEqual(receiverOf(after, third), receiverOf(game, third));
    assert.equal(receiverOf(after, first), receiverOf(game, first));
    assert.deepEqual(after.reassignmentRequests.map((one) => one.participantId), [first]);
    assert.deepEqual(
      after.unserved.map(({ participantId, participantName, code }) => [
        participantId,
        participantName,
        code,
      ]),
      [[first, "P1", "NO_OTHER_PERSON"]],
    );
    assert.match(after.unserved[0]?.reason ?? "", /P1/);
    const { organizerToken } = game;
    const alone = { action: "approveReassignment", organizerToken, participantId: first };
    refuses(await client.patchGame(game, alone), 400, "NO_OTHER_PERSON");
  },
);

testAppOnBoth("reassignAll clears confirmations and requests", async ({ client }) => {
  const game = await client.createGame({ participants: people(8) });
  await client.act(game, "confirmAssignment", { participantId: named(game, "P1").id });
  await client.act(game, "requestReassignment", { participantId: named(game, "P2").id });
  const after = await client.manage(game, "reassignAll", {});
  assertValidDraw(after);
  assert(after.participants.every((one) => !one.hasConfirmedAssignment));
  assert.deepEqual(after.reassignmentRequests, []);
});

testAppOnBoth(
  "forceReassignParticipant gives a participant someone else without a request",
  async ({ client }) => {
    const game = await client.createGame();
    const { id } = named(game, "P3");
    const after = await client.manage(game, "forceReassignParticipant", { participantId: id });
    assert.notEqual(receiverOf(after, id), receiverOf(game, id));
    assertValidDraw(after);
  },
);

testAppOnBoth(
  "setExclusions redraws only what it breaks, accepts ids or names, and replaces the list",
  async ({ client }) => {
    const game = await client.createGame({ participants: people(6) });
    const [giver] = game.assignments;
    assert(giver);
    const same = await client.manage(game, "setExclusions", { exclusions: [] });
    assert.deepEqual(same.assignments, game.assignments);
    const after = await client.manage(game, "setExclusions", {
      exclusions: [[giver.giverId, giver.receiverId]],
      households: [["P1", "P2"]],
    });
    assertValidDraw(after);
    assert.notEqual(receiverOf(after, giver.giverId), giver.receiverId);
    assert.deepEqual(after.households, [[named(game, "P1").id, named(game, "P2").id]]);
    const [household = []] = after.households;
    const isInHousehold = household.includes(giver.giverId) && household.includes(giver.receiverId);
    assert.equal(after.exclusions.length, isInHousehold ? 0 : 1, "each pair is told once");
    const again = await client.manage(game, "setExclusions", {
      exclusions: after.exclusions,
      households: after.households,
    });
    assert.deepEqual(again.exclusions, after.exclusions, "what is read can be sent back");
    assert.deepEqual(again.households, after.households);
    assert.deepEqual(again.assignments, after.assignments);
    const impossible = await client.patchGame(game, {
      action: "setExclusions",
      organizerToken: game.organizerToken,
      households: [["P1", "P2", "P3", "P4"]],
    });
    refuses(impossible, 400, "DRAW_IMPOSSIBLE");
    const { exclusions } = await client.readAsOrganizer(game);
    assert.deepEqual(exclusions, after.exclusions, "nothing is stored of it");
  },
);
