import assert from "node:assert/strict";
import { testAppOnBoth } from "../support/app.ts";
import { assertValidDraw, named } from "../support/views.ts";

testAppOnBoth("tokens are renewed one by one, and the old ones end", async ({ client }) => {
  const game = await client.createGame({ isProtected: true });
  const { id: participantId, token: old } = named(game, "P1");
  const renewed = await client.manage(game, "regenerateToken", { participantId });
  assert.equal((await client.getGame(game, { participantToken: old })).status, 403);
  await client.readAsParticipant(game, { participantToken: named(renewed, "P1").token });
  assert.equal(named(renewed, "P2").token, named(game, "P2").token);

  const invited = await client.manage(game, "regenerateInvitationToken", {});
  assert.notEqual(invited.invitationToken, game.invitationToken);
  const late = { participantName: "Late", desiredGift: "A book" };
  const join = (invitationToken?: string) =>
    client.patchGame(game, { action: "joinInvitation", invitationToken, ...late });
  assert.equal((await join()).status, 401);
  assert.equal((await join(game.invitationToken)).status, 403);
  const joined = await client.join(game, { ...late, invitationToken: invited.invitationToken });
  assert.equal(joined.view, "participant");
  assert.equal(joined.assignments.length, 1);
  const own = await client.readAsParticipant(game, { participantToken: joined.participantToken });
  assert.equal(own.authenticatedParticipantId, joined.authenticatedParticipantId);
  assertValidDraw(await client.readAsOrganizer(game));
});

testAppOnBoth(
  "regenerateOrganizerToken without mail is refused in the documented order",
  async ({ client }) => {
    const game = await client.createGame();
    const renew = (organizerToken?: string) =>
      client.patchGame(game, { action: "regenerateOrganizerToken", organizerToken });
    assert.equal((await renew()).status, 401);
    assert.equal((await renew("wrong")).status, 403);
    assert.equal((await renew(game.organizerToken)).status, 400);
    const { code } = await client.readAsOrganizer(game);
    assert.equal(code, game.code, "the old token lives on");
  },
);
