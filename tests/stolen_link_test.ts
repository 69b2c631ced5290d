/** In a game that is open to all with the code, a thief sets another's address by its id and is mailed their link. */
import assert from "node:assert/strict";
import { refuses } from "./support/client.ts";
import { createMailedGame, mailTest, settled } from "./support/mail_app.ts";
import { nextAt, tokenIn } from "./support/mailed_links.ts";
import { named } from "./support/views.ts";

const THIEF = "thief@example.org";

mailTest(
  "a link mailed to an address set with an id alone ends with protection",
  async (app, server) => {
    const { client, services } = app;
    const game = await createMailedGame(app);
    await settled(app, 0);
    server.arrived.length = 0;
    const { id: participantId } = named(game, "P1");
    await client.act(game, "updateParticipantEmail", { participantId, email: THIEF });
    const stolen = tokenIn(await nextAt(server, THIEF), "participant");
    await settled(app, 0);
    assert.equal(server.at("p1@example.org").length, 1, "the old address is told");
    assert.equal((await client.getGame(game, { participantToken: stolen })).status, 200);
    // Others are unaffected: they set their address with their own token.
    const other = named(game, "P2");
    await client.act(game, "updateParticipantEmail", {
      ...{ participantId: other.id, participantToken: other.token, email: "p2@new.example" },
      renewLink: false,
    });
    await settled(app, 0);
    server.arrived.length = 0;

    const view = await client.manage(game, "updateGameDetails", { isProtected: true });
    refuses(await client.getGame(game, { participantToken: stolen }), 403, "INVALID_TOKEN");
    assert.notEqual(named(view, "P1").token, stolen);
    assert.deepEqual(
      view.participants.map(({ email }) => email),
      ["", "p2@new.example", "p3@example.org", "p4@example.org", "p5@example.org"],
    );
    assert.equal(named(view, "P2").token, other.token);
    // No mail brings the thief the new link either.
    await client.sendEmail(game, { type: "recoverParticipantLink", email: THIEF });
    await client.sendEmail(game, { type: "reminderAll" });
    await settled(app, 0);
    assert.deepEqual(server.at(THIEF).map(({ link }) => link.includes("participant=")), [false]);
    const kept = await services.store.readGame(game.code);
    assert(kept?.participants.every(({ isEmailSetById }) => !isEmailSetById));
  },
);

mailTest(
  "a stolen link that sets another address ends with protection, too",
  async (app, server) => {
    const { client } = app;
    for (const email of ["", "another@thief.example"]) {
      const game = await createMailedGame(app);
      await settled(app, 0);
      server.arrived.length = 0;
      const { id: participantId } = named(game, "P1");
      await client.act(game, "updateParticipantEmail", { participantId, email: THIEF });
      const participantToken = tokenIn(await nextAt(server, THIEF), "participant");
      const answer = await client.patchGame(game, {
        ...{ action: "updateParticipantEmail", participantId, participantToken, email },
      });
      const { participantToken: renewed } = Object(answer.body);
      assert(renewed);
      await client.manage(game, "updateGameDetails", { isProtected: true });
      refuses(await client.getGame(game, { participantToken: renewed }), 403, "INVALID_TOKEN");
    }
  },
);

mailTest(
  "an address set with an id alone is not copied into the next game",
  async (app, server) => {
    const { client } = app;
    for (const body of [{ isProtected: true }, { isSealed: true }, {}]) {
      const game = await createMailedGame(app);
      await settled(app, 0);
      const { id: participantId } = named(game, "P1");
      await client.act(game, "updateParticipantEmail", { participantId, email: THIEF });
      await settled(app, 0);
      server.arrived.length = 0;
      const next = await client.playAgain(game, body);
      const view = await client.manage(next, "updateGameDetails", { isProtected: true });
      await client.sendEmail(next, { type: "reminderAll" });
      await client.sendEmail(next, { type: "recoverParticipantLink", email: THIEF });
      await settled(app, 0);
      assert.deepEqual(server.at(THIEF), [], JSON.stringify(body));
      for (const { participants } of [next, view]) {
        assert.deepEqual(participants.map(({ email }) => email), [
          ...["", "p2@example.org", "p3@example.org", "p4@example.org", "p5@example.org"],
        ]);
      }
    }
  },
);

mailTest("a stolen link ends when its owner sets an address of their own", async (app, server) => {
  const { client } = app;
  const game = await createMailedGame(app);
  await settled(app, 0);
  const own = named(game, "P1");
  const participantId = own.id;
  await client.act(game, "updateParticipantEmail", { participantId, email: "", renewLink: false });
  await client.act(game, "updateParticipantEmail", { participantId, email: THIEF });
  server.arrived.length = 0;
  await client.sendEmail(game, { type: "reminder", participantId });
  const stolen = tokenIn(await nextAt(server, THIEF), "participant");
  await settled(app, 0);
  const answer = await client.patchGame(game, {
    ...{ action: "updateParticipantEmail", participantId, participantToken: stolen },
    ...{ email: "p1@own.example", renewLink: false },
  });
  assert.equal(answer.status, 200);
  refuses(await client.getGame(game, { participantToken: stolen }), 403, "INVALID_TOKEN");
});
