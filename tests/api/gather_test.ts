import assert from "node:assert/strict";
import { invitationViewSchema } from "@/lib/game/gathering_view.ts";
import { leftSchema } from "@/lib/game/action_answers.ts";
import { type TestApp, testAppOnBoth } from "../support/app.ts";
import { type Client, type CreatedGame, refuses, succeeds } from "../support/client.ts";
import type { NewGame } from "../support/client.ts";
import { inDays, people } from "../support/games.ts";
import { assertValidDraw, named, receivers } from "../support/views.ts";

const HOUR = 3_600_000;

/** A round that is still collecting people; empty unless the body has participants. */
function gather(client: Client, body: Partial<NewGame> = {}): Promise<CreatedGame> {
  return client.createGame({ draw: "later", participants: [], isProtected: true, ...body });
}

/** Joins with the invitation. @returns their view, with their token */
function join({ client }: TestApp, game: CreatedGame, name: string, more: object = {}) {
  const { invitationToken } = game;
  return client.join(game, { invitationToken, participantName: name, ...more });
}

function inHours(hours: number): string {
  return new Date(Date.now() + hours * HOUR).toISOString();
}

testAppOnBoth("a round is collected first and drawn later", async (app) => {
  const { client } = app;
  const game = await gather(client, { organizerName: "Olga" });
  assert.equal(game.state, "gathering");
  assert.deepEqual([game.participants, game.assignments, game.drawAt], [[], [], null]);

  const ana = await join(app, game, "Ana", { wish: "Socks" });
  assert.equal(ana.state, "gathering");
  assert.equal(ana.receiver, null);
  assert.deepEqual(ana.assignments, []);
  const { participantToken } = ana;
  const seen = await client.readAsParticipant(game, { participantToken });
  assert.equal(seen.receiver, null);
  assert.equal(named(await client.readAsOrganizer(game), "Ana").viewedAt, null, "nothing to open");

  await join(app, game, "Ben");
  refuses(
    await client.patchGame(game, { action: "drawNames", organizerToken: game.organizerToken }),
    400,
    "TOO_FEW_PARTICIPANTS",
  );
  const three = await client.manage(game, "addParticipant", { participantName: "Cy" });
  assert.equal(three.participants.length, 3);

  const drawn = await client.manage(game, "drawNames", {});
  assert.equal(drawn.state, "drawn");
  assertValidDraw(drawn);
  refuses(
    await client.patchGame(game, { action: "drawNames", organizerToken: game.organizerToken }),
    400,
    "ALREADY_DRAWN",
  );
  const opened = await client.readAsParticipant(game, { participantToken });
  assert.equal(opened.receiver?.name, receivers(drawn).get("Ana"));
  refuses(
    await client.patchGame(game, {
      action: "removeParticipant",
      organizerToken: game.organizerToken,
      participantId: named(drawn, "Cy").id,
    }),
    400,
    "TOO_FEW_PARTICIPANTS",
  );
  const late = await join(app, game, "Dee");
  assert(late.receiver, "who comes after the draw is in it at once");
});

testAppOnBoth(
  "POST /api/games accepts drawAt only in the future and with a later draw",
  async ({ client }) => {
    const body = { name: "Party", date: inDays(9), participants: people(3) };
    const post = (more: object) => client.post("/api/games", { ...body, ...more });
    refuses(await post({ drawAt: inHours(1) }), 400, "VALIDATION_FAILED");
    refuses(await post({ draw: "now", drawAt: inHours(1) }), 400, "VALIDATION_FAILED");
    refuses(await post({ draw: "later", drawAt: inHours(-1) }), 400, "DRAW_AT_IN_PAST");
    refuses(await post({ draw: "later", drawAt: "tomorrow" }), 400, "VALIDATION_FAILED");
    refuses(await post({ draw: "later", drawAt: "2030-01-01T10:00:00" }), 400, "VALIDATION_FAILED");
    refuses(await post({ draw: "sometimes" }), 400, "VALIDATION_FAILED");
    refuses(await post({ draw: "later", participants: people(1001) }), 400, "VALIDATION_FAILED");
    const few = refuses(
      await client.post("/api/games", { ...body, name: "", participants: people(2) }),
      400,
      "VALIDATION_FAILED",
    );
    assert.deepEqual(few.details?.map(({ path }) => path).toSorted(), ["name", "participants"]);
    assert.equal((await gather(client, { drawAt: "" })).drawAt, null);
    assert.equal((await gather(client, { drawAt: null })).drawAt, null);
    const game = await gather(client, { drawAt: "2999-01-01T12:00:00+02:00" });
    assert.equal(game.drawAt, "2999-01-01T10:00:00.000Z");
  },
);

testAppOnBoth("actions that need pairs answer NOT_DRAWN_YET before the draw", async (app) => {
  const { client } = app;
  for (const isProtected of [true, false]) {
    const game = await gather(client, { participants: people(4), isProtected });
    const [first] = game.participants;
    assert(first);
    const { organizerToken } = game;
    const { id: participantId, token: participantToken } = first;
    for (
      const action of ["requestReassignment", "confirmAssignment", "cancelReassignmentRequest"]
    ) {
      refuses(
        await client.patchGame(game, { action, participantId, participantToken }),
        400,
        "NOT_DRAWN_YET",
      );
    }
    for (
      const action of [
        "cancelReassignmentRequest",
        "approveReassignment",
        "approveAllReassignments",
        "forceReassignParticipant",
        "reassignAll",
      ]
    ) {
      const ask = (body: object) => client.patchGame(game, { action, organizerToken, ...body });
      refuses(await ask({ participantId }), 400, "NOT_DRAWN_YET");
      if (action.endsWith("Participant")) {
        refuses(await ask({ participantId: crypto.randomUUID() }), 404, "PARTICIPANT_NOT_FOUND");
      }
    }
    const view = await client.readAsOrganizer(game);
    assert.deepEqual([view.assignments, view.state], [[], "gathering"]);
  }
});

testAppOnBoth("people can leave an undrawn round until it is empty", async (app) => {
  const { client } = app;
  const game = await gather(client, { participants: people(2), isProtected: false });
  const [first, second] = game.participants;
  assert(first && second);
  const leave = (body: object) => client.patchGame(game, { action: "leaveGame", ...body });
  refuses(await leave({ participantId: first.id }), 401, "TOKEN_REQUIRED");
  refuses(await leave({ participantToken: "wrong" }), 403, "INVALID_TOKEN");
  refuses(
    await leave({ participantToken: first.token, participantId: second.id }),
    403,
    "INVALID_TOKEN",
  );
  succeeds(await leave({ participantToken: first.token }), leftSchema);
  refuses(await leave({ participantToken: first.token }), 403, "INVALID_TOKEN");
  const view = await client.manage(game, "removeParticipant", { participantId: second.id });
  assert.deepEqual(view.participants, []);
  // An ended link does not open a later participant's place.
  const ana = await join(app, game, "Ana");
  refuses(await leave({ participantToken: first.token }), 403, "INVALID_TOKEN");
  assert.equal((await client.readAsOrganizer(game)).participants.length, 1);
  assert.notEqual(ana.participantToken, first.token);
});

testAppOnBoth(
  "an undrawn round accepts rules that leave no possible draw",
  async (app) => {
    const { client } = app;
    const game = await gather(client, {
      participants: people(3),
      households: [["P1", "P2", "P3"]],
    });
    assert.equal(game.households[0]?.length, 3);
    const draw = { action: "drawNames", organizerToken: game.organizerToken };
    refuses(await client.patchGame(game, draw), 400, "DRAW_IMPOSSIBLE");
    assert.equal((await client.readAsOrganizer(game)).drawProblem, null, "who pressed was told");
    const ids = game.participants.map(({ id }) => id);
    const stored = await client.manage(game, "setExclusions", {
      exclusions: [[ids[0]!, ids[1]!], [ids[0]!, ids[2]!]],
      households: [],
    });
    assert.equal(stored.exclusions.length, 2);
    refuses(await client.patchGame(game, draw), 400, "DRAW_IMPOSSIBLE");
    await client.manage(game, "setExclusions", { exclusions: [], households: [] });
    assertValidDraw(await client.manage(game, "drawNames", {}));
  },
);

testAppOnBoth(
  "a named housemate is proposed to the organizer, who accepts or declines",
  async (app) => {
    const { client } = app;
    const game = await gather(client);
    const tom = await join(app, game, "Tom");
    const clara = await join(app, game, "Clara", { livesWith: ["TOM", "Gina", "Clara", ""] });
    assert(!JSON.stringify(clara).includes("TOM"), "others hear nothing of it");
    const read = () => client.readAsOrganizer(game);
    const ids = async () => {
      const view = await read();
      return [named(view, "Clara").id, named(view, "Tom").id];
    };
    const [claraId, tomId] = await ids();
    const [proposal, ...more] = (await read()).householdProposals;
    assert(proposal && claraId && tomId);
    assert.deepEqual(more, []);
    assert.deepEqual([proposal.participantId, proposal.withParticipantIds], [claraId, [tomId]]);
    for (const participantToken of [tom.participantToken, clara.participantToken]) {
      const view = await client.readAsParticipant(game, { participantToken });
      assert(!("householdProposals" in view));
    }
    // Gina was named before she joined.
    await join(app, game, "Gina");
    const accept = (proposalId: string) =>
      client.patchGame(game, {
        action: "acceptHousehold",
        organizerToken: game.organizerToken,
        proposalId,
      });
    refuses(await accept(proposal.id), 404, "PROPOSAL_NOT_FOUND");
    const [both] = (await read()).householdProposals;
    assert(both);
    assert.equal(both.withParticipantIds.length, 2);
    const view = await client.manage(game, "acceptHousehold", { proposalId: both.id });
    assert.deepEqual(view.householdProposals, []);
    assert.equal(view.households.length, 1);
    assert.equal(view.households[0]?.length, 3);

    await join(app, game, "Eve", { livesWith: ["Fay"] });
    await join(app, game, "Fay", { livesWith: ["Eve"] });
    const [pair, ...others] = (await read()).householdProposals;
    assert(pair);
    assert.deepEqual(others, [], "both said the same");
    const after = await client.manage(game, "declineHousehold", { proposalId: pair.id });
    assert.deepEqual(after.householdProposals, []);
    assert.equal(after.households.length, 1);
  },
);

testAppOnBoth("updateGameDetails sets, moves and removes the time of the draw", async (app) => {
  const { client } = app;
  const game = await gather(client, { participants: people(3) });
  const drawAt = inHours(5);
  const update = (body: object) => ({
    action: "updateGameDetails",
    organizerToken: game.organizerToken,
    ...body,
  });
  assert.equal((await client.manage(game, "updateGameDetails", { drawAt })).drawAt, drawAt);
  assert.equal((await client.manage(game, "updateGameDetails", { name: "A" })).drawAt, drawAt);
  for (const none of ["", null] as const) {
    assert.equal((await client.manage(game, "updateGameDetails", { drawAt: none })).drawAt, null);
    await client.manage(game, "updateGameDetails", { drawAt });
  }
  refuses(await client.patchGame(game, update({ drawAt: inHours(-1) })), 400, "DRAW_AT_IN_PAST");
  refuses(await client.patchGame(game, update({ drawAt: "soon" })), 400, "VALIDATION_FAILED");
  const drawn = await client.manage(game, "drawNames", {});
  assert.equal(drawn.drawAt, null, "no draw is to come");
  refuses(await client.patchGame(game, update({ drawAt: inHours(9) })), 400, "ALREADY_DRAWN");
  assert.equal((await client.manage(game, "updateGameDetails", { drawAt: "" })).drawAt, null);
});

testAppOnBoth("GET with an invitation shows what people see before they join", async (app) => {
  const { client } = app;
  for (const draw of ["now", "later"] as const) {
    const game = await gather(client, {
      draw,
      participants: people(3),
      isProtected: draw === "later",
      organizerName: "Olga",
      location: "Home",
      amount: "20",
      currency: "EUR",
      time: "18:30",
    });
    const { invitationToken } = game;
    const view = succeeds(await client.getGame(game, { invitationToken }), invitationViewSchema);
    assert.equal(view.organizerName, "Olga");
    assert.deepEqual([view.participantCount, view.location, view.time], [3, "Home", "18:30"]);
    assert.equal(view.state, draw === "later" ? "gathering" : "drawn");
    for (const { name } of game.participants) assert(!JSON.stringify(view).includes(name));
    refuses(await client.getGame(game, { invitationToken: "wrong" }), 403, "INVALID_TOKEN");
    await client.manage(game, "regenerateInvitationToken", {});
    refuses(await client.getGame(game, { invitationToken }), 403, "INVALID_TOKEN");
    await client.archive(game);
    refuses(await client.getGame(game, { invitationToken }), 404, "GAME_NOT_FOUND");
  }
});

testAppOnBoth(
  "an undrawn round can be corrected and protected, and anyone can read it",
  async (app) => {
    const { client } = app;
    const game = await gather(client, { participants: people(3), isProtected: false });
    const [first] = game.participants;
    assert(first);
    const renamed = await client.manage(game, "updateParticipantDetails", {
      participantId: first.id,
      name: "Paula",
    });
    assert(named(renamed, "Paula"));
    refuses(
      await client.patchGame(game, {
        action: "joinInvitation",
        invitationToken: game.invitationToken,
        participantName: "PAULA",
      }),
      400,
      "NAME_TAKEN",
    );
    const open = await client.readPublic(game);
    assert.deepEqual([open.state, open.assignments], ["gathering", []]);
    const byId = await client.act(game, "updateWish", { participantId: first.id, wish: "Tea" });
    assert.deepEqual([byId.receiver, byId.assignments], [null, []]);
    const data = await client.getOwnData(game, { "x-participant-token": first.token });
    assert.equal(data.status, 200);
    const after = await client.manage(game, "updateGameDetails", { isProtected: true });
    assert.equal(named(after, "Paula").viewedAt, null);
  },
);
