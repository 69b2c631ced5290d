/** In a game that is open to all with the code, a thief sets another's address by its id, but is mailed no token. */
import assert from "node:assert/strict";
import { refuses } from "./support/client.ts";
import { createMailedGame, mailTest, settled } from "./support/mail_app.ts";
import { nextAt, tokenIn } from "./support/mailed_links.ts";
import { until } from "./support/until.ts";
import { named } from "./support/views.ts";

const THIEF = "thief@example.org";

mailTest(
  "no mail to an address set with an id alone opens what needs a token",
  async (app, server) => {
    const { client } = app;
    for (const sendEmails of [false, true]) {
      const game = await createMailedGame(app, { sendEmails });
      await settled(app, 0);
      server.arrived.length = 0;
      const { id: participantId, token: participantToken } = named(game, "P1");
      const answer = await client.patchGame(game, {
        ...{ action: "updateParticipantEmail", participantId, email: THIEF },
      });
      assert.equal(answer.status, 200);
      assert(!answer.text.includes("@"), "no address by an id alone");
      await settled(app, 0);
      assert.deepEqual(server.at(THIEF), [], "its owner keeps their link, so there is no new one");
      assert.equal((await client.getGame(game, { participantToken })).status, 200);
      assert.equal(server.at("p1@example.org").length, 1, "the old address is told");

      await client.sendEmail(game, { type: "recoverParticipantLink", email: THIEF });
      await client.sendEmail(game, { type: "reminderAll" });
      await client.sendEmail(game, { type: "participant", participantId });
      await client.send("POST", "/api/email/links", { email: THIEF });
      await client.manage(game, "regenerateToken", { participantId });
      const mails = await until(() => {
        const arrived = server.at(THIEF);
        return arrived.length === (sendEmails ? 4 : 3) && arrived;
      }, "a mail of each kind");
      for (const { link, html, text } of mails) {
        assert.match(link, /^https:\/\/gifts\.example\.org\/games\/\d{6}$/);
        assert.doesNotMatch(html + text, /participant=/);
      }
    }
  },
);

mailTest(
  "an address set with an id alone is removed when its game is protected",
  async (app, server) => {
    const { client, services } = app;
    const game = await createMailedGame(app);
    await settled(app, 0);
    const { id: participantId } = named(game, "P1");
    await client.act(game, "updateParticipantEmail", { participantId, email: THIEF });
    // Others are unaffected: they set their address with their own token.
    const other = named(game, "P2");
    await client.act(game, "updateParticipantEmail", {
      ...{ participantId: other.id, participantToken: other.token, email: "p2@new.example" },
      renewLink: false,
    });
    await settled(app, 0);
    server.arrived.length = 0;

    const view = await client.manage(game, "updateGameDetails", { isProtected: true });
    assert.deepEqual(
      view.participants.map(({ email }) => email),
      ["", "p2@new.example", "p3@example.org", "p4@example.org", "p5@example.org"],
    );
    assert.equal(named(view, "P2").token, other.token);
    await client.sendEmail(game, { type: "recoverParticipantLink", email: THIEF });
    await client.sendEmail(game, { type: "reminderAll" });
    await settled(app, 0);
    assert.deepEqual(server.at(THIEF).map(({ link }) => link.includes("participant=")), [false]);
    const kept = await services.store.readGame(game.code);
    assert(kept?.participants.every(({ isEmailSetById }) => !isEmailSetById));
  },
);

mailTest(
  "whoever has the token sets an address that is mailed links again",
  async (app, server) => {
    const { client } = app;
    const game = await createMailedGame(app);
    await settled(app, 0);
    const { id: participantId, token } = named(game, "P1");
    await client.act(game, "updateParticipantEmail", { participantId, email: THIEF });
    await settled(app, 0);
    server.arrived.length = 0;
    const own = { participantId, participantToken: token, email: "p1@own.example" };
    const answer = await client.patchGame(game, { action: "updateParticipantEmail", ...own });
    // An earlier release may have mailed the former link to the thief.
    refuses(await client.getGame(game, { participantToken: token }), 403, "INVALID_TOKEN");
    const { participantToken } = Object(answer.body);
    const mailed = tokenIn(await nextAt(server, own.email), "participant");
    assert.equal(mailed, participantToken);
    const view = await client.manage(game, "updateGameDetails", { isProtected: true });
    assert.equal(named(view, "P1").email, own.email);
    assert.equal((await client.getGame(game, { participantToken })).status, 200);
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

mailTest("the page of a participant who came by name promises no link by mail", async (app) => {
  const { client } = app;
  const pageOf = async (value: string) => {
    const headers = { cookie: `participant_${game.code}=${value}; lang=en` };
    const url = `http://localhost/games/${game.code}`;
    return await (await app.fetch(new Request(url, { headers }))).text();
  };
  const game = await createMailedGame(app);
  const { id: participantId, token } = named(game, "P1");
  const promises = /Your link and updates|to get your link|Switch off the link/g;
  assert.equal((await pageOf(token)).match(promises)?.length, 2);
  for (const email of ["p1@example.org", ""]) {
    await client.act(game, "updateParticipantEmail", { participantId, email });
    const page = await pageOf(`id.${participantId}`);
    assert.match(page, /Email address/);
    assert.doesNotMatch(page, promises);
  }
});
